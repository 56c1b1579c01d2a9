// The part of the graph that every event runs through; included by graph.h alone.
#ifndef SIM_MEMORY_GRAPH_INLINE_H_
#define SIM_MEMORY_GRAPH_INLINE_H_

#include "sim/memory/graph.h"

namespace sim {

[[gnu::always_inline]] inline EventId Graph::Append(int fiber, EventKind kind, Order order) {
  events_.HaveEvent(count_);
  const EventId id = count_++;
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
  while (!only_newest() && !Known(fiber, co[first])) --first;
  return {first, co.size()};
}

[[gnu::always_inline]] inline void Graph::ReadFrom(EventId id, EventId source) {
  const Event& write = events_[source];
  Event& e = events_[id];
  e.rf = source;
  e.value = write.value;
  const int fiber = e.fiber;
  FiberViews& f = fibers_[fiber];
  const View& msg = events_.msg(source);
  (e.order.acquire() ? f.hb : f.acq).Join(msg, lanes());
  // If whoever knows this read then knows the write as well, the read need not be noted.
  if (!(e.order.acquire() && msg.Contains(write.fiber, write.pos))) {
    events_.touch(source).Note(fiber, e.pos);
  }
  events_.hb(id).Assign(f.hb, lanes());
  if (history_) [[unlikely]] {
    f.porf.Join(events_.porf(source), lanes());
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
  const FiberViews& f = fibers_[fiber];
  events_.hb(id).Assign(f.hb, lanes());
  events_.msg(id).Assign(order.release() ? f.hb : f.rel, lanes());
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

inline const View& Graph::PorfBefore(int fiber, int pos) const {
  if (pos > 0) return events_.porf(at_[fiber][pos - 1]);
  static constexpr View kNothing;
  return creation_[fiber] == kNoEvent ? kNothing : events_.porf(creation_[fiber]);
}

inline const View& Graph::HbBefore(int fiber, int pos) const {
  if (pos > 0) return events_.hb(at_[fiber][pos - 1]);
  static constexpr View kNothing;
  return creation_[fiber] == kNoEvent ? kNothing : events_.hb(creation_[fiber]);
}

inline void Graph::Note(EventId id) {
  Event& e = events_[id];
  FiberViews& f = fibers_[e.fiber];
  e.request = 0;
  e.added_max = true;
  f.porf.Raise(e.fiber, e.pos + 1);
  events_.porf(id).Assign(f.porf, lanes());
  events_.acq(id).Assign(f.acq, lanes());
  events_.rel(id).Assign(f.rel, lanes());
  std::vector<EventId>& at = at_[e.fiber];
  if (static_cast<std::size_t>(e.pos) == at.size()) at.push_back(id);
}

}  // namespace sim

#endif  // SIM_MEMORY_GRAPH_INLINE_H_
