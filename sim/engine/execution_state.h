// What an execution consists of; what it does is in execution.h.
#ifndef SIM_ENGINE_EXECUTION_STATE_H_
#define SIM_ENGINE_EXECUTION_STATE_H_

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "sim/engine/finding.h"
#include "sim/engine/graph_explorer.h"
#include "sim/engine/joins.h"
#include "sim/engine/limits.h"
#include "sim/engine/locations.h"
#include "sim/engine/marks.h"
#include "sim/engine/monitors.h"
#include "sim/engine/op.h"
#include "sim/engine/repetition.h"
#include "sim/engine/scheduler.h"
#include "sim/engine/stepper.h"
#include "sim/engine/trace.h"
#include "sim/engine/waiting.h"
#include "sim/memory/candidates.h"
#include "sim/memory/graph.h"
#include "sim/memory/race.h"

namespace sim {

// Kept from run to run; what is read here is about the current or the last one.
class ExecutionState : protected Scheduler::Owner {
 public:
  const Graph& graph() const { return *graph_; }
  const Finding& finding() const { return finding_; }
  Tape tape() const { return scheduler_.tape(); }
  const Trace& trace() const { return trace_; }
  bool refused() const { return scheduler_.refused(); }
  bool halted() const { return scheduler_.halted(); }
  bool stepped() const { return stepper_ != nullptr; }
  // Null if nobody steps, or it is over.
  Stepper* stepper() const { return halted() ? nullptr : stepper_; }
  Marks& marks() { return marks_; }
  int running() const { return scheduler_.running(); }
  const char* fiber_name(int fiber) const { return names_[fiber]; }
  // How many events the fiber has come to, and what happens before its next one.
  int position(int fiber) const { return known(fiber)[fiber]; }
  const View& known(int fiber) const {
    return joins_.pending(fiber) ? KnownByJoins(fiber) : KnownByEvents(fiber);
  }
  // Called on a foreign thread: named when the execution ends.
  void ForeignThread(const char* what) { foreign_.store(what, std::memory_order_relaxed); }

 protected:
  const View& KnownByEvents(int fiber) const {
    return repetition_.active() ? repetition_.known(fiber) : graph_->known(fiber);
  }
  const View& KnownByJoins(int fiber) const;
  // The running fiber: all that was done happens before what it does now.
  bool JoinedAll() const { return joins_.all(running()) == graph_->fibers_but(running()); }

  ExecutionState(Memory memory, Limits limits, Points points)
      : memory_(memory),
        limits_(limits),
        most_events_(
            static_cast<EventId>(std::min<std::uint32_t>(limits.max_events, INT32_MAX / 2))),
        every_point_(points == Points::kEverywhere),
        eager_stores_(memory == Memory::kRc11 && !every_point_),
        scheduler_(this, kStackBytes) {}

  static constexpr std::size_t kStackBytes = 64 * 1024;

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
  mutable Joins joins_;
  const char* names_[kMaxFibers] = {};
  int polls_since_[kMaxFibers] = {};  // positions of their last yields
  int turn_ = -1;                     // events of a turn that the running fiber repeats; -1: none
  int turn_at_ = -1;                  // position of the last of them
  // Positions of their last weak compare_exchange that failed although it could have written.
  int failed_freely_[kMaxFibers] = {};
  Candidates candidates_;
  GraphExplorer* graph_explorer_ = nullptr;
  Monitors monitors_;
  Stepper* stepper_ = nullptr;
  Snapshot* saving_to_ = nullptr;
  std::int64_t heap_before_ = 0;  // HeapBalance when the execution began
  bool saves_ = false;
  bool yielded_ = false;  // in some execution: a poll leaves no trace in the graph
  bool tracing_ = false;
  bool watched_ = false;  // repeated accesses too are looked at, for monitors or for races
  std::uint32_t faults_ = 0;
  std::atomic<const char*> foreign_{nullptr};
  std::vector<LocationId> shown_;
  Trace trace_;
};

}  // namespace sim

#endif  // SIM_ENGINE_EXECUTION_STATE_H_
