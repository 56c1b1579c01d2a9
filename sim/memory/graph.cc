#include "sim/memory/graph.h"

#include <algorithm>

#include "sim/memory/psc.h"

namespace sim {

void Graph::Clear(Memory memory) {
  memory_ = memory;
  // Under SC everything synchronises; that all agree on one order is the offer of newest writes.
  always_ = memory == Memory::kSc ? Order::kAcquire | Order::kRelease : 0;
  never_ = memory == Memory::kSc ? Order::kSeqCst : 0;
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

void Graph::Grow() {
  const std::size_t larger = capacity_ == 0 ? 256 : 2 * capacity_;
  auto events = std::make_unique<Event[]>(larger);
  auto views = std::make_unique<EventViews[]>(larger);
  std::copy_n(events_.get(), count_, events.get());
  std::copy_n(views_.get(), count_, views.get());
  events_ = std::move(events);
  views_ = std::move(views);
  capacity_ = larger;
}

EventId Graph::AppendMarker(int fiber, EventKind kind, Order order, int value) {
  const EventId id = Append(fiber, kind, order);
  Event& e = events_[id];
  e.value = static_cast<std::uint64_t>(value);
  e.rf = kNoEvent;
  e.location = 0;
  return id;
}

int Graph::AddFiber(int creator) {
  const int fiber = fiber_count_++;
  const int lane = fiber / static_cast<int>(View::kPerLane);
  if (lane >= lanes_) lanes_ = lane + 1;
  const EventId id = AppendMarker(creator, EventKind::kCreate, {}, fiber);
  const FiberViews& from = fibers_[creator];
  views_[id].hb.Assign(from.hb, lanes_);
  fibers_[fiber].hb.Assign(from.hb, lanes_);
  return fiber;
}

EventId Graph::AddJoin(int fiber, int joined) {
  const EventId id = AppendMarker(fiber, EventKind::kJoin, {}, joined);
  fibers_[fiber].hb.Join(fibers_[joined].hb, lanes_);
  views_[id].hb.Assign(fibers_[fiber].hb, lanes_);
  return id;
}

EventId Graph::AddEnd(int fiber) {
  const EventId id = AppendMarker(fiber, EventKind::kEnd, {}, 0);
  views_[id].hb.Assign(fibers_[fiber].hb, lanes_);
  return id;
}

LocationId Graph::AddLocation(std::uint64_t initial) {
  if (location_count_ == locations_.size()) locations_.emplace_back();
  const auto location = static_cast<LocationId>(location_count_++);
  const EventId id = AppendMarker(0, EventKind::kInit, {}, 0);
  fibers_[0].hb.Decrement(0);  // an initial write is in no program order
  Event& e = events_[id];
  e.pos = -1;
  e.value = initial;
  e.location = location;
  EventViews& v = views_[id];
  v.hb.Clear(lanes_);
  v.msg.Clear(lanes_);
  v.touch.Begin(0, -1, lanes_);
  locations_[location].co.Clear();
  locations_[location].co.PushBack(id);
  locations_[location].dead = false;
  return location;
}

bool Graph::KnowsAllAccesses(int fiber, LocationId location) const {
  const View& known = fibers_[fiber].hb;
  // Usually the fiber has joined all others, and knows everything.
  bool everything = true;
  for (int f = 0; f < fiber_count_; ++f) everything &= known[f] >= position(f);
  if (everything) return true;
  for (EventId id = 0; id < count_; ++id) {
    const Event& e = events_[id];
    if ((e.is_read() || e.is_write()) && e.location == location && e.fiber != fiber &&
        !known.Contains(e.fiber, e.pos)) {
      return false;
    }
  }
  return true;
}

EventId Graph::AddUpdate(int fiber, LocationId location, Order order, std::uint64_t value,
                         std::uint32_t place) {
  order = Effective(order);
  const EventId read = AddRead(fiber, location, order, place);
  events_[read].exclusive = true;
  const EventId write = InsertWrite(fiber, location, order, value, place);
  events_[write].exclusive = true;
  // C++20's release sequence: a chain of updates carries on what its head published.
  views_[write].msg.Join(views_[events_[read].rf].msg, lanes_);
  return write;
}

EventId Graph::AddFence(int fiber, Order order) {
  order = Effective(order);
  const EventId id = AppendMarker(fiber, EventKind::kFence, order, 0);
  FiberViews& f = fibers_[fiber];
  if (order.acquire()) f.hb.Join(f.acq, lanes_);
  if (order.release()) f.rel.Assign(f.hb, lanes_);
  views_[id].hb.Assign(f.hb, lanes_);
  return id;
}

EventId Graph::AddChoice(int fiber, std::uint32_t pick, std::uint32_t options) {
  const EventId id = AppendMarker(fiber, EventKind::kChoice, {}, static_cast<int>(pick));
  events_[id].location = options;
  views_[id].hb.Assign(fibers_[fiber].hb, lanes_);
  return id;
}

void Graph::TakeBack(EventId id, const FiberViews& before) {
  const Event& e = events_[id];
  if (e.order.seq_cst()) --seq_cst_events_;
  if (e.kind == EventKind::kWrite) {
    locations_[e.location].co.Erase(id);
  } else {
    views_[e.rf].touch.Forget(e.fiber, e.pos);
  }
  fibers_[e.fiber] = before;
  count_ = id;
}

bool Graph::ReadKeepsPsc(int fiber, LocationId location, Order order, std::uint32_t place) {
  if (place + 1 == locations_[location].co.size()) return true;
  const FiberViews before = fibers_[fiber];
  const EventId id = AddRead(fiber, location, order, place);
  const bool ok = PscIsAcyclic(*this);
  TakeBack(id, before);
  return ok;
}

bool Graph::WriteKeepsPsc(int fiber, LocationId location, Order order, std::uint32_t place) {
  if (place + 1 == locations_[location].co.size()) return true;
  const FiberViews before = fibers_[fiber];
  const EventId id = AddWrite(fiber, location, order, 0, place);
  const bool ok = PscIsAcyclic(*this);
  TakeBack(id, before);
  return ok;
}

bool Graph::UpdateKeepsPsc(int fiber, LocationId location, Order order, std::uint32_t place) {
  if (place + 1 == locations_[location].co.size()) return true;
  const FiberViews before = fibers_[fiber];
  const EventId write = AddUpdate(fiber, location, order, 0, place);
  const bool ok = PscIsAcyclic(*this);
  TakeBack(write, before);
  TakeBack(write - 1, before);
  return ok;
}

}  // namespace sim
