#include "sim/memory/graph.h"

#include <algorithm>

#include "sim/memory/psc.h"
#include "sim/memory/sc_order.h"

namespace sim {

void Graph::Clear(Memory memory) {
  memory_ = memory;
  // Under SC everything synchronises; that all agree on one order is the offer of newest writes.
  always_ = memory == Memory::kSc ? Order::kAcquire | Order::kRelease : 0;
  never_ = memory == Memory::kSc ? Order::kSeqCst : 0;
  for (int f = 0; f < fibers(); ++f) {
    if (weak_from_ != kNever) weak_[f] = Weak();
  }
  weak_from_ = kNever;
  positions_.Clear(lanes());
  events_.HaveInit(0);
  creation_[0] = kBeginning;
  last_[0] = kBeginning;
  created_ = 1;
  count_ = 0;
  location_count_ = 0;
  seq_cst_events_ = 0;
  EventsChangeFrom(0);
}

EventId Graph::AppendMarker(int fiber, EventKind kind, Order order, int value) {
  const EventId id = Append(fiber, kind, order);
  Event& e = events_[id];
  e.value = static_cast<std::uint64_t>(value);
  e.rf = kNoEvent;
  e.location = 0;
  if (history_) Note(id);
  return id;
}

int Graph::AddFiber(int creator) {
  const int fiber = __builtin_ctz(~created_);
  created_ |= std::uint32_t{1} << fiber;
  events_.HaveLanes(fiber / static_cast<int>(View::kPerLane) + 1);
  const EventId id = AppendMarker(creator, EventKind::kCreate, {}, fiber);
  creation_[fiber] = id;
  last_[fiber] = id;
  weak_[fiber] = Weak();
  return fiber;
}

EventId Graph::AddJoin(int fiber, std::uint32_t joined) {
  const EventId id = AppendMarker(fiber, EventKind::kJoin, {}, 0);
  events_[id].value = joined;
  for (; joined != 0; joined &= joined - 1) {
    const int f = __builtin_ctz(joined);
    events_.hb(id).Join(events_.hb(last_[f]), lanes());
    // Also what it did after its last event, up to its end.
    events_.hb(id).Raise(f, position(f) + 1);
    if (history_) events_.porf(id).Join(events_.porf(last_[f]), lanes());
  }
  return id;
}

void Graph::MarkNewEnd(int fiber) {
  events_[last_[fiber]].ends = true;
  const View& before = events_.porf(creation_[fiber]);
  const View& all = events_.porf(last_[fiber]);
  end_needs_[fiber] = before.Exceeded(all, lanes()) & ~(std::uint32_t{1} << fiber);
}

LocationId Graph::AddLocation(std::uint64_t initial) {
  if (location_count_ == locations_.size()) locations_.emplace_back();
  const LocationId location = location_count_++;
  const EventId id = InitOf(location);
  events_.HaveInit(location);
  Event& e = events_[id];
  e = Event();
  e.pos = -1;
  e.value = initial;
  e.location = location;
  events_.hb(id).Clear(lanes());
  events_.msg(id).Clear(lanes());
  events_.porf(id).Clear(lanes());
  events_.touch(id).Begin(0, -1, lanes());
  locations_[location].co.Clear();
  locations_[location].co.PushBack(id);
  locations_[location].readers.Clear();
  return location;
}

bool Graph::AllAccessesIn(const View& known, LocationId location) const {
  // Usually the fiber has joined all others, and knows everything.
  if (known.Covers(positions_, lanes())) return true;
  auto in = [&](EventId id) { return known.Contains(events_[id].fiber, events_[id].pos); };
  if (history_) {
    const Location& l = locations_[location];
    return std::all_of(l.co.begin(), l.co.end(), in) &&
           std::all_of(l.readers.begin(), l.readers.end(), in);
  }
  for (EventId id = 0; id < count_; ++id) {
    const Event& e = events_[id];
    if ((e.is_read() || e.is_write()) && e.location == location && !in(id)) return false;
  }
  return true;
}

EventId Graph::AddUpdate(int fiber, LocationId location, Order order, std::uint64_t value,
                         std::uint32_t place) {
  const EventId read = AddRead(fiber, location, order, place);
  events_[read].exclusive = true;
  const EventId write = InsertWrite(fiber, location, Effective(order), value, place);
  events_[write].exclusive = true;
  // C++20's release sequence: a chain of updates carries on what its head published.
  events_.msg(write).Join(events_.msg(events_[read].rf), lanes());
  return write;
}

EventId Graph::AddFence(int fiber, Order order) {
  order = Effective(order);
  const EventId id = AppendMarker(fiber, EventKind::kFence, order, 0);
  Weak& weak = weak_[fiber];
  if (order.acquire()) events_.hb(id).Join(weak.acq, lanes());
  if (!order.release()) return id;
  weak.rel.Assign(events_.hb(id), lanes());
  if (id < weak_from_) Weaken(id);
  if (history_) Note(id);
  return id;
}

EventId Graph::AddChoice(int fiber, std::uint32_t pick, std::uint32_t options) {
  const EventId id = AppendMarker(fiber, EventKind::kChoice, {}, static_cast<int>(pick));
  events_[id].location = options;
  return id;
}

EventId Graph::AddNever(int fiber, LocationId location) {
  const EventId id = AppendMarker(fiber, EventKind::kNever, {}, 0);
  events_[id].location = location;
  return id;
}

void Graph::TakeBack(EventId id, const Fiber& before) {
  const Event& e = events_[id];
  if (e.order.seq_cst()) --seq_cst_events_;
  if (e.kind == EventKind::kWrite) {
    locations_[e.location].co.Erase(id);
  } else {
    if (history_) locations_[e.location].readers.Erase(id);
    events_.touch(e.rf).Forget(e.fiber, e.pos);
  }
  if (history_ && events_[before.last].fiber == e.fiber) events_[before.last].next = kNoEvent;
  last_[e.fiber] = before.last;
  weak_[e.fiber] = before.weak;
  positions_.Decrement(e.fiber);
  if (weak_from_ == id) weak_from_ = kNever;
  EventsChangeFrom(id);
  count_ = id;
}

bool Graph::Consistent() const {
  std::vector<EventId> order;
  return memory_ == Memory::kSc ? ScOrder(*this, order) : PscIsAcyclic(*this);
}

bool Graph::ReadKeepsPsc(int fiber, LocationId location, Order order, std::uint32_t place) {
  if (place + 1 == locations_[location].co.size()) return true;
  const Fiber before{last_[fiber], weak_[fiber]};
  const EventId id = AddRead(fiber, location, order, place);
  const bool ok = Consistent();
  TakeBack(id, before);
  return ok;
}

bool Graph::WriteKeepsPsc(int fiber, LocationId location, Order order, std::uint32_t place) {
  if (place + 1 == locations_[location].co.size()) return true;
  const Fiber before{last_[fiber], weak_[fiber]};
  const EventId id = AddWrite(fiber, location, order, 0, place);
  const bool ok = Consistent();
  TakeBack(id, before);
  return ok;
}

bool Graph::UpdateKeepsPsc(int fiber, LocationId location, Order order, std::uint32_t place) {
  if (place + 1 == locations_[location].co.size()) return true;
  const Fiber before{last_[fiber], weak_[fiber]};
  const EventId write = AddUpdate(fiber, location, order, 0, place);
  const bool ok = Consistent();
  TakeBack(write, before);
  TakeBack(write - 1, before);
  return ok;
}

}  // namespace sim
