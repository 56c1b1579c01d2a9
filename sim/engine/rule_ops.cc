// Fibers that start and join, choices, faults, and the rules that watch.
#include "sim/engine/execution.h"

namespace sim {

int Execution::CarefulBeginSpawn(const char* name, Site site) {
  if (scheduler_.halted()) {
    scheduler_.Stop();
    return -1;
  }
  if (stepped() && !graph_->full()) {
    const int fiber = graph_->AddFiber(running());
    NewFiber(fiber, name);
    stepper_->NewFiber(fiber);
    return fiber;
  }
  do {
    if (const Event* again = Again<EventKind::kCreate>()) {
      NewFiber(static_cast<int>(again->value), name);
      return static_cast<int>(again->value);
    }
    if (scheduler_.guided()) scheduler_.Point();
  } while (CameBack(/*save=*/false));
  if (graph_->full()) {
    Fail(Verdict::kLimit, "kMaxFibers",
         "an execution has at most " + std::to_string(kMaxFibers) +
             " fibers, the main one included; ended fibers count too",
         site);
    return -1;
  }
  const int creator = running();
  const int fiber = graph_->AddFiber(creator);
  NewFiber(fiber, name);
  if (tracing_) {
    trace_.fibers.emplace_back(name);
    Record(graph_->size() - 1, std::string("starts ") + name, site);
  }
  return fiber;
}

// One of at least two values: an event, so that limits count it.
std::uint32_t Execution::ChooseValue(ChoiceKind kind, std::uint32_t options, const char* fault,
                                     Site site) {
  const bool is_fault = kind == ChoiceKind::kFault;
  if (stepped()) {
    return static_cast<std::uint32_t>(
        TakeValue({.kind = is_fault ? Action::Kind::kFault : Action::Kind::kChoose,
                   .operand = options,
                   .site = site}));
  }
  do {
    if (const Event* again = Again<EventKind::kChoice>()) {
      return static_cast<std::uint32_t>(again->value);
    }
    if (graph_->size() >= look_at_) [[unlikely]]
      TooLong(site, /*may_throw=*/true);
    if (every_point_ && !Enter(site)) return 0;
  } while (CameBack());
  const std::uint32_t pick = scheduler_.Ask(kind, options, fault);
  const EventId id = graph_->AddChoice(running(), pick, options);
  if (graph_explorer_ != nullptr) [[unlikely]] {
    graph_->change(id).request = is_fault;
    graph_explorer_->AddedChoice(id);
  }
  return pick;
}

std::uint32_t Execution::Choose(std::uint32_t options, Site site) {
  if (scheduler_.halted()) {
    scheduler_.Stop();
    return 0;
  }
  if (options == 0 || options > kMaxOptions) {
    Fail(Verdict::kMisuse, "kMaxOptions",
         "choose was asked for one of " + std::to_string(options) + " values; allowed: 1 to " +
             std::to_string(kMaxOptions),
         site);
    return 0;
  }
  if (options == 1) return 0;
  const std::uint32_t pick = ChooseValue(ChoiceKind::kChoose, options, nullptr, site);
  if (tracing_) {
    Note("chooses " + std::to_string(pick) + " of " + std::to_string(options), site);
  }
  return pick;
}

bool Execution::Fault(const char* name, Site site) {
  if (scheduler_.halted()) {
    scheduler_.Stop();
    return false;
  }
  // A search that keeps graphs bounds the faults of each itself.
  if (faults_ >= limits_.max_faults && !scheduler_.guided() && !stepped()) return false;
  if (ChooseValue(ChoiceKind::kFault, 2, name, site) == 0) return false;
  ++faults_;
  if (tracing_) Note(std::string("fault: ") + name, site);
  return true;
}

void Execution::Note(std::string text, Site site) {
  if (tracing_ && !scheduler_.halted()) Record(kNoEvent, std::move(text), site);
}

int Execution::AddInvariant(const char* rule, std::function<bool()> holds, Site site) {
  watched_ = true;
  if (stepped()) stepper_->NewMonitor();
  return monitors_.AddInvariant({rule, std::move(holds), site, true});
}

void Execution::RemoveInvariant(int id) { monitors_.RemoveInvariant(id); }

void Execution::Watch(LocationId location, Monitors::Watcher watcher, bool told) {
  watched_ = true;
  if (stepped()) stepper_->NewMonitor();
  monitors_.AddWatcher(location, std::move(watcher), told);
}

int Execution::AddTeller(Monitors::Teller teller) {
  if (stepped()) stepper_->NewMonitor();
  return monitors_.AddTeller(std::move(teller));
}

void Execution::RunMonitors(LocationId location, Bits before, bool may_throw) {
  const Monitors::Invariant* broken = nullptr;
  try {
    broken = monitors_.Run(location, before, Newest(location));
  } catch (const Unwind&) {
    // A watcher found something at a write that stands in a destructor: its fiber ends later.
    if (may_throw) throw;
    return;
  }
  if (broken == nullptr) return;
  Fail(Verdict::kRuleBroken, broken->rule,
       std::string(broken->rule) + ": does not hold after " + names_[running()] + " wrote " +
           locations_.Name(location),
       broken->site, may_throw);
}

}  // namespace sim
