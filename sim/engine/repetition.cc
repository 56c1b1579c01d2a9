#include "sim/engine/repetition.h"

namespace sim {

void Repetition::Begin(const Graph& graph, const std::vector<EventId>* order) {
  graph_ = &graph;
  order_ = order;
  at_order_ = 0;
  left_ = size_ = graph.size();
  legs_.clear();
  for (int f = 0; f < graph.fibers(); ++f) {
    const std::span<const EventId> events = graph.EventsOf(f);
    fibers_[f] = {.at = events.data(),
                  .done = 0,
                  .count = static_cast<int>(events.size()),
                  .waits_for = kNoEvent};
  }
}

// What has to come before, in another fiber.
EventId Repetition::Needs(EventId id) const {
  const Event& e = graph_->event(id);
  if (e.is_read()) return e.rf >= 0 ? e.rf : kNoEvent;
  if (e.kind != EventKind::kJoin) return kNoEvent;
  const int joined = static_cast<int>(e.value);
  return graph_->At(joined, graph_->position(joined) - 1);
}

bool Repetition::Ready(int fiber, EventId id) {
  if (order_ != nullptr) return (*order_)[at_order_] == id;
  const EventId needed = Needs(id);
  if (needed == kNoEvent || Done(needed)) return true;
  fibers_[fiber].waits_for = needed;
  return false;
}

int Repetition::NextFiber(int fiber, std::uint32_t started) {
  legs_.push_back({static_cast<std::uint8_t>(fiber), fibers_[fiber].done});
  if (order_ != nullptr) {
    const int next = graph_->event((*order_)[at_order_]).fiber;
    return (started >> next & 1) != 0 ? next : -1;
  }
  auto can = [&](int f) {
    const Fiber& it = fibers_[f];
    return it.done < it.count && (it.waits_for == kNoEvent || Done(it.waits_for));
  };
  // Whom this one waits for; else upwards, so that the one who joins all comes last.
  if (const EventId needed = fibers_[fiber].waits_for; needed != kNoEvent) {
    const int f = graph_->event(needed).fiber;
    if (f != fiber && (started >> f & 1) != 0 && can(f)) return f;
  }
  const std::uint32_t above = started & ~((std::uint32_t{2} << fiber) - 1);
  for (std::uint32_t left = above; left != 0; left &= left - 1) {
    if (const int f = __builtin_ctz(left); can(f)) return f;
  }
  for (std::uint32_t left = started & ~above; left != 0; left &= left - 1) {
    if (const int f = __builtin_ctz(left); f != fiber && can(f)) return f;
  }
  return -1;
}

EventId Repetition::Newest(LocationId location, EventId but) const {
  const CoList& co = graph_->location(location).co;
  std::uint32_t place = co.size() - 1;
  while (co[place] >= 0 && (co[place] == but || !Done(co[place]))) --place;
  return co[place];
}

std::vector<std::uint8_t> Repetition::Sequence() const {
  std::vector<std::uint8_t> sequence;
  int done[kMaxFibers] = {};
  for (const Leg& leg : legs_) {
    for (; done[leg.fiber] < leg.position; ++done[leg.fiber]) sequence.push_back(leg.fiber);
  }
  for (EventId id = size_; id < graph_->size(); ++id) {
    sequence.push_back(graph_->event(id).fiber);
  }
  return sequence;
}

}  // namespace sim
