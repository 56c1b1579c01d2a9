// The part of the engine that nearly every operation runs through; included by execution.h alone.
#ifndef SIM_ENGINE_EXECUTION_INLINE_H_
#define SIM_ENGINE_EXECUTION_INLINE_H_

#include "sim/engine/execution.h"

namespace sim {

inline void Execution::PlainRead(AreaId area, std::size_t first, std::size_t count, Site site,
                                 const Bits* value) {
  const int me = running();
  if (Special() || !races_.Read(area, {first, first + count, me, position(me)}, known(me)))
      [[unlikely]] {
    CarefulPlainRead(area, first, count, site, value);
  }
}

inline void Execution::PlainWrite(AreaId area, std::size_t first, std::size_t count, Site site,
                                  const Bits* value) {
  const int me = running();
  if (Special() || !races_.Write(area, {first, first + count, me, position(me)}, known(me),
                                 graph_->lanes())) [[unlikely]] {
    CarefulPlainWrite(area, first, count, site, value);
  }
}

inline Bits Execution::Newest(LocationId location) const {
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
  if (!repetition_.active()) return nullptr;
  for (;;) {
    const Event* event = repetition_.Repeat<kKind>(running(), location);
    if (event != nullptr) [[likely]]
      return event;
    if (!LetOthersRepeat(kKind, location, may_throw)) return nullptr;
  }
}

}  // namespace sim

#endif  // SIM_ENGINE_EXECUTION_INLINE_H_
