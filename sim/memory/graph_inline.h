// The part of the graph that every event runs through; included by graph.h alone.
#ifndef SIM_MEMORY_GRAPH_INLINE_H_
#define SIM_MEMORY_GRAPH_INLINE_H_

#include "sim/memory/graph.h"

namespace sim {

[[gnu::always_inline]] inline void Graph::Chain(EventId id) {
  Event& e = events_[id];
  e.next = kNoEvent;
  if (e.pos > 0) events_[last_[e.fiber]].next = id;
  last_[e.fiber] = id;
  std::vector<EventId>& at = at_[e.fiber];
  const auto pos = static_cast<std::size_t>(e.pos);
  if (pos == at.size()) [[unlikely]]
    at.push_back(id);
  at[pos] = id;
}

[[gnu::always_inline]] inline EventId Graph::Append(int fiber, EventKind kind, Order order) {
  events_.HaveEvent(count_);
  const EventId id = count_++;
  Event& e = events_[id];
  e.pos = positions_[fiber];
  e.fiber = static_cast<std::uint8_t>(fiber);
  e.kind = kind;
  e.order = order;
  e.exclusive = false;
  positions_.Increment(fiber);
  if (order.seq_cst()) ++seq_cst_events_;
  events_.Follow(id, last_[fiber], fiber, history_);
  if (history_) [[unlikely]] {
    e.request = 0;
    e.added_max = true;
    e.ends = false;
    Chain(id);
  } else {
    last_[fiber] = id;
  }
  return id;
}

inline Graph::Range Graph::Readable(int fiber, LocationId location) const {
  const CoList& co = locations_[location].co;
  std::uint32_t first = co.size() - 1;
  // The initial write is known to everybody, so this ends.
  while (!only_newest() && !Known(fiber, co[first])) --first;
  return {first, co.size()};
}

// If whoever knows the read then knows the write as well, the read need not be noted.
[[gnu::always_inline]] inline void Graph::NoteTouch(const Event& read) {
  const Event& write = events_[read.rf];
  if (read.order.acquire() && events_.msg(read.rf).Contains(write.fiber, write.pos)) return;
  events_.touch(read.rf).Note(read.fiber, read.pos);
}

[[gnu::always_inline]] inline void Graph::ReadFrom(EventId id, EventId source) {
  Event& e = events_[id];
  e.rf = source;
  e.value = events_[source].value;
  const View& msg = events_.msg(source);
  if (e.order.acquire()) {
    events_.hb(id).Join(msg, lanes());
  } else if (!msg.Empty(lanes())) {
    weak_[e.fiber].acq.Join(msg, lanes());
    if (id < weak_from_) Weaken(id);
  }
  NoteTouch(e);
  if (history_) [[unlikely]] {
    events_.porf(id).Join(events_.porf(source), lanes());
    Note(id);
  }
}

[[gnu::always_inline]] inline EventId Graph::AddRead(int fiber, LocationId location, Order order,
                                                     std::uint32_t place) {
  const EventId id = Append(fiber, EventKind::kRead, Effective(order));
  events_[id].location = location;
  if (history_) [[unlikely]]
    locations_[location].readers.PushBack(id);
  ReadFrom(id, locations_[location].co[place]);
  return id;
}

[[gnu::always_inline]] inline EventId Graph::InsertWrite(int fiber, LocationId location,
                                                         Order order, std::uint64_t value,
                                                         std::uint32_t place) {
  const EventId id = Append(fiber, EventKind::kWrite, order);
  Event& e = events_[id];
  e.location = location;
  e.rf = kNoEvent;
  e.value = value;
  events_.msg(id).Assign(order.release() ? events_.hb(id) : weak_[fiber].rel, lanes());
  events_.touch(id).Begin(fiber, e.pos, lanes());
  CoList& co = locations_[location].co;
  if (place + 1 == co.size()) [[likely]] {
    co.PushBack(id);
  } else {
    co.InsertBefore(place + 1, id);
  }
  if (history_) [[unlikely]]
    Note(id);
  return id;
}

[[gnu::always_inline]] inline EventId Graph::AddWrite(int fiber, LocationId location, Order order,
                                                      std::uint64_t value, std::uint32_t place) {
  return InsertWrite(fiber, location, Effective(order), value, place);
}

inline void Graph::Note(EventId id) {
  if (id < weak_from_) [[likely]]
    return;
  const Weak& weak = weak_[events_[id].fiber];
  events_.acq(id).Assign(weak.acq, lanes());
  events_.rel(id).Assign(weak.rel, lanes());
}

}  // namespace sim

#endif  // SIM_MEMORY_GRAPH_INLINE_H_
