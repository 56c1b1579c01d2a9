// Depth first through the states of a machine.
#ifndef SIM_STATES_WALK_H_
#define SIM_STATES_WALK_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/states/machine.h"
#include "sim/states/persistent.h"
#include "sim/states/promise.h"
#include "sim/states/visited.h"
#include "sim/states/ways.h"

namespace sim {

// Which of the possible steps are taken from a state.
enum class Expand : std::uint8_t {
  kAll,
  // All but those that lead where another order of the same steps leads (sleep sets: Godefroid
  // 1996, chapter 5): behind a step of fiber f, the steps of lower fibers that were possible before
  // it and commute with it. All states are visited: of the steps into a state that come from
  // visited ones, that of the highest fiber is not left out, and where its state comes from the
  // same holds, back to the initial one. Needs that no fiber comes back to a state of its own, or
  // there would be no "back to".
  kOneOrder,
  // Those of a persistent set.
  kPersistent,
};

// Of the fibers that can step from the machine's state, those whose steps count there.
inline Accesses::Fibers Expanded(Machine& machine, Expand expand, Accesses::Fibers can) {
  return expand == Expand::kPersistent ? PersistentSet(machine, can) : can;
}

// Whether steps may have been left out because of what turned out to be wrong since Settle.
inline bool Surprises(Expand expand, const Accesses& accesses) {
  if (expand == Expand::kAll) return false;
  return expand == Expand::kPersistent ? accesses.grown() : accesses.grown_apart();
}

// What a walk came to. Sums over all threads.
struct Walked {
  std::uint64_t states = 0;
  std::uint64_t steps = 0;  // that are possible; with kPersistent those that were taken
  std::uint64_t ends = 0;   // of all fibers
};

// What one state adds to that: with the same reduction, whoever comes to it by whatever way.
struct Counted {
  Digest128 state;
  std::uint32_t steps = 0;
  bool end = false;
};
// Where a finding is come to there is no state to be told from others.
inline constexpr Digest128 kFindingState{UINT64_MAX, UINT64_MAX};

// By one thread; several share `visited` and `ways`. It ends when all is visited, at a finding (the
// machine then stands there), or when `ways` say so.
class Walk {
 public:
  // `promise`: tested where states are come to again; null: it is not. `before`: it goes on from.
  Walk(Machine& machine, Expand expand, Visited& visited, Ways& ways, Promise* promise = nullptr,
       const Walked& before = {})
      : machine_(machine),
        expand_(expand),
        visited_(visited),
        ways_(ways),
        promise_(promise),
        walked_(before),
        told_(before.states) {}

  // Each state that it comes to is told there too.
  void CountIn(std::vector<Counted>* counted) { counted_ = counted; }

  // From the initial state, where the machine stands, or what others give away.
  void Run(bool first);
  // From the initial state, until there are so many states with open steps, or so many states: the
  // ways to them. None at a finding, or if that was all. Looked at next is, in turn, the one that
  // was come to first, and the one that is likely to have the most behind it. A function of what
  // the machine knows.
  std::vector<Way> Spread(std::size_t count, std::uint64_t states);
  // By distance, so that the way to what is found is the shortest. Needs Expand::kAll, and that no
  // other walks.
  void RunInBreadth();

  const Walked& walked() const { return walked_; }
  // What it had to leave, if it ended before all was done.
  std::optional<Way> Left() const {
    if (levels_.empty()) return std::nullopt;
    return Way{.steps = machine_.path(), .levels = levels_, .open = open_};
  }
  bool found() const { return deadlock_ || broken_ || machine_.over(); }
  // The promise, by this way.
  const std::optional<Finding>& broken() const { return broken_; }
  const StepWay& broken_way() const { return way_; }
  bool deadlock() const { return deadlock_; }

 private:
  using Fibers = Accesses::Fibers;

  void TakeUp(Way way);
  void Go();
  enum class Came : std::uint8_t { kAgain, kNew, kOver };
  Came Come(const OpenStep& open);
  void PrefetchBehind(const OpenStep& open);
  bool IsNew(const Digest128& state, const Machine::Step* last);
  bool GoOn();
  bool Enter(const OpenStep& open);
  bool Look(Fibers asleep);
  bool LookHere(Fibers asleep);
  bool Foresee(int fiber);
  bool List(Machine::Step step);
  Fibers Asleep(const Level& level, int fiber) const;
  void GiveAway();

  Machine& machine_;
  const Expand expand_;
  Visited& visited_;
  Ways& ways_;
  Promise* const promise_;
  std::vector<OpenStep> open_;  // of each state on the way, the steps to be taken yet
  std::vector<Level> levels_;
  std::size_t base_ = 0;  // steps before the first level
  Walked walked_;
  std::uint64_t told_;  // of walked_.states, to the others
  std::vector<Counted>* counted_ = nullptr;
  bool deadlock_ = false;
  std::optional<Finding> broken_;
  StepWay way_;
};

}  // namespace sim

#endif  // SIM_STATES_WALK_H_
