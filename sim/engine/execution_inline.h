// The part of the engine that nearly every operation runs through; included by execution.h alone.
#ifndef SIM_ENGINE_EXECUTION_INLINE_H_
#define SIM_ENGINE_EXECUTION_INLINE_H_

#include "sim/engine/execution.h"

namespace sim {

template <EventKind kKind>
[[gnu::always_inline]] inline const Event* Execution::Lookup(LocationId location) {
  if (!repetition_.active() || watched_ || turn_ >= 0) return nullptr;
  const Event* const event = repetition_.Find<kKind>(running(), location);
  if (event != nullptr) [[likely]]
    repetition_.Pass<kKind>(running());
  return event;
}

// All that it calls up to the switch is inlined, since each return after a switch is mispredicted.
[[gnu::always_inline]] inline const Event* Execution::LookupLater(LocationId location) {
  while (repetition_.active() && !watched_ && turn_ < 0 && repetition_.MustWait(running())) {
    const int next = OnRepeat(running(), scheduler_.started());
    if (next >= 0 && next != running()) scheduler_.SwitchTo(next, /*may_throw=*/true);
    if (scheduler_.halted()) [[unlikely]]
      return nullptr;
    const Event* const event = Lookup<EventKind::kRead>(location);
    if (event != nullptr) return event;
  }
  return nullptr;
}

inline void Execution::EndLocation(LocationId location) {
  if (stepped()) [[unlikely]]
    return StepEndLocation(location);
  Shared& shared = locations_[location];
  if (scheduler_.halted() || shared.dead || shared.waiters != 0 || !JoinedAll()) [[unlikely]]
    return CarefulEndLocation(location);
  shared.dead = true;
}

inline void Execution::EndArea(AreaId area) {
  if (stepped()) [[unlikely]]
    return StepEndArea(area);
  if (scheduler_.halted() || races_.dead(area) || !JoinedAll()) [[unlikely]]
    return CarefulEndArea(area);
  races_.MarkDead(area);
}

template <class F>
int Execution::Spawn(const char* name, F&& body, Site site) {
  const int fiber = BeginSpawn(name, site);
  if (fiber <= 0) return fiber;
  if (repetition_.active() && BeginsHere(fiber)) {
    const std::exception_ptr error = scheduler_.SpawnHere(fiber, std::forward<F>(body));
    if (!scheduler_.halted()) [[likely]]
      OnEnd(fiber, error);
    if (scheduler_.halted()) [[unlikely]]
      scheduler_.Halt();
  } else {
    scheduler_.Spawn(fiber, std::forward<F>(body));
  }
  return fiber;
}

// Whether a fiber that was just spawned can come to its end at once.
inline bool Execution::BeginsHere(int fiber) {
  return repetition_.RunsThrough(fiber) && scheduler_.CanRunHere();
}

inline void Execution::NewFiber(int fiber, const char* name) {
  locations_.NewFiber(fiber);
  joins_.NewFiber(fiber);
  names_[fiber] = name;
  waiting_[fiber].kind = WaitFor::kNothing;
  polls_since_[fiber] = 0;
  failed_freely_[fiber] = -1;
}

inline int Execution::BeginSpawn(const char* name, Site site) {
  const Event* again = scheduler_.halted() ? nullptr : Lookup<EventKind::kCreate>();
  if (again == nullptr) return CarefulBeginSpawn(name, site);
  const auto fiber = static_cast<int>(again->value);
  NewFiber(fiber, name);
  return fiber;
}

inline void Execution::Join(int fiber, const Site& site) {
  if (stepped() || scheduler_.halted() || !scheduler_.ended(fiber)) {
    if (!WaitForEnd(fiber, site)) return;
  }
  const int me = running();
  joins_.Join(me, fiber);
  if (!repetition_.active()) return;
  // The repeated graph has them as one event, behind the last.
  const Event* const e = repetition_.Find<EventKind::kJoin>(me, 0);
  if (e == nullptr || e->value != joins_.joined(me)) return;
  repetition_.Pass<EventKind::kJoin>(me);
  joins_.Happened(me);
}

inline void Execution::PlainRead(AreaId area, std::size_t first, std::size_t count, Site site,
                                 const Bits* value) {
  if (Special() || !races_.ReadsWhole(area, first, first + count, running(), known(running())))
      [[unlikely]] {
    CarefulPlainRead(area, first, count, site, value);
  }
}

inline void Execution::PlainWrite(AreaId area, std::size_t first, std::size_t count, Site site,
                                  const Bits* value) {
  if (Special() || !races_.WritesWhole(area, first, first + count, running(), known(running()),
                                       graph_->lanes())) [[unlikely]] {
    CarefulPlainWrite(area, first, count, site, value);
  }
}

inline Bits Execution::Newest(LocationId location) const {
  if (stepped()) [[unlikely]]
    return stepper_->Newest(location);
  const EventId newest =
      repetition_.active() ? repetition_.Newest(location) : graph_->newest(location);
  return graph_->event(newest).value;
}

[[gnu::always_inline]] inline bool Execution::Enter(Site site, bool may_throw) {
  if (graph_->size() >= look_at_) [[unlikely]]
    TooLong(site, may_throw);
  if (turn_ >= 0) [[unlikely]]
    LeaveTurn();
  scheduler_.Point(may_throw);
  return !scheduler_.halted();
}

[[gnu::always_inline]] inline bool Execution::Enter(LocationId location, Site site,
                                                    bool may_throw) {
  if (graph_->size() >= look_at_) [[unlikely]]
    TooLong(site, may_throw, locations_.Name(location));
  if (!Enter(site, may_throw)) return false;
  if (!locations_[location].dead) [[likely]]
    return true;
  UseAfterEnd(location, site, may_throw);
  return false;
}

inline std::uint32_t Execution::Pick(ChoiceKind kind, LocationId location) {
  if (candidates_.size() == 1 || scheduler_.guided()) return candidates_[0];
  return candidates_[scheduler_.Ask(
      Question{.kind = kind,
               .arity = static_cast<std::uint16_t>(candidates_.size()),
               .running = running(),
               .location = location,
               .places = candidates_.places()})];
}

inline void Execution::Written(LocationId location, EventId write, Bits before, bool may_throw) {
  if (locations_[location].waiters != 0) WakeWaiters(location, write);
  if (!monitors_.empty()) [[unlikely]]
    RunMonitors(location, before, may_throw);
}

template <EventKind kKind>
[[gnu::always_inline]] inline const Event* Execution::Again(LocationId location, bool may_throw) {
  while (repetition_.active()) {
    const Event* const event = repetition_.Find<kKind>(running(), location);
    if (event != nullptr && repetition_.InOrder(running())) {
      repetition_.Pass<kKind>(running());
      return event;
    }
    const int next = WhoGoesFirst(kKind, location);
    if (next < 0) return nullptr;
    if (next != running()) scheduler_.SwitchTo(next, may_throw);
    if (scheduler_.halted()) return nullptr;
  }
  if (joins_.pending(running())) [[unlikely]]
    AddJoins(running());
  if (graph_->Ended(running())) [[unlikely]]
    WentOn();
  return nullptr;
}

// The running fiber may add an event now. True: it may not, because another execution goes on from
// where the fiber stood, and has events to come to first.
[[gnu::always_inline]] inline bool Execution::CameBack(bool save) {
  return RepeatsNow() || (saves_ && save && SaveHere());
}

// Whether a new write of the running fiber can only be the newest, so that no other comes in place
// of it.
inline bool Execution::HasOnePlace(LocationId location) const {
  return graph_->Known(running(), graph_->newest(location));
}

}  // namespace sim

#endif  // SIM_ENGINE_EXECUTION_INLINE_H_
