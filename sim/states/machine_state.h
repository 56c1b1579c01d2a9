// What a machine consists of; what it does is in machine.h.
#ifndef SIM_STATES_MACHINE_STATE_H_
#define SIM_STATES_MACHINE_STATE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "sim/engine/execution.h"
#include "sim/states/accesses.h"
#include "sim/states/digest.h"
#include "sim/states/exact.h"
#include "sim/states/memory_of_monitors.h"
#include "sim/states/parts.h"
#include "sim/states/places.h"

namespace sim {

class MachineState : protected Stepper {
 public:
  // How a step is taken back.
  enum class Undo : std::uint8_t {
    kReplay,  // by running the program again up to there: always right
    // By what was saved of stacks and memory: for programs that keep the promise of
    // ExhaustiveConfig::snapshots, and make what they share before any fiber takes a step. Where
    // they are seen not to, or monitors remember, the machine goes over to kReplay.
    kSaved,
  };
  struct Step {
    std::int8_t fiber = 0;
    std::uint16_t option = 0;
    friend bool operator==(const Step&, const Step&) = default;
  };

  int fibers() const { return fibers_; }
  const states::Fiber& fiber(int fiber) const { return *fiber_[fiber]; }
  int maker(int fiber) const { return maker_[fiber]; }
  // Right as long as no step was taken back, and nothing is saved.
  const states::Forgot& forgot(int fiber) const { return forgot_[fiber]; }
  const std::vector<Step>& path() const { return path_; }
  bool over() const { return finding_.verdict != Verdict::kPass; }
  const Finding& finding() const { return finding_; }
  // What is known of who touches what; it grows while states are visited.
  Accesses& accesses() { return accesses_; }
  // Whether a fault could not strike because there were as many as may.
  bool left_out_faults() const { return left_out_faults_; }
  Undo undo() const { return undo_; }
  Execution& engine() { return *engine_; }

 protected:
  using Fiber = states::Fiber;
  using Turn = states::Turn;
  using SavedStep = states::SavedStep;
  using Place = states::Place;

  MachineState(const std::function<void()>& body, const Limits& limits, Undo undo, Exact* exact)
      : body_(body),
        limits_(limits),
        undo_(undo),
        exact_(exact),
        engine_(std::make_unique<Execution>(Memory::kSc, limits, Points::kEverywhere)),
        accesses_(LimitsFaults()) {
    for (int f = 0; f < kMaxFibers; ++f) fiber_[f] = &loose_[f];
  }
  bool LimitsFaults() const { return limits_.max_faults < Limits{}.max_faults; }

  const std::function<void()>& body_;
  const Limits limits_;
  Undo undo_;
  Exact* const exact_;
  const std::unique_ptr<Execution> engine_;
  Accesses accesses_;

  // The state.
  int fibers_ = 0;
  Fiber* fiber_[kMaxFibers];  // in place_, or if that is null in loose_
  Fiber loose_[kMaxFibers];
  Place* place_[kMaxFibers] = {};
  std::int8_t maker_[kMaxFibers] = {};
  std::vector<states::Cell> cells_;
  std::vector<states::Area> areas_;
  std::vector<states::Queue> queues_;  // of channels, by their locations
  Digest128 digest_;                   // of all but the monitors
  Digest128 told_;                     // of what monitors remember
  MemoryOfMonitors remembered_;
  std::uint32_t faults_ = 0;
  Finding finding_;

  // What belongs to it.
  states::Forgot forgot_[kMaxFibers];
  std::uint32_t creators_ = 0;   // fibers that started others, which may refer to their locals
  std::uint32_t unordered_ = 0;  // fibers that could race with any other
  std::int64_t held_ = 0;        // of the heap, by the program
  bool left_out_faults_ = false;
  bool begun_ = false;  // fibers stand before their first steps
  bool stale_ = false;  // steps were taken back, but the program stands behind them

  // The last step.
  Action action_;               // if its fiber did not go on
  Taken taken_;                 // what came of it
  bool taken_only_ = false;     // its fiber did not go on
  int stepping_ = -1;           // its fiber, while what it got is noted where it stands
  bool writing_bytes_ = false;  // what `action_` writes is not in the digest
  std::uint32_t asked_ = 0;     // of moments, since then
  std::vector<std::uint32_t> new_fibers_;

  // The way to the state, and what was saved to go back.
  std::vector<Step> path_;
  std::vector<SavedStep> saved_;  // the first path_.size() are in use
  SavedStep* saving_ = nullptr;   // while what goes on is saved
  std::vector<bool*> died_;

  // What is remembered of places. Stacks of fibers that stand at one may be out of date.
  states::Places places_;
  const Place* on_stack_[kMaxFibers] = {};  // which one a stack is, if it is any
  bool remembers_ = false;
  Digest128 world_;         // where fibers are
  bool does_more_ = false;  // who runs does what is not remembered
  std::vector<std::byte> scratch_;
};

}  // namespace sim

#endif  // SIM_STATES_MACHINE_STATE_H_
