// A graph with a history: cut, restricted, and changed in one read.
#include <algorithm>

#include "sim/memory/graph.h"

namespace sim {

void Graph::GoBack(int fiber, int pos) {
  FiberViews& f = fibers_[fiber];
  if (pos > 0) {
    const EventId last = at_[fiber][pos - 1];
    f.hb.Assign(events_.hb(last), lanes());
    f.acq.Assign(events_.acq(last), lanes());
    f.rel.Assign(events_.rel(last), lanes());
    f.porf.Assign(events_.porf(last), lanes());
  } else {
    f.hb.Assign(HbBefore(fiber, 0), lanes());
    f.acq.Clear(lanes());
    f.rel.Clear(lanes());
    f.porf.Assign(PorfBefore(fiber, 0), lanes());
  }
}

void Graph::Cut(EventId end) {
  std::uint32_t shorter = 0;
  for (EventId id = count_; id-- > end;) {
    const Event& e = events_[id];
    at_[e.fiber].pop_back();
    shorter |= std::uint32_t{1} << e.fiber;
    if (e.order.seq_cst()) --seq_cst_events_;
    if (e.is_write()) {
      locations_[e.location].co.Erase(id);
    } else if (e.is_read()) {
      CoList& readers = locations_[e.location].readers;
      readers.Truncate(readers.size() - 1);
      events_.touch(e.rf).Forget(e.fiber, e.pos);
    } else if (e.kind == EventKind::kCreate) {
      created_ &= ~(std::uint32_t{1} << e.value);
      shorter &= created_;
    }
  }
  count_ = end;
  for (; shorter != 0; shorter &= shorter - 1) {
    const int fiber = __builtin_ctz(shorter);
    GoBack(fiber, static_cast<int>(at_[fiber].size()));
  }
}

void Graph::CopyLocations(const Graph& from, EventId prefix, const std::vector<EventId>& renamed) {
  while (locations_.size() < from.location_count_) locations_.emplace_back();
  location_count_ = from.location_count_;
  auto name = [&](EventId id) { return id < prefix ? id : renamed[id - prefix]; };
  for (LocationId l = 0; l < location_count_; ++l) {
    CoList& co = locations_[l].co;
    CoList& readers = locations_[l].readers;
    co.Clear();
    readers.Clear();
    for (const EventId id : from.locations_[l].co) {
      if (const EventId kept = name(id); kept != kNoEvent) co.PushBack(kept);
    }
    for (const EventId id : from.locations_[l].readers) {
      if (const EventId kept = name(id); kept != kNoEvent) readers.PushBack(kept);
    }
  }
}

void Graph::Restrict(const Graph& from, EventId prefix, const View& past, EventId reread,
                     std::vector<EventId>& renamed) {
  memory_ = from.memory_;
  always_ = from.always_;
  never_ = from.never_;
  events_.HaveLanes(from.lanes());
  events_.HaveEvent(from.count_);
  if (from.location_count_ > 0) events_.HaveInit(from.location_count_ - 1);
  events_.CopyInits(from.events_, from.location_count_);
  events_.Copy(from.events_, 0, prefix, 0);
  count_ = prefix;
  renamed.assign(static_cast<std::size_t>(from.count_ - prefix), kNoEvent);
  for (EventId id = prefix; id < from.count_; ++id) {
    const Event& e = from.events_[id];
    if (!past.Contains(e.fiber, e.pos)) continue;
    events_.Copy(from.events_, id, id + 1, count_);
    renamed[id - prefix] = count_++;
  }
  for (std::vector<EventId>& at : at_) at.clear();
  created_ = 1;
  creation_[0] = kNoEvent;
  seq_cst_events_ = 0;
  for (EventId id = 0; id < count_; ++id) {
    Event& e = events_[id];
    // Beyond the prefix, a source may come after its read.
    if (id >= prefix && e.rf >= prefix) e.rf = renamed[e.rf - prefix];
    at_[e.fiber].push_back(id);
    seq_cst_events_ += e.order.seq_cst();
    if (e.kind == EventKind::kCreate) {
      created_ |= std::uint32_t{1} << e.value;
      creation_[e.value] = id;
    }
  }
  CopyLocations(from, prefix, renamed);
  View kept;
  for (int f = 0; f < fibers(); ++f) kept.Raise(f, static_cast<int>(at_[f].size()));
  if (reread != kNoEvent) {
    kept.LaneOf(events_[reread].fiber) -= View::UnitOf(events_[reread].fiber);
    events_[reread].rf = kNoEvent;
  }
  for (LocationId l = 0; l < location_count_; ++l) {
    for (const EventId write : locations_[l].co) events_.touch(write).Keep(kept, lanes());
  }
  for (int f = 0; f < fibers(); ++f) {
    if (has_fiber(f)) GoBack(f, static_cast<int>(at_[f].size()));
  }
}

void Graph::SetSource(EventId read, Order order, EventId write) {
  Event& e = events_[read];
  seq_cst_events_ -= e.order.seq_cst();
  e.order = Effective(order);
  seq_cst_events_ += e.order.seq_cst();
  e.exclusive = false;
  const std::uint32_t request = e.request;
  GoBack(e.fiber, e.pos);
  fibers_[e.fiber].hb.Increment(e.fiber);
  ReadFrom(read, write);
  e.request = request;
}

EventId Graph::CompleteUpdate(EventId read, std::uint64_t value) {
  events_[read].exclusive = true;
  const Event e = events_[read];
  const EventId write =
      InsertWrite(e.fiber, e.location, e.order, value, locations_[e.location].co.PlaceOf(e.rf));
  events_[write].exclusive = true;
  events_.msg(write).Join(events_.msg(e.rf), lanes());
  return write;
}

}  // namespace sim
