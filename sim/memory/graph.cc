#include "sim/memory/graph.h"

#include "sim/memory/psc.h"

namespace sim {

void Graph::Clear(Memory memory) {
  memory_ = memory;
  for (int f = 0; f < fiber_count_; ++f) {
    fibers_[f].hb.Clear(lanes_);
    fibers_[f].acq.Clear(lanes_);
    fibers_[f].rel.Clear(lanes_);
  }
  fiber_count_ = 1;
  count_ = 0;
  location_count_ = 0;
  seq_cst_events_ = 0;
}

EventId Graph::Append(int fiber, EventKind kind, Order order) {
  if (count_ == events_.size()) {
    const std::size_t larger = count_ == 0 ? 256 : 2 * count_;
    events_.resize(larger);
    views_.resize(larger);
  }
  const auto id = static_cast<EventId>(count_++);
  Event& e = events_[id];
  FiberViews& f = fibers_[fiber];
  e.pos = f.hb[fiber];
  e.fiber = static_cast<std::uint8_t>(fiber);
  e.kind = kind;
  e.order = order;
  e.exclusive = false;
  f.hb.Set(fiber, static_cast<std::int16_t>(e.pos + 1));
  seq_cst_events_ += order.seq_cst;
  return id;
}

int Graph::AddFiber(int creator) {
  const int fiber = fiber_count_++;
  const int lane = fiber / View::kPerLane;
  if (lane >= lanes_) lanes_ = lane + 1;
  const EventId id = Append(creator, EventKind::kCreate, {});
  events_[id].value = static_cast<std::uint64_t>(fiber);
  const FiberViews& from = fibers_[creator];
  views_[id].hb.Assign(from.hb, lanes_);
  fibers_[fiber].hb.Assign(from.hb, lanes_);
  return fiber;
}

void Graph::AddJoin(int fiber, int joined) {
  const EventId id = Append(fiber, EventKind::kJoin, {});
  events_[id].value = static_cast<std::uint64_t>(joined);
  fibers_[fiber].hb.Join(fibers_[joined].hb, lanes_);
  views_[id].hb.Assign(fibers_[fiber].hb, lanes_);
}

void Graph::AddEnd(int fiber) {
  const EventId id = Append(fiber, EventKind::kEnd, {});
  views_[id].hb.Assign(fibers_[fiber].hb, lanes_);
}

LocationId Graph::AddLocation(std::uint64_t initial) {
  if (location_count_ == locations_.size()) locations_.emplace_back();
  const auto location = static_cast<LocationId>(location_count_++);
  const EventId id = Append(0, EventKind::kInit, {});
  fibers_[0].hb.Set(0, events_[id].pos);  // an initial write is in no program order
  Event& e = events_[id];
  e.pos = -1;
  e.value = initial;
  e.location = location;
  EventViews& v = views_[id];
  v.hb.Clear(lanes_);
  v.msg.Clear(lanes_);
  v.touch.Clear(lanes_);
  v.touch.Note(0, -1);
  locations_[location].co.assign(1, id);
  locations_[location].dead = false;
  return location;
}

Graph::Range Graph::Readable(int fiber, LocationId location) const {
  const std::vector<EventId>& co = locations_[location].co;
  const auto end = static_cast<std::uint32_t>(co.size());
  std::uint32_t first = end - 1;
  if (memory_ == Memory::kSc) return {first, end};
  const View& known = fibers_[fiber].hb;
  // The initial write is known to everybody, so this ends.
  while (!views_[co[first]].touch.SeenBy(known, lanes_)) --first;
  return {first, end};
}

EventId Graph::AddRead(int fiber, LocationId location, Order order, std::uint32_t place) {
  order = Effective(order);
  const EventId id = Append(fiber, EventKind::kRead, order);
  const EventId source = locations_[location].co[place];
  Event& e = events_[id];
  e.location = location;
  e.rf = source;
  e.value = events_[source].value;
  EventViews& write = views_[source];
  write.touch.Note(fiber, e.pos);
  FiberViews& f = fibers_[fiber];
  (order.acquire ? f.hb : f.acq).Join(write.msg, lanes_);
  views_[id].hb.Assign(f.hb, lanes_);
  return id;
}

EventId Graph::InsertWrite(int fiber, LocationId location, Order order, std::uint64_t value,
                           std::uint32_t place, EventId source) {
  order = Effective(order);
  const EventId id = Append(fiber, EventKind::kWrite, order);
  Event& e = events_[id];
  e.location = location;
  e.rf = kNoEvent;
  e.value = value;
  const FiberViews& f = fibers_[fiber];
  EventViews& v = views_[id];
  v.hb.Assign(f.hb, lanes_);
  v.msg.Assign(order.release ? f.hb : f.rel, lanes_);
  if (source != kNoEvent) {
    e.exclusive = true;
    v.msg.Join(views_[source].msg, lanes_);  // C++20's release sequence: a chain of updates
  }
  v.touch.Clear(lanes_);
  v.touch.Note(fiber, e.pos);
  std::vector<EventId>& co = locations_[location].co;
  if (place + 1 == co.size()) {
    co.push_back(id);
  } else {
    co.insert(co.begin() + place + 1, id);
  }
  return id;
}

EventId Graph::AddWrite(int fiber, LocationId location, Order order, std::uint64_t value,
                        std::uint32_t place) {
  return InsertWrite(fiber, location, order, value, place, kNoEvent);
}

EventId Graph::AddUpdate(int fiber, LocationId location, Order order, std::uint64_t value,
                         std::uint32_t place) {
  const EventId read = AddRead(fiber, location, order, place);
  events_[read].exclusive = true;
  return InsertWrite(fiber, location, order, value, place, events_[read].rf);
}

EventId Graph::AddFence(int fiber, Order order) {
  order = memory_ == Memory::kSc ? Order{.acquire = true, .release = true} : order;
  const EventId id = Append(fiber, EventKind::kFence, order);
  FiberViews& f = fibers_[fiber];
  if (order.acquire) f.hb.Join(f.acq, lanes_);
  if (order.release) f.rel.Assign(f.hb, lanes_);
  views_[id].hb.Assign(f.hb, lanes_);
  return id;
}

void Graph::TakeBack(EventId id, const FiberViews& before) {
  const Event& e = events_[id];
  seq_cst_events_ -= e.order.seq_cst;
  if (e.kind == EventKind::kWrite) {
    std::vector<EventId>& co = locations_[e.location].co;
    for (std::size_t i = co.size(); i-- > 0;) {
      if (co[i] == id) {
        co.erase(co.begin() + static_cast<std::ptrdiff_t>(i));
        break;
      }
    }
  } else {
    views_[e.rf].touch.Forget(e.fiber, e.pos);
  }
  fibers_[e.fiber] = before;
  count_ = id;
}

bool Graph::ReadKeepsPsc(int fiber, LocationId location, Order order, std::uint32_t place) {
  const FiberViews before = fibers_[fiber];
  const EventId id = AddRead(fiber, location, order, place);
  const bool ok = PscIsAcyclic(*this);
  TakeBack(id, before);
  return ok;
}

bool Graph::WriteKeepsPsc(int fiber, LocationId location, Order order, std::uint32_t place) {
  const FiberViews before = fibers_[fiber];
  const EventId id = AddWrite(fiber, location, order, 0, place);
  const bool ok = PscIsAcyclic(*this);
  TakeBack(id, before);
  return ok;
}

bool Graph::UpdateKeepsPsc(int fiber, LocationId location, Order order, std::uint32_t place) {
  const FiberViews before = fibers_[fiber];
  const EventId write = AddUpdate(fiber, location, order, 0, place);
  const bool ok = PscIsAcyclic(*this);
  TakeBack(write, before);
  TakeBack(write - 1, before);
  return ok;
}

}  // namespace sim
