#include "sim/memory/event_store.h"

#include <algorithm>
#include <utility>

namespace sim {

void EventStore::Move(EventId capacity, LocationId inits, int lanes) {
  EventStore larger;
  larger.lanes_ = lanes;
  larger.capacity_ = capacity;
  larger.inits_ = inits;
  const std::size_t rows = inits + static_cast<std::size_t>(capacity);
  larger.event_block_ = std::make_unique<Event[]>(rows);
  // A whole View may be spoken of at the last row, though its upper lanes are never touched.
  larger.view_block_ = std::make_unique<View::Lane[]>(rows * kViews * lanes + View::kLanes);
  larger.events_ = larger.event_block_.get() + inits;
  larger.views_ = larger.view_block_.get() + std::size_t{inits} * kViews * lanes;
  for (EventId id = -static_cast<EventId>(inits_); id < capacity_; ++id) {
    larger.events_[id] = events_[id];
    for (int v = 0; v < kViews; ++v) larger.view(id, v).Assign(view(id, v), lanes_);
  }
  *this = std::move(larger);
}

void EventStore::Copy(const EventStore& from, EventId first, EventId end, EventId to) {
  std::copy(from.events_ + first, from.events_ + end, events_ + to);
  const std::ptrdiff_t row = std::ptrdiff_t{kViews} * lanes_;
  std::copy(from.views_ + first * row, from.views_ + end * row, views_ + to * row);
}

void EventStore::CopyInits(const EventStore& from, LocationId count) {
  const EventId first = -static_cast<EventId>(count);
  Copy(from, first, 0, first);
}

}  // namespace sim
