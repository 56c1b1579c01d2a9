// Atomics: what a new event may do is asked of the graph, which of it happens of the explorer.
#include "sim/engine/execution.h"

namespace sim {
namespace {

std::string Suffix(Order order) {
  if (order.seq_cst()) return " sc";
  if (order.acquire() && order.release()) return " acq_rel";
  if (order.acquire()) return " acq";
  return order.release() ? " rel" : " rlx";
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
  } else if (!graph_.KnowsAllAccesses(running(), location)) {
    Fail(Verdict::kMisuse, "no use after its end",
         NameOfLocation(location) + " was destroyed by " + names_[running()] +
             " although another fiber's access to it does not happen before",
         Site{}, false);
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

[[gnu::always_inline]] inline bool Execution::Enter(LocationId location, Site site,
                                                    bool may_throw) {
  if (!Enter(site, may_throw)) return false;
  if (!graph_.location(location).dead) [[likely]]
    return true;
  UseAfterEnd(location, site, may_throw);
  return false;
}

inline std::uint32_t Execution::Pick(ChoiceKind kind, LocationId location) {
  if (candidates_.size() == 1) return candidates_[0];
  return candidates_[scheduler_.Ask(
      Question{.kind = kind,
               .arity = static_cast<std::uint16_t>(candidates_.size()),
               .running = running(),
               .location = location,
               .places = candidates_.places()})];
}

// A store needs no scheduling point where a later read may still take an older write: every graph
// is reached without. Not so where only the newest is on offer, for seq_cst, and while monitors
// look at newest values.
[[gnu::always_inline]] inline bool Execution::EnterStore(LocationId location, Order order,
                                                         Site site, bool may_throw) {
  if (!eager_stores_ || !monitors_.empty() || order.seq_cst()) {
    return Enter(location, site, may_throw);
  }
  scheduler_.NoPoint();
  if (scheduler_.halted() || graph_.size() >= look_at_ || graph_.location(location).dead)
      [[unlikely]] {
    return Enter(location, site, may_throw);
  }
  return true;
}

inline void Execution::Written(LocationId location, EventId write, Bits before, bool may_throw) {
  if (waiters_[location] != 0) WakeWaiters(location, write);
  if (!monitors_.empty()) [[unlikely]]
    RunMonitors(location, before, may_throw);
}

inline std::uint32_t Execution::PlaceForWrite(LocationId location, Order order) {
  const CoList& co = graph_.location(location).co;
  if (graph_.Known(running(), co.back())) [[likely]]
    return co.size() - 1;
  return PlaceAmongSeveral(location, order);
}

std::uint32_t Execution::PlaceAmongSeveral(LocationId location, Order order) {
  candidates_.ToWrite(graph_, running(), location, order);
  return Pick(ChoiceKind::kPlace, location);
}

Bits Execution::Load(LocationId location, Order order, Site site) {
  if (monitors_.running()) return Newest(location);
  if (!Enter(location, site)) return 0;
  candidates_.ToRead(graph_, running(), location, order);
  const std::uint32_t place = Pick(ChoiceKind::kRead, location);
  const EventId id = graph_.AddRead(running(), location, order, place);
  if (graph_explorer_ != nullptr) [[unlikely]]
    TellRead(id, {});
  const Bits value = graph_.event(id).value;
  if (tracing_) [[unlikely]] {
    Record(id, NameOfLocation(location) + " -> " + labels_[location].print(value) + Suffix(order),
           site);
  }
  return value;
}

void Execution::Store(LocationId location, Bits value, Order order, Site site, bool may_throw) {
  if (!EnterStore(location, order, site, may_throw)) return;
  const std::uint32_t place = PlaceForWrite(location, order);
  const Bits before = BeforeWrite(location);
  const EventId id = graph_.AddWrite(running(), location, order, value, place);
  Tell(id);
  if (tracing_) [[unlikely]] {
    Record(id, NameOfLocation(location) + " := " + labels_[location].print(value) + Suffix(order),
           site);
  }
  Written(location, id, before, may_throw);
}

Bits Execution::Update(LocationId location, const Modify& modify, Bits operand, Order order,
                       Site site) {
  if (!Enter(location, site)) return 0;
  candidates_.ToUpdate(graph_, running(), location, order);
  const std::uint32_t place = Pick(ChoiceKind::kRead, location);
  const Bits old = graph_.value(location, place);
  const Bits before = BeforeWrite(location);
  const Bits result = modify.result(old, operand);
  const EventId id = graph_.AddUpdate(running(), location, order, result, place);
  if (graph_explorer_ != nullptr) [[unlikely]] {
    TellRead(id - 1, {.modify = &modify, .operand = operand});
    Tell(id);
  }
  if (tracing_) [[unlikely]] {
    const auto print = labels_[location].print;
    Record(id,
           NameOfLocation(location) + " " + modify.name + "(" + print(operand) +
               "): " + print(old) + " -> " + print(result) + Suffix(order),
           site);
  }
  Written(location, id, before);
  return old;
}

bool Execution::UpdateIf(LocationId location, const Conditional& conditional, Bits operand,
                         Bits desired, Order success, Order failure, Bits& old, Site site) {
  if (!Enter(location, site)) return false;
  const int me = running();
  auto when = [&conditional, operand](Bits value) { return conditional.when(value, operand); };
  candidates_.ToUpdateIf(graph_, me, location, success, failure, when, conditional.weak);
  const std::uint32_t place = Pick(ChoiceKind::kRead, location);
  old = graph_.value(location, place);
  bool writes = when(old) && !graph_.Taken(location, place) &&
                (!graph_.has_seq_cst() || graph_.UpdateKeepsPsc(me, location, success, place));
  const bool may_fail = conditional.weak && (!graph_.has_seq_cst() ||
                                             graph_.ReadKeepsPsc(me, location, failure, place));
  if (writes && may_fail) writes = scheduler_.Ask(ChoiceKind::kSpurious, 2) == 0;
  const Bits before = BeforeWrite(location);
  const EventId id = writes ? graph_.AddUpdate(me, location, success, desired, place)
                            : graph_.AddRead(me, location, failure, place);
  if (graph_explorer_ != nullptr) [[unlikely]] {
    TellRead(writes ? id - 1 : id,
             {.conditional = &conditional, .operand = operand, .desired = desired});
    if (writes) Tell(id);
  }
  if (tracing_) [[unlikely]] {
    const auto print = labels_[location].print;
    Record(id,
           NameOfLocation(location) + " " + conditional.name + "(" + print(desired) +
               "): " + (writes ? print(old) + " -> " + print(desired) : "no, it is " + print(old)) +
               Suffix(writes ? success : failure),
           site);
  }
  if (writes) Written(location, id, before);
  return writes;
}

void Execution::Fence(Order order, Site site) {
  if (!Enter(site)) return;
  const EventId id = graph_.AddFence(running(), order);
  Tell(id);
  if (tracing_) [[unlikely]]
    Record(id, "fence" + Suffix(order), site);
}

[[gnu::always_inline]] inline void Execution::Block(const Waiting& wait) {
  const int me = running();
  const std::uint32_t bit = std::uint32_t{1} << me;
  waiting_[me] = wait;
  waiters_[wait.location] |= bit;
  scheduler_.SetRunnable(me, false);
  scheduler_.Wait();
  waiters_[wait.location] &= ~bit;
  waiting_[me].kind = WaitFor::kNothing;
}

[[gnu::always_inline]] inline bool Execution::WaitForValue(WaitFor kind, LocationId location,
                                                           const Predicate& until,
                                                           const Modify* modify, Bits operand,
                                                           Order order, Site site) {
  const int me = running();
  const bool update = kind == WaitFor::kUpdate;
  if (scheduler_.halted() && !Enter(location, site)) return false;
  // A fiber that cannot go on anyway blocks without being asked who goes next; else it is, and
  // looks again if somebody went.
  bool asked = false;
  for (;;) {
    candidates_.ToAwait(graph_, me, location, order, until, update);
    if (candidates_.empty()) {
      if (graph_.location(location).dead) [[unlikely]] {
        UseAfterEnd(location, site, true);
        return false;
      }
      Block({.kind = kind,
             .location = location,
             .until = until,
             .modify = modify,
             .operand = operand,
             .order = order,
             .site = site});
      if (scheduler_.halted()) return false;
      asked = true;
      continue;
    }
    if (asked) return true;
    const std::uint64_t before = scheduler_.switches();
    if (!Enter(location, site)) return false;
    // Whoever else ran has left candidates of its own, even if it added no event.
    if (scheduler_.switches() == before) return true;
    asked = true;
  }
}

bool Execution::HasCandidate(const Waiting& wait, int fiber) const {
  const Graph::Range range = graph_.Readable(fiber, wait.location);
  for (std::uint32_t p = range.end; p-- > range.first;) {
    if (!wait.until(graph_.value(wait.location, p))) continue;
    if (wait.kind != WaitFor::kUpdate || !graph_.Taken(wait.location, p)) return true;
  }
  return false;
}

Bits Execution::Await(LocationId location, Predicate until, Order order, Site site) {
  if (!WaitForValue(WaitFor::kValue, location, until, nullptr, 0, order, site)) return 0;
  const std::uint32_t place = Pick(ChoiceKind::kRead, location);
  const EventId id = graph_.AddRead(running(), location, order, place);
  if (graph_explorer_ != nullptr) [[unlikely]]
    TellRead(id, {.until = &until});
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
  if (!WaitForValue(WaitFor::kUpdate, location, until, &modify, operand, order, site)) return 0;
  const std::uint32_t place = Pick(ChoiceKind::kRead, location);
  const Bits old = graph_.value(location, place);
  const Bits before = BeforeWrite(location);
  const Bits result = modify.result(old, operand);
  const EventId id = graph_.AddUpdate(running(), location, order, result, place);
  if (graph_explorer_ != nullptr) [[unlikely]] {
    TellRead(id - 1, {.until = &until, .modify = &modify, .operand = operand});
    Tell(id);
  }
  if (tracing_) [[unlikely]] {
    Record(id, NameOfLocation(location) + " " + modify.name + Suffix(order), site);
  }
  Written(location, id, before);
  return old;
}

void Execution::WakeWaiters(LocationId location, EventId write) {
  const Bits value = graph_.event(write).value;
  const bool newest = graph_.newest(location) == write;
  for (std::uint32_t left = waiters_[location]; left != 0; left &= left - 1) {
    const int f = __builtin_ctz(left);
    const Waiting& wait = waiting_[f];
    if (wait.kind == WaitFor::kUpdate) {
      // What it could take may be taken now.
      scheduler_.SetRunnable(f, HasCandidate(wait, f));
    } else if (wait.until(value) && (newest || HasCandidate(wait, f))) {
      scheduler_.SetRunnable(f, true);
    }
  }
}

}  // namespace sim
