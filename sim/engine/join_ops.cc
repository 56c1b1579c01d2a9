// Fibers that end, and who waits for that.
#include "sim/engine/execution.h"

namespace sim {

int Execution::OnEnd(int fiber, const std::exception_ptr& error) {
  if (turn_ >= 0) LeaveTurn();
  if (!stepped()) EndsHere(fiber);
  if (error != nullptr) [[unlikely]] {
    Threw(fiber, error);
    return -1;
  }
  int waited = -1;
  for (std::uint32_t left = joins_.waiting(); left != 0; left &= left - 1) {
    const int f = __builtin_ctz(left);
    if (waiting_[f].fiber != fiber) continue;
    joins_.Wake(f);
    scheduler_.SetRunnable(f, true);
    waited = f;
  }
  return waited;
}

// A fiber's end comes at once, whoever else could go: nothing depends on when it does, and it is no
// event. Who has joined others may have to wait for them when this is come to again.
void Execution::EndsHere(int fiber) {
  if (repetition_.active()) {
    if (repetition_.Next(fiber) != kNoEvent) {
      return DidNotRepeat(std::string(names_[fiber]) + " ends where it went on before");
    }
    repetition_.Leave(fiber);
  }
  if (graph_explorer_ != nullptr && joins_.all(fiber) == 0) graph_->MarkEnd(fiber);
}

// Something new, where the graph says that the running fiber ends.
void Execution::WentOn() {
  DidNotRepeat(std::string(names_[running()]) + " goes on where it ended before");
}

// False: the execution is over, or steps see to the join.
bool Execution::WaitForEnd(int fiber, const Site& site) {
  // Stands in destructors: nothing here may throw.
  if (scheduler_.halted()) return false;
  if (stepped()) {
    Take({.kind = Action::Kind::kJoin, .object = static_cast<std::uint32_t>(fiber), .site = site},
         /*may_throw=*/false);
    return false;
  }
  const int me = running();
  while (!scheduler_.ended(fiber)) {
    waiting_[me].ForEnd(fiber, site);
    joins_.Wait(me);
    scheduler_.SetRunnable(me, false);
    scheduler_.Wait(/*may_throw=*/false);
    joins_.GoOn(me);
    waiting_[me].kind = WaitFor::kNothing;
    if (scheduler_.halted()) return false;
  }
  return true;
}

const View& ExecutionState::KnownByJoins(int fiber) const {
  return joins_.Known(fiber, [this](int f) -> const View& { return KnownByEvents(f); });
}

// The fiber is about to do something after what it joined.
void Execution::AddJoins(int fiber) {
  graph_->AddJoin(fiber, joins_.joined(fiber));
  joins_.Happened(fiber);
}

}  // namespace sim
