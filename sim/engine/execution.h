// One execution at a time: fibers over the graph memory, every open question put to an explorer.
#ifndef SIM_ENGINE_EXECUTION_H_
#define SIM_ENGINE_EXECUTION_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/engine/finding.h"
#include "sim/engine/graph_explorer.h"
#include "sim/engine/limits.h"
#include "sim/engine/locations.h"
#include "sim/engine/marks.h"
#include "sim/engine/monitors.h"
#include "sim/engine/op.h"
#include "sim/engine/repetition.h"
#include "sim/engine/scheduler.h"
#include "sim/engine/trace.h"
#include "sim/engine/waiting.h"
#include "sim/memory/candidates.h"
#include "sim/memory/graph.h"
#include "sim/memory/race.h"

namespace sim {

// The engine that sim's types call; it keeps its memory from run to run. Each operation below is a
// scheduling point, then the effect, with no other fiber in between.
// Once an execution is over, every operation does nothing but unwind its fiber (or nothing at all,
// while the fiber already unwinds). Thread safety: one thread; a call from another is a misuse.
class Execution final : private Scheduler::Owner {
 public:
  // `points` says where other fibers may go first.
  explicit Execution(Memory memory, Limits limits = {}, Points points = Points::kWhereItMatters);
  ~Execution();

  // The execution that runs on this thread, or null. Require ends the program if there is none.
  static Execution* Current() { return current_; }
  static Execution& Require(const char* what);
  // Runs `body` once as fiber "main". The finding is kPass if there is none.
  const Finding& Run(Explorer& explorer, const std::function<void()>& body, bool trace);
  const Graph& graph() const { return *graph_; }
  const Finding& finding() const { return finding_; }
  // The fibers of its events, in the order of this run (guided runs only).
  std::vector<std::uint8_t> sequence() const;
  Tape tape() const { return scheduler_.tape(); }
  const Trace& trace() const { return trace_; }
  bool refused() const { return scheduler_.refused(); }
  Marks& marks() { return marks_; }

  // --- atomics (memory_ops.cc) ---
  LocationId NewLocation(Bits initial, Label label);
  void EndLocation(LocationId location);
  void Show(LocationId location);  // a column of its own in tables
  Bits Load(LocationId location, Order order, Site site);
  void Store(LocationId location, Bits value, Order order, Site site, bool may_throw = true);
  Bits Update(LocationId location, const Modify& modify, Bits operand, Order order, Site site);
  // A read; if `when(value read, operand)` holds, also the write of `desired`. `old` gets what was
  // read. True if it wrote.
  bool UpdateIf(LocationId location, const Conditional& conditional, Bits operand, Bits desired,
                Order success, Order failure, Bits& old, Site site);
  void Fence(Order order, Site site);
  // Waits until a coherent write satisfies `until`, and reads one that does. Nothing: the execution
  // is over, or (timed) nobody could go on otherwise.
  std::optional<Bits> Await(LocationId location, Predicate until, Order order, Site site,
                            bool timed = false);
  // The same, and replaces the value it read in the same step.
  std::optional<Bits> AwaitUpdate(LocationId location, Predicate until, const Modify& modify,
                                  Bits operand, Order order, Site site, bool timed = false);
  // The end of a turn of a loop that polls: waits until one of the locations that the fiber has
  // read since its last yield has a new write.
  void Yield(Site site);
  // The co-last value, for monitors: no step.
  Bits Newest(LocationId location) const;
  // --- plain memory (plain_ops.cc) ---
  AreaId NewArea(std::size_t bytes, Label label);
  void EndArea(AreaId area);
  // To be called just before the bytes are read or written. `value` is for tables.
  void PlainRead(AreaId area, std::size_t first, std::size_t count, Site site,
                 const Bits* value = nullptr);
  void PlainWrite(AreaId area, std::size_t first, std::size_t count, Site site,
                  const Bits* value = nullptr);
  // --- fibers, choices and rules (rule_ops.cc) ---
  template <class F>
  int Spawn(const char* name, F&& body, Site site) {
    const int fiber = BeginSpawn(name, site);
    if (fiber > 0) scheduler_.Spawn(fiber, std::forward<F>(body));
    return fiber;
  }
  void Join(int fiber, Site site);
  const char* fiber_name(int fiber) const { return names_[fiber]; }
  int running() const { return scheduler_.running(); }
  int position(int fiber) const {
    return repetition_.active() ? repetition_.position(fiber) : graph_->position(fiber);
  }
  const View& known(int fiber) const {
    return repetition_.active() ? repetition_.known(fiber) : graph_->known(fiber);
  }
  std::uint32_t Choose(std::uint32_t options, Site site);
  bool Fault(const char* name, Site site);
  void Note(std::string text, Site site);  // a line of its own in tables
  // Ends the execution. Returns only while unwinding, and (may_throw false) in a destructor.
  void Fail(Verdict verdict, std::string rule, std::string message, Site site,
            bool may_throw = true, int other_fiber = -1);
  // Looked at after every write; loads in it see the newest value and are no steps.
  int AddInvariant(const char* rule, std::function<bool()> holds, Site site);
  void RemoveInvariant(int id);
  void Watch(LocationId location, std::function<void(Bits before, Bits after)> watcher);
  bool halted() const { return scheduler_.halted(); }
  void ForeignThread(const char* what) { foreign_.store(what, std::memory_order_relaxed); }

 private:
  int OnEnd(int fiber, const std::exception_ptr& error) override;
  int OnStuck() override;
  int OnRepeat(int running, std::uint32_t started) override;
  // The beginning of every operation: limits, and a scheduling point. False: do nothing.
  bool Enter(Site site, bool may_throw = true);
  bool Enter(LocationId location, Site site, bool may_throw = true);
  bool EnterStore(LocationId location, Order order, Site site, bool may_throw);
  void TooLong(Site site, bool may_throw, const std::string& location = "");
  void UseAfterEnd(LocationId location, Site site, bool may_throw);
  std::uint32_t Pick(ChoiceKind kind, LocationId location);  // one of the candidates
  std::uint32_t PlaceForWrite(LocationId location, Order order);
  std::uint32_t PlaceAmongSeveral(LocationId location, Order order);
  bool WaitForValue(const Waiting& wait);
  std::uint32_t PickAwaited(const Waiting& wait);
  std::uint32_t WaitForPlace(const Waiting& wait);
  bool IsNever(const Waiting& wait);
  std::vector<LocationId> Polled(int since) const;
  bool TurnIsOver(int since);
  void LeaveTurn();
  const Event* ReadAgain(LocationId location) const;
  bool StandsAlone(const Predicate& until, Site site);
  std::uint32_t FirstOfFirstClass(LocationId location, const Predicate& until) const;
  bool Block(const Waiting& wait);
  bool HasCandidate(const Waiting& wait, int fiber) const;
  std::uint32_t PlaceToRead(LocationId location, Order order);
  std::uint32_t PlaceToUpdate(LocationId location, Order order);
  // Coming to a kept graph again (repeat_ops.cc): the event that is passed; null if it is new.
  template <EventKind kKind>
  const Event* Again(LocationId location = 0, bool may_throw = true);
  bool LetOthersRepeat(EventKind kind, LocationId location, bool may_throw);
  void LookAtRepeated(const Event& event, Site site, bool may_throw);
  void EndEvent(int fiber);
  void DidNotRepeat(const std::string& what);
  void Written(LocationId location, EventId write, Bits before, bool may_throw = true);
  void WakeWaiters(LocationId location, EventId write);
  void RunMonitors(LocationId location, Bits before, bool may_throw);
  Bits BeforeWrite(LocationId location) const { return monitors_.empty() ? 0 : Newest(location); }
  int BeginSpawn(const char* name, Site site);
  std::uint32_t ChooseValue(ChoiceKind kind, std::uint32_t options, const char* fault, Site site);
  void CarefulPlainRead(AreaId area, std::size_t first, std::size_t count, Site site,
                        const Bits* value);
  void CarefulPlainWrite(AreaId area, std::size_t first, std::size_t count, Site site,
                         const Bits* value);
  void Race(AreaId area, const PlainAccess& access, bool write, Site site);
  EventId RacesWith(EventId access) const;
  void LookForRace(EventId access, Site site);
  bool Special() const { return tracing_ | monitors_.running(); }  // more than the race check
  std::string NameOfArea(AreaId area) const;
  void Record(EventId event, std::string text, Site site);
  std::string WhatWaits(int fiber) const;
  static thread_local constinit Execution* current_;
  const Memory memory_;
  const Limits limits_;
  const EventId most_events_;
  EventId look_at_ = 0;      // events at which a limit may have been reached
  const bool every_point_;   // ask before every step
  const bool eager_stores_;  // never ask before stores
  Scheduler scheduler_;
  Graph own_graph_;
  Graph* graph_ = &own_graph_;  // or that of an explorer that keeps graphs
  Repetition repetition_;
  RaceDetector races_;
  Marks marks_;
  Finding finding_;
  Locations locations_;
  std::vector<Label> area_labels_;
  Waiting waiting_[kMaxFibers];
  const char* names_[kMaxFibers] = {};
  int polls_since_[kMaxFibers] = {};  // positions of their last yields
  int turn_ = -1;                     // reads of a turn that the running fiber repeats; -1: none
  Candidates candidates_;
  GraphExplorer* graph_explorer_ = nullptr;
  Monitors monitors_;
  bool tracing_ = false;
  std::uint32_t joining_ = 0;  // the fibers that wait for another's end
  std::uint32_t faults_ = 0;
  std::atomic<const char*> foreign_{nullptr};
  std::vector<LocationId> shown_;
  Trace trace_;
};

}  // namespace sim

#include "sim/engine/execution_inline.h"  // IWYU pragma: export

#endif  // SIM_ENGINE_EXECUTION_H_
