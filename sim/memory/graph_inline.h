// The part of the graph that every event runs through; included by graph.h alone.
#ifndef SIM_MEMORY_GRAPH_INLINE_H_
#define SIM_MEMORY_GRAPH_INLINE_H_

#include "sim/memory/graph.h"

namespace sim {

[[gnu::always_inline]] inline EventId Graph::Append(int fiber, EventKind kind, Order order) {
  if (count_ == capacity_) [[unlikely]]
    Grow();
  const auto id = static_cast<EventId>(count_++);
  FiberViews& f = fibers_[fiber];
  Event& e = events_[id];
  e.pos = f.hb[fiber];
  e.fiber = static_cast<std::uint8_t>(fiber);
  e.kind = kind;
  e.order = order;
  e.exclusive = false;
  f.hb.Increment(fiber);
  if (order.seq_cst()) ++seq_cst_events_;
  return id;
}

inline Graph::Range Graph::Readable(int fiber, LocationId location) const {
  const CoList& co = locations_[location].co;
  std::uint32_t first = co.size() - 1;
  // The initial write is known to everybody, so this ends.
  while (memory_ != Memory::kSc && !Known(fiber, co[first])) --first;
  return {first, co.size()};
}

[[gnu::always_inline]] inline EventId Graph::AddRead(int fiber, LocationId location, Order order,
                                                     std::uint32_t place) {
  order = Effective(order);
  const EventId id = Append(fiber, EventKind::kRead, order);
  const EventId source = locations_[location].co[place];
  const Event& write = events_[source];
  Event& e = events_[id];
  e.location = location;
  e.rf = source;
  e.value = write.value;
  FiberViews& f = fibers_[fiber];
  EventViews& w = views_[source];
  (order.acquire() ? f.hb : f.acq).Join(w.msg, lanes_);
  // If whoever knows this read then knows the write as well, the read need not be noted.
  if (!(order.acquire() && w.msg.Contains(write.fiber, write.pos))) w.touch.Note(fiber, e.pos);
  views_[id].hb.Assign(f.hb, lanes_);
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
  const FiberViews& f = fibers_[fiber];
  EventViews& v = views_[id];
  v.hb.Assign(f.hb, lanes_);
  v.msg.Assign(order.release() ? f.hb : f.rel, lanes_);
  v.touch.Begin(fiber, e.pos, lanes_);
  CoList& co = locations_[location].co;
  if (place + 1 == co.size()) [[likely]] {
    co.PushBack(id);
  } else {
    co.InsertBefore(place + 1, id);
  }
  return id;
}

[[gnu::always_inline]] inline EventId Graph::AddWrite(int fiber, LocationId location, Order order,
                                                      std::uint64_t value, std::uint32_t place) {
  return InsertWrite(fiber, location, Effective(order), value, place);
}

}  // namespace sim

#endif  // SIM_MEMORY_GRAPH_INLINE_H_
