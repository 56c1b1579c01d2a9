#include "sim/explore/retrace.h"

#include <algorithm>

namespace sim {

std::uint32_t Retrace::Choose(const Question& q) {
  if (q.kind == ChoiceKind::kFiber) return ChooseFiber(q);
  const int me = FiberInGoal(q.running);
  const EventId next = me < 0 ? kNoEvent : goal_.At(me, now_->position(q.running));
  if (next == kNoEvent) return 0;
  const Event& e = goal_.event(next);
  if (q.kind == ChoiceKind::kSpurious) return e.exclusive ? 0 : 1;
  if (e.kind == EventKind::kNever) return q.arity - 1u;
  if (q.kind == ChoiceKind::kRead) {
    std::uint32_t i = 0;
    const CoList& co = now_->location(q.location).co;
    while (i + 1u < q.arity && NameInGoal(co[q.places[i]], e.location) != e.rf) ++i;
    return i;
  }
  if (q.kind != ChoiceKind::kPlace) return static_cast<std::uint32_t>(e.value);
  // Right after the newest write that it comes after.
  const CoList& co = now_->location(q.location).co;
  const CoList& goal = goal_.location(e.location).co;
  const std::uint32_t mine = goal.PlaceOf(next);
  std::uint32_t i = 0;
  for (; i + 1u < q.arity; ++i) {
    // What the goal does not have comes after a finding that did not come out.
    const EventId other = NameInGoal(co[q.places[i]], e.location);
    if (other == kNoEvent || goal.PlaceOf(other) < mine) break;
  }
  return i;
}

// The next in the sequence whose event is not there yet.
std::uint32_t Retrace::ChooseFiber(const Question& q) {
  int now[kMaxFibers];  // by fiber of the goal
  std::fill_n(now, kMaxFibers, -1);
  for (int f = 0; f < now_->fibers(); ++f) {
    if (const int goal = FiberInGoal(f); goal >= 0) now[goal] = f;
  }
  for (; at_ < sequence_.size(); ++at_) {
    const int goal = sequence_[at_];
    const int f = now[goal];
    // A join comes with the next event.
    const EventId next = goal_.At(goal, passed_[goal]);
    const bool joins = next != kNoEvent && goal_.event(next).kind == EventKind::kJoin;
    if (f >= 0 && (joins || passed_[goal] < now_->position(f))) {
      ++passed_[goal];
      continue;
    }
    return f >= 0 && (q.runnable >> f & 1) != 0 ? PickOf(q, f) : PickWhoEnds(q);
  }
  return 0;
}

// Who is to go waits, perhaps for the end of one that has nothing left to do before it.
std::uint32_t Retrace::PickWhoEnds(const Question& q) const {
  for (std::uint32_t left = q.runnable; left != 0; left &= left - 1) {
    const int f = __builtin_ctz(left);
    const int goal = FiberInGoal(f);
    if (goal >= 0 && goal_.position(goal) == now_->position(f)) return PickOf(q, f);
  }
  return 0;
}

int Retrace::FiberInGoal(int now) const {
  if (now == 0) return 0;
  const Event& creation = now_->event(now_->creation(now));
  const int creator = FiberInGoal(creation.fiber);
  const EventId id = creator < 0 ? kNoEvent : goal_.At(creator, creation.pos);
  return id == kNoEvent ? -1 : static_cast<int>(goal_.event(id).value);
}

EventId Retrace::NameInGoal(EventId now, LocationId location) const {
  if (now < 0) return InitOf(location);
  const int fiber = FiberInGoal(now_->event(now).fiber);
  return fiber < 0 ? kNoEvent : goal_.At(fiber, now_->event(now).pos);
}

}  // namespace sim
