// Every operation as a step that a stepper carries out.
#include <optional>

#include "sim/engine/execution.h"

namespace sim {

void Execution::BeginStepping(Stepper& stepper, const std::function<void()>& body) {
  BeginAny();
  stepper_ = &stepper;
  graph_explorer_ = nullptr;
  graph_ = &own_graph_;
  graph_->Clear(memory_);
  repetition_.Stop(0);
  locations_.Begin(nullptr);
  scheduler_.Guide(nullptr);
  races_.Clear();
  area_labels_.clear();
  watched_ = false;
  faults_ = 0;
  NewFiber(0, "main");
  joins_.Clear();
  scheduler_.BeginStepping([&body] { body(); });
}

void Execution::EndStepping() {
  scheduler_.UnwindAll();
  stepper_ = nullptr;
  EndAny();
}

// The fiber pauses before the action; it goes on when the step was taken. False: the execution is
// over.
bool Execution::Take(const Action& action, bool may_throw) {
  if (scheduler_.halted()) {
    scheduler_.Halt(may_throw);
    return false;
  }
  if (!stepper_->Alive(action)) {
    const std::string name =
        action.plain() ? NameOfArea(action.object) : locations_.Name(action.object);
    Fail(Verdict::kMisuse, "no use after its end", name + " was used after it was destroyed",
         action.site, may_throw);
    return false;
  }
  stepper_->Arrived(action);
  scheduler_.Pause();
  if (scheduler_.halted()) {
    scheduler_.Halt(may_throw);
    return false;
  }
  const Taken taken = stepper_->taken();
  if (taken.wrote && !monitors_.empty()) {
    if (monitors_.Heard(action.object)) stepper_->Heard(action.object, taken.before);
    RunMonitors(action.object, taken.before, may_throw);
  }
  return true;
}

const Bits* Execution::TakeAwait(const Action& action) {
  if (!Take(action, /*may_throw=*/true) || stepper_->taken().over) return nullptr;
  return &stepper_->taken().value;
}

// An operation's value; 0 if the execution is over.
Bits Execution::TakeValue(const Action& action, bool may_throw) {
  return Take(action, may_throw) ? stepper_->taken().value : 0;
}

void Execution::StepEndLocation(LocationId location) {
  if (scheduler_.halted() || stepper_->EndLocation(location)) return;
  Fail(Verdict::kMisuse, "no use after its end",
       locations_.Name(location) + " was destroyed by " + names_[running()] +
           ", but not for the first time, or while another fiber is about to use it",
       Site{}, /*may_throw=*/false);
}

void Execution::StepEndArea(AreaId area) {
  if (scheduler_.halted() || stepper_->EndArea(area)) return;
  Fail(Verdict::kMisuse, "no use after its end",
       NameOfArea(area) + " was destroyed by " + names_[running()] +
           ", but not for the first time, or while another fiber is about to use it",
       Site{}, /*may_throw=*/false);
}

}  // namespace sim
