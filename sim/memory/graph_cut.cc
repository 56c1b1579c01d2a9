// A graph with a history: cut, restricted, and changed in one read.
#include <algorithm>

#include "sim/memory/graph.h"

namespace sim {

void Graph::EventsChangeFrom(EventId id) {
  shared_ = std::min(shared_, id);
  changed_ = std::min(changed_, id);
}

void Graph::Weaken(EventId id) {
  // Later events that are there already left them empty.
  for (EventId later = id + 1; history_ && later < std::min(count_, weak_from_); ++later) {
    events_.acq(later).Clear(lanes());
    events_.rel(later).Clear(lanes());
  }
  weak_from_ = id;
}

void Graph::GoBack(int fiber, int pos) {
  last_[fiber] = Before(fiber, pos);
  if (weak_from_ == kNever) return;
  if (pos > 0 && last_[fiber] >= weak_from_) {
    weak_[fiber].acq.Assign(events_.acq(last_[fiber]), lanes());
    weak_[fiber].rel.Assign(events_.rel(last_[fiber]), lanes());
  } else {
    weak_[fiber] = Weak();
  }
}

void Graph::Shorten(int fiber, int pos) {
  positions_.LaneOf(fiber) -= View::Single(fiber, position(fiber) - pos);
  GoBack(fiber, pos);
  if (pos > 0) events_[last_[fiber]].next = kNoEvent;
}

void Graph::Cut(EventId end) {
  std::uint32_t shorter = 0;
  int first[kMaxFibers];  // the position from which on it gets shorter
  for (EventId id = count_; id-- > end;) {
    const Event& e = events_[id];
    shorter |= std::uint32_t{1} << e.fiber;
    first[e.fiber] = e.pos;
    seq_cst_events_ -= e.order.seq_cst();
    if (e.is_read()) {
      CoList& readers = locations_[e.location].readers;
      readers.Truncate(readers.size() - 1);
      events_.touch(e.rf).Forget(e.fiber, e.pos);
    } else if (e.is_write()) {
      locations_[e.location].co.Erase(id);
    } else if (e.kind == EventKind::kCreate) {
      created_ &= ~(std::uint32_t{1} << e.value);
    }
  }
  count_ = end;
  for (; shorter != 0; shorter &= shorter - 1) {
    const int fiber = __builtin_ctz(shorter);
    Shorten(fiber, first[fiber]);
  }
  if (weak_from_ >= end) weak_from_ = kNever;
  EventsChangeFrom(end);
}

void Graph::GoBackTo(const Graph& from, EventId most) {
  if (origin_ == &from && from.branch_ == this) {
    Cut(std::min({most, shared_, from.changed_}));
  } else {
    Clear(from.memory_);
  }
  events_.HaveLanes(from.lanes());
  while (location_count_ < from.location_count_) AddLocation(0);
  location_count_ = from.location_count_;
  for (LocationId l = 0; l < location_count_; ++l) {
    events_[InitOf(l)].value = from.events_[InitOf(l)].value;
  }
}

void Graph::Restrict(const Graph& from, EventId prefix, const View& past, EventId reread,
                     std::vector<EventId>& renamed) {
  GoBackTo(from, reread == kNoEvent ? prefix : reread);
  events_.HaveEvent(from.count_);
  const EventId same = count_;
  renamed.assign(static_cast<std::size_t>(from.count_ - prefix), kNoEvent);
  const Names names{prefix, renamed};
  for (EventId old = same; old < prefix; ++old) CopyEvent(from, old, names);
  for (EventId old = prefix; old < from.count_; ++old) {
    const Event& e = from.events_[old];
    if (!past.Contains(e.fiber, e.pos)) continue;
    renamed[old - prefix] = count_;
    CopyEvent(from, old, names);
  }
  // Sources may come after their reads.
  for (EventId id = same; id < count_; ++id) {
    Event& e = events_[id];
    if (!e.is_read()) continue;
    locations_[e.location].readers.PushBack(id);
    e.rf = id == reread ? kNoEvent : names(e.rf);
    if (id != reread) NoteTouch(e);
  }
  if (weak_from_ != kNever) {
    for (int f = 0; f < fibers(); ++f) GoBack(f, position(f));
  }
  std::copy_n(from.end_needs_, fibers(), end_needs_);
  origin_ = &from;
  shared_ = reread == kNoEvent ? prefix : reread;
  from.branch_ = this;
  from.changed_ = kNever;
}

[[gnu::always_inline]] inline void Graph::CopyEvent(const Graph& from, EventId old,
                                                    const Names& names) {
  const EventId id = count_++;
  events_.Copy(from.events_, old, id);
  const Event& e = events_[id];
  Chain(id);
  positions_.Increment(e.fiber);
  seq_cst_events_ += e.order.seq_cst();
  if (old >= from.weak_from_) [[unlikely]] {
    if (id < weak_from_) Weaken(id);
    events_.CopyWeak(from.events_, old, id);
  } else if (id >= weak_from_) [[unlikely]] {
    events_.acq(id).Clear(lanes());
    events_.rel(id).Clear(lanes());
  }
  if (e.is_write()) {
    events_.touch(id).Begin(e.fiber, e.pos, lanes());
    // After the newest of the older writes that is there.
    const CoList& co = from.locations_[e.location].co;
    std::uint32_t place = co.PlaceOf(old) - 1;
    while (names(co[place]) == kNoEvent || names(co[place]) >= id) --place;
    locations_[e.location].co.InsertAfter(names(co[place]), id);
  } else if (e.kind == EventKind::kCreate) {
    const auto fiber = static_cast<int>(e.value);
    created_ |= std::uint32_t{1} << fiber;
    creation_[fiber] = id;
    last_[fiber] = id;
  }
}

void Graph::SetSource(EventId read, Order order, EventId write) {
  Event& e = events_[read];
  seq_cst_events_ -= e.order.seq_cst();
  e.order = Effective(order);
  seq_cst_events_ += e.order.seq_cst();
  e.exclusive = e.ends = false;
  GoBack(e.fiber, e.pos);
  events_.Follow(read, last_[e.fiber], e.fiber, true);
  last_[e.fiber] = read;
  ReadFrom(read, write);
}

EventId Graph::CompleteUpdate(EventId read, std::uint64_t value) {
  Event& e = events_[read];
  e.exclusive = true;
  e.ends = false;
  const EventId source = e.rf;
  const EventId write =
      InsertWrite(e.fiber, e.location, e.order, value, locations_[e.location].co.PlaceOf(source));
  events_[write].exclusive = true;
  events_.msg(write).Join(events_.msg(source), lanes());
  return write;
}

}  // namespace sim
