// Atomics: what a new event may do is asked of the graph, which of it happens of the explorer.
#include "sim/engine/execution.h"

namespace sim {

LocationId Execution::NewLocation(Bits initial, Label label) {
  const LocationId location = locations_.Make(*graph_, running(), initial, label);
  if (stepped()) stepper_->NewLocation(location, initial);
  return location;
}

void Execution::CarefulEndLocation(LocationId location) {
  if (scheduler_.halted()) return;
  if (locations_[location].dead) {
    Fail(Verdict::kMisuse, "one end", locations_.Name(location) + " was destroyed twice", Site{},
         false);
  } else if (locations_[location].waiters != 0) {
    Fail(Verdict::kMisuse, "no use after its end",
         locations_.Name(location) + " was destroyed while a fiber waits for it", Site{}, false);
  } else if (!graph_->AllAccessesIn(known(running()), location)) {
    Fail(Verdict::kMisuse, "no use after its end",
         locations_.Name(location) + " was destroyed by " + names_[running()] +
             " although another fiber's access to it does not happen before",
         Site{}, false);
  }
  locations_[location].dead = true;
}

void Execution::UseAfterEnd(LocationId location, Site site, bool may_throw) {
  Fail(Verdict::kMisuse, "no use after its end",
       locations_.Name(location) + " was used after it was destroyed", site, may_throw);
}

void Execution::Show(LocationId location) {
  if (!tracing_) return;
  shown_.push_back(location);
  trace_.shown.push_back(locations_.Name(location));
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
  if (scheduler_.halted() || graph_->size() >= look_at_ || locations_[location].dead) [[unlikely]] {
    return Enter(location, site, may_throw);
  }
  return true;
}

inline std::uint32_t Execution::PlaceForWrite(LocationId location, Order order) {
  const CoList& co = graph_->location(location).co;
  if (scheduler_.guided() || graph_->Known(running(), co.back())) [[likely]]
    return co.size() - 1;
  return PlaceAmongSeveral(location, order);
}

std::uint32_t Execution::PlaceAmongSeveral(LocationId location, Order order) {
  candidates_.ToWrite(*graph_, running(), location, order);
  return Pick(ChoiceKind::kPlace, location);
}

// Of the events that this run has come to, one that the access conflicts with, if one of the two is
// plain and nothing orders them.
EventId Execution::RacesWith(EventId access) const {
  const Event& mine = graph_->event(access);
  for (EventId id = 0; id < graph_->size(); ++id) {
    const Event& e = graph_->event(id);
    if (!(e.is_read() || e.is_write()) || e.location != mine.location || e.fiber == mine.fiber ||
        !(e.is_write() || mine.is_write()) || !(e.order.plain() || mine.order.plain()) ||
        (repetition_.active() && !repetition_.Done(id))) {
      continue;
    }
    if (!graph_->hb(access).Contains(e.fiber, e.pos) &&
        !graph_->hb(id).Contains(mine.fiber, mine.pos)) {
      return id;
    }
  }
  return kNoEvent;
}

void Execution::LookForRace(EventId access, Site site) {
  const EventId other = RacesWith(access);
  if (other == kNoEvent) return;
  const Event& e = graph_->event(other);
  const Event& mine = graph_->event(access);
  Fail(Verdict::kDataRace, "plain accesses are ordered",
       std::string(names_[mine.fiber]) + (mine.is_write() ? " writes " : " reads ") +
           locations_.Name(mine.location) + (mine.order.plain() ? "" : " (atomically)") +
           " while " + names_[e.fiber] + (e.is_write() ? " writes it" : " reads it") +
           (e.order.plain() ? "" : " (atomically)") + ": nothing orders the two",
       site, /*may_throw=*/true, e.fiber);
}

// The newest where nothing is asked; a plain read or an update always may take it.
inline std::uint32_t Execution::PlaceToRead(LocationId location, Order order) {
  if (scheduler_.guided()) return graph_->location(location).co.size() - 1;
  candidates_.ToRead(*graph_, running(), location, order);
  return Pick(ChoiceKind::kRead, location);
}

inline std::uint32_t Execution::PlaceToUpdate(LocationId location, Order order) {
  if (scheduler_.guided()) return graph_->location(location).co.size() - 1;
  candidates_.ToUpdate(*graph_, running(), location, order);
  return Pick(ChoiceKind::kRead, location);
}

Bits Execution::Load(LocationId location, Order order, Site site) {
  if (const Event* again = Lookup<EventKind::kRead>(location)) return again->value;
  return CarefulLoad(location, order, site);
}

void Execution::Store(LocationId location, Bits value, Order order, Site site, bool may_throw) {
  if (const Event* again = Lookup<EventKind::kWrite>(location)) {
    if (again->value != value) [[unlikely]]
      WroteAnother(*again, value, may_throw);
    return;
  }
  CarefulStore(location, value, order, site, may_throw);
}

Bits Execution::Update(LocationId location, const Modify& modify, Bits operand, Order order,
                       const Site& site) {
  if (const Event* again = Lookup<EventKind::kRead>(location)) return again->value;
  return CarefulUpdate(location, modify, operand, order, site);
}

bool Execution::UpdateIf(LocationId location, const Conditional& conditional, Bits operand,
                         Bits desired, Order success, Order failure, Bits& old, const Site& site) {
  if (const Event* again = Lookup<EventKind::kRead>(location)) {
    old = again->value;
    return again->exclusive;
  }
  return CarefulUpdateIf(location, conditional, operand, desired, success, failure, old, site);
}

Bits Execution::CarefulLoad(LocationId location, Order order, Site site) {
  if (const Event* again = LookupLater(location)) return again->value;
  if (monitors_.running()) return Newest(location);
  if (stepped()) {
    return TakeValue({.kind = Action::Kind::kLoad,
                      .not_atomic = order.plain(),
                      .object = location,
                      .site = site});
  }
  if (order.plain()) [[unlikely]] {
    locations_.SetPlain(location);
    watched_ = true;
  }
  if (turn_ >= 0) [[unlikely]] {
    if (const Event* before = ReadAgain(location)) return PassAgain(*before);
  }
  do {
    if (const Event* again = Again<EventKind::kRead>(location)) {
      LookAtRepeated(*again, site, /*may_throw=*/true);
      return again->value;
    }
    if (!Enter(location, site)) return 0;
  } while (CameBack());
  const EventId id = graph_->AddRead(running(), location, order, PlaceToRead(location, order));
  if (graph_explorer_ != nullptr) [[unlikely]]
    graph_explorer_->AddedRead(id, {});
  if (locations_[location].plain) [[unlikely]]
    LookForRace(id, site);
  const Bits value = graph_->event(id).value;
  if (tracing_) [[unlikely]] {
    Record(
        id,
        locations_.Name(location) + " -> " + locations_.Print(location, value) + OrderText(order),
        site);
  }
  return value;
}

void Execution::CarefulStore(LocationId location, Bits value, Order order, Site site,
                             bool may_throw) {
  if (stepped()) {
    Take({.kind = Action::Kind::kStore,
          .not_atomic = order.plain(),
          .object = location,
          .operand = value,
          .site = site},
         may_throw);
    return;
  }
  if (order.plain()) [[unlikely]] {
    locations_.SetPlain(location);
    watched_ = true;
  }
  do {
    if (const Event* again = Again<EventKind::kWrite>(location, may_throw)) {
      if (again->value != value) return WroteAnother(*again, value, may_throw);
      return LookAtRepeated(*again, site, may_throw);
    }
    if (!EnterStore(location, order, site, may_throw)) return;
  } while (CameBack(/*save=*/!HasOnePlace(location)));
  const std::uint32_t place = PlaceForWrite(location, order);
  const Bits before = BeforeWrite(location);
  const EventId id = graph_->AddWrite(running(), location, order, value, place);
  if (graph_explorer_ != nullptr) [[unlikely]]
    graph_explorer_->AddedWrite(id);
  if (locations_[location].plain) [[unlikely]]
    LookForRace(id, site);
  if (tracing_) [[unlikely]] {
    Record(
        id,
        locations_.Name(location) + " := " + locations_.Print(location, value) + OrderText(order),
        site);
  }
  Written(location, id, before, may_throw);
}

Bits Execution::CarefulUpdate(LocationId location, const Modify& modify, Bits operand, Order order,
                              const Site& site) {
  if (const Event* again = LookupLater(location)) return again->value;
  if (stepped()) {
    return TakeValue({.kind = Action::Kind::kUpdate,
                      .object = location,
                      .operand = operand,
                      .modify = &modify,
                      .site = site});
  }
  do {
    if (const Event* again = Again<EventKind::kRead>(location)) {
      LookAtRepeated(*again, site, /*may_throw=*/true);
      return again->value;
    }
    if (!Enter(location, site)) return 0;
  } while (CameBack());
  const std::uint32_t place = PlaceToUpdate(location, order);
  const Bits old = graph_->value(location, place);
  const Bits before = BeforeWrite(location);
  const Bits result = modify.result(old, operand);
  const EventId id = graph_->AddUpdate(running(), location, order, result, place);
  if (graph_explorer_ != nullptr) [[unlikely]]
    graph_explorer_->AddedUpdate(id, {.modify = &modify, .operand = operand, .order = order});
  if (locations_[location].plain) [[unlikely]]
    LookForRace(id, site);
  if (tracing_) [[unlikely]] {
    Record(id,
           locations_.Name(location) + " " + modify.name + "(" +
               locations_.Print(location, operand) + "): " + locations_.Print(location, old) +
               " -> " + locations_.Print(location, result) + OrderText(order),
           site);
  }
  Written(location, id, before);
  return old;
}

bool Execution::CarefulUpdateIf(LocationId location, const Conditional& conditional, Bits operand,
                                Bits desired, Order success, Order failure, Bits& old,
                                const Site& site) {
  if (const Event* again = LookupLater(location)) {
    old = again->value;
    return again->exclusive;
  }
  if (stepped()) {
    old = TakeValue({.kind = Action::Kind::kUpdateIf,
                     .object = location,
                     .operand = operand,
                     .desired = desired,
                     .conditional = &conditional,
                     .site = site});
    return stepper_->taken().wrote;
  }
  const int me = running();
  if (turn_ >= 0) [[unlikely]] {
    const Event* before = ReadAgain(location);
    if (before != nullptr && !conditional.when(before->value, operand)) {
      old = PassAgain(*before);
      return false;
    }
  }
  do {
    if (const Event* again = Again<EventKind::kRead>(location)) {
      old = again->value;
      LookAtRepeated(*again, site, /*may_throw=*/true);
      return again->exclusive;
    }
    if (!Enter(location, site)) return false;
  } while (CameBack());
  auto when = [&conditional, operand](Bits value) { return conditional.when(value, operand); };
  std::uint32_t place = graph_->location(location).co.size() - 1;
  if (!scheduler_.guided()) {
    candidates_.ToUpdateIf(*graph_, me, location, success, failure, when, conditional.weak);
    place = Pick(ChoiceKind::kRead, location);
  }
  old = graph_->value(location, place);
  bool writes = when(old) && !graph_->Taken(location, place) &&
                (!graph_->has_seq_cst() || graph_->UpdateKeepsPsc(me, location, success, place));
  const bool may_fail = conditional.weak && (!graph_->has_seq_cst() ||
                                             graph_->ReadKeepsPsc(me, location, failure, place));
  if (writes && may_fail) writes = scheduler_.Ask(ChoiceKind::kSpurious, 2) == 0;
  if (!writes && when(old)) failed_freely_[me] = position(me);
  const Bits before = BeforeWrite(location);
  const EventId id = writes ? graph_->AddUpdate(me, location, success, desired, place)
                            : graph_->AddRead(me, location, failure, place);
  if (graph_explorer_ != nullptr) [[unlikely]] {
    const ReadRequest request{.conditional = &conditional,
                              .operand = operand,
                              .desired = desired,
                              .order = success,
                              .failure = failure};
    writes ? graph_explorer_->AddedUpdate(id, request) : graph_explorer_->AddedRead(id, request);
  }
  if (locations_[location].plain) [[unlikely]]
    LookForRace(id, site);
  if (tracing_) [[unlikely]] {
    auto print = [&](Bits value) { return locations_.Print(location, value); };
    Record(id,
           locations_.Name(location) + " " + conditional.name + "(" + print(desired) +
               "): " + (writes ? print(old) + " -> " + print(desired) : "no, it is " + print(old)) +
               OrderText(writes ? success : failure),
           site);
  }
  if (writes) Written(location, id, before);
  return writes;
}

void Execution::Fence(Order order, Site site) {
  if (stepped()) return;  // under SC it does nothing
  if (turn_ > 0 && FenceAgain()) [[unlikely]]
    return;
  do {
    if (Again<EventKind::kFence>() != nullptr) return;
    if (!Enter(site)) return;
  } while (CameBack(/*save=*/false));
  const EventId id = graph_->AddFence(running(), order);
  if (tracing_) [[unlikely]]
    Record(id, "fence" + OrderText(order), site);
}

}  // namespace sim
