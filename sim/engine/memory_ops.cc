// Atomics: what a new event may do is asked of the graph, which of it happens of the explorer.
#include "sim/engine/execution.h"

namespace sim {
namespace {

std::string Suffix(Order order) {
  if (order.seq_cst) return " sc";
  if (order.acquire && order.release) return " acq_rel";
  if (order.acquire) return " acq";
  return order.release ? " rel" : " rlx";
}

}  // namespace

LocationId Execution::NewLocation(Bits initial, Label label) {
  const LocationId id = graph_.AddLocation(initial);
  labels_.push_back(label);
  if (id >= waiters_.size()) waiters_.push_back(0);
  return id;
}

void Execution::EndLocation(LocationId location) {
  if (scheduler_.halted()) return;
  if (graph_.location(location).dead) {
    Fail(Verdict::kMisuse, "one end", NameOfLocation(location) + " was destroyed twice", Site{},
         false);
  } else if (waiters_[location] != 0) {
    Fail(Verdict::kMisuse, "no use after its end",
         NameOfLocation(location) + " was destroyed while a fiber waits for it", Site{}, false);
  }
  graph_.MarkDead(location);
}

void Execution::UseAfterEnd(LocationId location, Site site, bool may_throw) {
  Fail(Verdict::kMisuse, "no use after its end",
       NameOfLocation(location) + " was used after it was destroyed", site, may_throw);
}

void Execution::Show(LocationId location) {
  if (!tracing_) return;
  shown_.push_back(location);
  trace_.shown.push_back(NameOfLocation(location));
}

void Execution::Candidates(int fiber, LocationId location, Order order, const Predicate* until,
                           bool update) {
  places_.clear();
  const Graph::Range range = graph_.Readable(fiber, location);
  const bool psc = graph_.has_seq_cst();
  for (std::uint32_t p = range.end; p-- > range.first;) {
    if (until != nullptr && !(*until)(graph_.value(location, p))) continue;
    if (update && graph_.Taken(location, p)) continue;
    // The newest never closes a psc cycle: nothing comes after it.
    if (psc && p + 1 < range.end) {
      const bool ok = update ? graph_.UpdateKeepsPsc(fiber, location, order, p)
                             : graph_.ReadKeepsPsc(fiber, location, order, p);
      if (!ok) continue;
    }
    places_.push_back(p);
  }
}

bool Execution::HasCandidate(const Waiting& wait, int fiber) {
  const Graph::Range range = graph_.Readable(fiber, wait.location);
  for (std::uint32_t p = range.end; p-- > range.first;) {
    if (!wait.until(graph_.value(wait.location, p))) continue;
    if (wait.kind != WaitFor::kUpdate || !graph_.Taken(wait.location, p)) return true;
  }
  return false;
}

std::uint32_t Execution::PlaceToRead(LocationId location, Order order, bool update) {
  const Graph::Range range = graph_.Readable(running(), location);
  if (range.size() == 1) return range.first;
  Candidates(running(), location, order, nullptr, update);
  return places_[scheduler_.Ask(ChoiceKind::kRead, static_cast<std::uint32_t>(places_.size()))];
}

std::uint32_t Execution::PlaceForWrite(LocationId location, Order order) {
  const Graph::Range range = graph_.Readable(running(), location);
  if (range.size() == 1) return range.first;
  places_.clear();
  for (std::uint32_t p = range.end; p-- > range.first;) {
    if (graph_.Taken(location, p)) continue;
    if (graph_.has_seq_cst() && p + 1 < range.end &&
        !graph_.WriteKeepsPsc(running(), location, order, p)) {
      continue;
    }
    places_.push_back(p);
  }
  return places_[scheduler_.Ask(ChoiceKind::kPlace, static_cast<std::uint32_t>(places_.size()))];
}

Bits Execution::Load(LocationId location, Order order, Site site) {
  if (in_monitor_) return Newest(location);
  if (!Enter(location, site)) return 0;
  const std::uint32_t place = PlaceToRead(location, order, false);
  const EventId id = graph_.AddRead(running(), location, order, place);
  const Bits value = graph_.event(id).value;
  if (tracing_) [[unlikely]] {
    Record(id, NameOfLocation(location) + " -> " + labels_[location].print(value) + Suffix(order),
           site);
  }
  return value;
}

void Execution::Store(LocationId location, Bits value, Order order, Site site, bool may_throw) {
  if (!Enter(location, site, may_throw)) return;
  const std::uint32_t place = PlaceForWrite(location, order);
  const Bits before = Newest(location);
  const EventId id = graph_.AddWrite(running(), location, order, value, place);
  if (tracing_) [[unlikely]] {
    Record(id, NameOfLocation(location) + " := " + labels_[location].print(value) + Suffix(order),
           site);
  }
  Written(location, before);
}

Bits Execution::Update(LocationId location, const Modify& modify, Bits operand, Order order,
                       Site site) {
  if (!Enter(location, site)) return 0;
  const std::uint32_t place = PlaceToRead(location, order, true);
  const Bits old = graph_.value(location, place);
  const Bits before = Newest(location);
  const Bits result = modify.result(old, operand);
  const EventId id = graph_.AddUpdate(running(), location, order, result, place);
  if (tracing_) [[unlikely]] {
    const auto print = labels_[location].print;
    Record(id,
           NameOfLocation(location) + " " + modify.name + "(" + print(operand) +
               "): " + print(old) + " -> " + print(result) + Suffix(order),
           site);
  }
  Written(location, before);
  return old;
}

bool Execution::UpdateIf(LocationId location, const Conditional& conditional, Bits operand,
                         Bits desired, Order success, Order failure, Bits& old, Site site) {
  if (!Enter(location, site)) return false;
  const int me = running();
  places_.clear();
  const Graph::Range range = graph_.Readable(me, location);
  for (std::uint32_t p = range.end; p-- > range.first;) {
    const bool holds = conditional.when(graph_.value(location, p), operand);
    const bool may_write = holds && !graph_.Taken(location, p);
    // A strong one whose condition holds writes, so its source must be free to take.
    if (holds && !may_write && !conditional.weak) continue;
    if (graph_.has_seq_cst() && p + 1 < range.end &&
        !(may_write ? graph_.UpdateKeepsPsc(me, location, success, p)
                    : graph_.ReadKeepsPsc(me, location, failure, p))) {
      continue;
    }
    places_.push_back(p);
  }
  const std::uint32_t place =
      places_[scheduler_.Ask(ChoiceKind::kRead, static_cast<std::uint32_t>(places_.size()))];
  old = graph_.value(location, place);
  bool writes = conditional.when(old, operand) && !graph_.Taken(location, place);
  if (writes && conditional.weak) writes = scheduler_.Ask(ChoiceKind::kSpurious, 2) == 0;
  const Bits before = Newest(location);
  const EventId id = writes ? graph_.AddUpdate(me, location, success, desired, place)
                            : graph_.AddRead(me, location, failure, place);
  if (tracing_) [[unlikely]] {
    const auto print = labels_[location].print;
    Record(id,
           NameOfLocation(location) + " " + conditional.name + "(" + print(desired) +
               "): " + (writes ? print(old) + " -> " + print(desired) : "no, it is " + print(old)) +
               Suffix(writes ? success : failure),
           site);
  }
  if (writes) Written(location, before);
  return writes;
}

void Execution::Fence(Order order, Site site) {
  if (!Enter(site)) return;
  const EventId id = graph_.AddFence(running(), order);
  if (tracing_) [[unlikely]]
    Record(id, "fence" + Suffix(order), site);
}

bool Execution::WaitForValue(const Waiting& wait) {
  const int me = running();
  const bool update = wait.kind == WaitFor::kUpdate;
  // A fiber that cannot go on anyway blocks without asking who goes next twice.
  if (scheduler_.halted() || HasCandidate(wait, me)) {
    if (!Enter(wait.location, wait.site)) return false;
  }
  for (;;) {
    if (graph_.location(wait.location).dead) {
      UseAfterEnd(wait.location, wait.site, true);
      return false;
    }
    Candidates(me, wait.location, wait.order, &wait.until, update);
    if (!places_.empty()) return true;
    waiting_[me] = wait;
    waiters_[wait.location] |= std::uint32_t{1} << me;
    scheduler_.SetRunnable(me, false);
    scheduler_.Wait();
    waiters_[wait.location] &= ~(std::uint32_t{1} << me);
    waiting_[me].kind = WaitFor::kNothing;
    if (scheduler_.halted()) return false;
  }
}

Bits Execution::Await(LocationId location, Predicate until, Order order, Site site) {
  if (!WaitForValue({.kind = WaitFor::kValue,
                     .location = location,
                     .until = until,
                     .order = order,
                     .site = site})) {
    return 0;
  }
  const std::uint32_t place =
      places_[scheduler_.Ask(ChoiceKind::kRead, static_cast<std::uint32_t>(places_.size()))];
  const EventId id = graph_.AddRead(running(), location, order, place);
  const Bits value = graph_.event(id).value;
  if (tracing_) [[unlikely]] {
    Record(
        id,
        NameOfLocation(location) + " awaited -> " + labels_[location].print(value) + Suffix(order),
        site);
  }
  return value;
}

Bits Execution::AwaitUpdate(LocationId location, Predicate until, const Modify& modify,
                            Bits operand, Order order, Site site) {
  if (!WaitForValue({.kind = WaitFor::kUpdate,
                     .location = location,
                     .until = until,
                     .order = order,
                     .site = site})) {
    return 0;
  }
  const std::uint32_t place =
      places_[scheduler_.Ask(ChoiceKind::kRead, static_cast<std::uint32_t>(places_.size()))];
  const Bits old = graph_.value(location, place);
  const Bits before = Newest(location);
  const Bits result = modify.result(old, operand);
  const EventId id = graph_.AddUpdate(running(), location, order, result, place);
  if (tracing_) [[unlikely]] {
    Record(id, NameOfLocation(location) + " " + modify.name + Suffix(order), site);
  }
  Written(location, before);
  return old;
}

void Execution::Written(LocationId location, Bits before) {
  for (std::uint32_t left = waiters_[location]; left != 0; left &= left - 1) {
    const int f = __builtin_ctz(left);
    scheduler_.SetRunnable(f, HasCandidate(waiting_[f], f));
  }
  if (!invariants_.empty() || !watchers_.empty()) [[unlikely]]
    RunMonitors(location, before);
}

}  // namespace sim
