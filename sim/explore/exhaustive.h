// Every consistent graph exactly once: TruSt over the engine's graphs.
#ifndef SIM_EXPLORE_EXHAUSTIVE_H_
#define SIM_EXPLORE_EXHAUSTIVE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/engine/graph_explorer.h"
#include "sim/explore/alternative.h"
#include "sim/explore/course.h"
#include "sim/explore/exhaustive_config.h"
#include "sim/explore/learned.h"
#include "sim/explore/maximal.h"
#include "sim/explore/partition.h"
#include "sim/explore/position.h"
#include "sim/explore/requests.h"
#include "sim/explore/search_stack.h"

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
// An await is also explored as never satisfied where its location can stop satisfying it; which
// those are is learned on the way, and the search starts again. It stands if the last write does
// not satisfy.
//
// Limits: an await's predicate must be trivially copyable, up to 32 bytes, and hold no pointer into
// a fiber's stack. Updating awaits that share a location with stores other than unlocks are not
// explored in full, and exhausted() says so; mutexes, doorbells and channels are.
class Exhaustive final : public GraphExplorer {
 public:
  using Config = ExhaustiveConfig;
  Exhaustive() : Exhaustive(Config{}) {}
  explicit Exhaustive(Config config) : config_(config) {}

  void Start(Memory memory, const Limits& limits) override;
  bool Begin() override;
  void End() override {
    stack_.Close();
    if (!course_.arrived) Approached();
    if (classes_ && saw_classes_ && graph().has_seq_cst() && MixesClasses()) {
      GiveUpClasses("there are seq_cst events");
    }
  }
  void NoExecution() override { --done_; }
  const char* name() const override { return "exhaustive"; }
  bool exhausted() const override { return exhausted_ && !incomplete_; }

  bool restarted() override { return std::exchange(restarted_, false); }
  std::string remark() const override;
  bool classes() const override { return classes_; }
  Standing standing() const override;
  Finding problem() const override { return problem_; }
  // One short word (position.h), for Config::resume; between two executions.
  std::string Position() const { return ToText(Where()); }
  SearchState Where() const;

  // --- for searches that share a tree (parallel.h) ---

  // Visits what the config says, as one of several: where it must start again, it ends.
  void StartAll(const Learned& learned);
  // Visits this instead of what it visited until now.
  void Start(Share share);
  // Parts with what would be visited last (SearchStack::GiveAway); null while there is nothing to
  // spare.
  std::unique_ptr<Share> GiveAway(std::uint64_t children);
  // Whether it ended because all that share the tree must start again, knowing what it learned.
  bool must_start_again() const { return again_; }
  Learned learned() const;

  Graph& graph() override { return stack_.top().graph; }
  LocationNumbers& locations() override { return locations_; }
  const std::vector<EventId>* order() override;
  bool saves() const override { return config_.snapshots && memory_ != Memory::kSc; }
  const Snapshot* from() const override { return saves() ? stack_.LatestSnapshot() : nullptr; }
  Snapshot* SaveHere() override;
  void AddedRead(EventId read, const ReadRequest& request) override;
  void AddedWrite(EventId write) override;
  void AddedChoice(EventId choice) override;
  Poll Polled(int fiber, int since) override;
  void LeftOut() override { incomplete_ = true; }
  bool Stuck(int fiber, LocationId location, const ReadRequest& request) override;

 private:
  friend class LookAhead;
  // To come to so many events again costs less than to go on from a snapshot.
  static constexpr EventId kApart = 5;

  // An update whose read takes what another one took: where it stands, and what it asks for.
  struct Update {
    int fiber;
    int pos;
    LocationId location;
    std::uint32_t request;
    EventId write;  // what it wrote elsewhere; kNoEvent if it waits
  };
  SearchStack::Level& Push() { return stack_.Push(); }
  SearchStack::Level& level() { return stack_.top(); }
  Habits& HabitsOf(LocationId location) {
    if (habits_.size() <= location) habits_.resize(location + 1);
    return habits_[location];
  }
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
  bool MixesClasses();

  // Which graph comes next (visit.cc).
  enum class Made { kNothing, kChildren, kRuns };
  Made Make(const Alternative& alternative);
  bool Counted();
  bool NextPiece();
  Made Approach();
  void Approached();
  Made Follow();
  Made Arrive();
  Made Misfit(const std::string& what);
  void SetOut();
  bool Divide();
  void Forget();
  bool StartAgain();
  void Resume();
  void Know(const Learned& learned);
  std::uint32_t Signature() const;

  void AddedAwait(EventId read);
  bool IsUnlock(EventId write, EventId taken);
  void SourceAlternatives(EventId read);
  void ClassAlternatives(EventId read);
  void PlaceAlternatives(EventId write);
  std::string ClassesRemark() const;
  void ForgetTurn(EventId first, int fiber, int since);
  void WriteRevisits(EventId write);
  void ConflictRevisits(const Update& update, std::uint32_t place);
  void StopsSatisfying(LocationId location);
  bool Outdates(EventId write);
  void LessSynchronises(EventId older, EventId newer);

  const Config config_;
  Memory memory_ = Memory::kRc11;
  std::uint32_t max_faults_ = UINT32_MAX;
  SearchStack stack_;
  LocationNumbers locations_;
  Requests requests_;
  std::vector<EventId> renamed_;
  std::vector<EventId> order_;
  Course course_;
  std::uint64_t done_ = 0;
  std::uint64_t before_ = 0;               // of them, those of earlier searches
  std::optional<SearchState> stopped_at_;  // the limit
  bool started_again_ = false;
  bool alone_ = true;  // not one of several that share the tree
  Finding problem_;
  std::vector<Habits> habits_;  // by location
  bool again_ = false;          // the search must start again
  bool classes_ = false;
  bool saw_classes_ = false;     // there was an await by class
  bool stuck_by_class_ = false;  // in this execution, one waits
  bool restarted_ = false;
  const char* given_up_ = nullptr;  // why classes do not hold here
  bool exhausted_ = false;
  bool incomplete_ = false;  // something came up that is not explored in full
};

}  // namespace sim

#endif  // SIM_EXPLORE_EXHAUSTIVE_H_
