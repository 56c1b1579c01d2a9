// Every consistent graph exactly once: TruSt over the engine's graphs.
#ifndef SIM_EXPLORE_EXHAUSTIVE_H_
#define SIM_EXPLORE_EXHAUSTIVE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/engine/graph_explorer.h"
#include "sim/explore/maximal.h"
#include "sim/explore/requests.h"

namespace sim {

// "Truly Stateless, Optimal Dynamic Partial Order Reduction" (Kokologiannakis, Marmanis, Gladstein,
// Vafeiadis; POPL 2022). An execution adds events in a fixed order, each read taking the newest
// write and each write the last place; other sources and places are kept as forward alternatives. A
// write may also *revisit* an earlier read: the events added after the read, except the write's
// causal past (porf), are dropped, if each of them was added maximally, so that the smaller graph
// is come to in one way only. Depth first; memory is polynomial; no graph comes up twice.
//
// A changed graph is made without running anything; then the program runs again along it, and on.
// Locks, bells, channels and monitors need nothing of their own. Awaits take satisfying writes
// only; where a fiber waits for ever, that is a deadlock.
//
// Await classes: where an await learns no more than the class of what it saw, the writes of one
// class differ only in how much they order. Of those that the await may take, the oldest of each
// class stands for all, since it orders least: every race, later read and broken rule that another
// allows, it allows as well. That holds as long as, along coherence order, no write orders less
// than the one before, and no seq_cst event is about; the search looks, and starts again without
// classes where it does not, which remark() then says. Awaits that also write are not reduced.
// (Found twice by this team, compared on random programs at length; not proven.)
//
// An await is also explored as never satisfied where its location can stop satisfying it; which
// those are is learned on the way, and the search starts again. It stands if the last write does
// not satisfy.
//
// Limits: an await's predicate must be trivially copyable, up to 32 bytes, and hold no pointer into
// a fiber's stack. Updating awaits that share a location with stores other than unlocks are not
// explored in full, and exhausted() says so; mutexes, doorbells and channels are.
enum class Reduction : std::uint8_t { kNone, kClasses };

class Exhaustive final : public GraphExplorer {
 public:
  struct Config {
    std::uint64_t executions = UINT64_MAX;  // gives up after so many
    Reduction reduction = Reduction::kClasses;
  };
  Exhaustive() : Exhaustive(Config{}) {}
  explicit Exhaustive(Config config) : config_(config) {}

  void Start(Memory memory, const Limits& limits) override;
  bool Begin() override;
  const char* name() const override { return "exhaustive"; }
  bool exhausted() const override { return exhausted_ && !incomplete_; }

  bool restarted() override { return std::exchange(restarted_, false); }
  std::string remark() const override;
  bool classes() const override { return classes_; }

  Graph& graph() override { return levels_[depth_ - 1]->graph; }
  const std::vector<EventId>* order() override;
  void AddedRead(EventId read, const ReadRequest& request) override;
  void AddedWrite(EventId write) override;
  void AddedChoice(EventId choice) override;
  Poll Polled(int fiber, int since) override;
  void LeftOut() override { incomplete_ = true; }
  bool Stuck(int fiber, LocationId location, const ReadRequest& request) override;

 private:
  // What is still to be tried in a graph. Those of later events are tried first.
  struct Alternative {
    enum class Kind : std::uint8_t {
      kSource,    // `event` (a read) takes `other`
      kPlace,     // `event` (a write) comes right after `other` in coherence order
      kValue,     // `event` (a choice) picks `other`
      kNever,     // `event` (an await) is never satisfied
      kRevisit,   // `event` (a read) takes `other`, a later write
      kConflict,  // the next event of `fiber`, an update that asks for
                  // `request`, reads `other`, which another update took, and its write revisits
                  // `event`
    };
    Kind kind;
    bool writes = false;    // the read then is an update's
    bool spurious = false;  // ... that fails for no reason
    bool away = false;      // kConflict: `event` leaves the graph, and its fiber waits again
    EventId event;
    EventId other;
    std::uint32_t request = 0;  // kSource, kConflict
    int fiber = 0;
    int pos = 0;
    Order order = {};  // kSource: of a plain load
  };
  // An update whose read takes what another one took: where it stands, and what it asks for.
  struct Update {
    int fiber;
    int pos;
    LocationId location;
    std::uint32_t request;
    EventId write;  // what it wrote elsewhere; kNoEvent if it waits
  };
  // A fiber looked in vain, when the graph had `stamp` events.
  struct VainLook {
    EventId stamp;
    int fiber;
    int pos;
  };
  struct Level {
    Graph graph{Graph::History::kKept};
    std::vector<VainLook> vain;  // by stamp
    View fixed;                  // events that no write of this level may revisit
    std::vector<Alternative> left;
  };

  // What was seen of a location, in any graph.
  struct Habits {
    bool stops = false;        // it stopped satisfying an await
    bool plain_store = false;  // a store that is no unlock
    bool updating_await = false;
  };

  Level& Push();
  Habits& HabitsOf(LocationId location) {
    if (habits_.size() <= location) habits_.resize(location + 1);
    return habits_[location];
  }
  Level& level() { return *levels_[depth_ - 1]; }
  void Leave(const Alternative& alternative) { level().left.push_back(alternative); }
  const Request& RequestOf(EventId read) { return requests_[graph().event(read).request]; }
  bool Apply(const Alternative& alternative);
  void Cut(EventId end);
  bool TakeSource(const Alternative& alternative);
  bool TakePlace(const Alternative& alternative);
  bool TakeValue(const Alternative& alternative);
  bool TakeNever(const Alternative& alternative);
  bool Revisit(const Alternative& alternative);
  EventId AddConflicting(Graph& graph, const Alternative& alternative, EventId source);
  bool Reread(const Alternative& alternative, EventId write);
  bool Consistent();
  bool Settle(EventId write);
  void GiveUpClasses(const char* why);
  void StartAgain();

  void AddedAwait(EventId read);
  void SourceAlternatives(EventId read);
  void ClassAlternatives(EventId read);
  void PlaceAlternatives(EventId write);
  void WriteRevisits(EventId write);
  void ConflictRevisits(const Update& update, std::uint32_t place);
  void StopsSatisfying(LocationId location);
  bool Outdates(EventId write);
  void LessSynchronises(EventId older, EventId newer);

  const Config config_;
  Memory memory_ = Memory::kRc11;
  std::uint32_t max_faults_ = UINT32_MAX;
  std::vector<std::unique_ptr<Level>> levels_;  // the first depth_ are the stack
  std::size_t depth_ = 0;
  Requests requests_;
  std::vector<EventId> renamed_;
  std::vector<EventId> order_;
  std::uint64_t done_ = 0;
  std::vector<Habits> habits_;  // by location
  bool again_ = false;          // the search must start again
  bool classes_ = false;
  bool saw_classes_ = false;  // there was an await by class
  bool restarted_ = false;
  const char* given_up_ = nullptr;  // why classes do not hold here
  bool exhausted_ = false;
  bool incomplete_ = false;  // something came up that is not explored in full
};

}  // namespace sim

#endif  // SIM_EXPLORE_EXHAUSTIVE_H_
