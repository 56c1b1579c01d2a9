#include "sim/memory/event_store.h"

#include <utility>

namespace sim {

void EventStore::Move(EventId capacity, EventId below, int lanes) {
  EventStore larger(views_each_ > 4);
  larger.lanes_ = lanes;
  larger.row_ = views_each_ * lanes;
  larger.capacity_ = capacity;
  larger.below_ = below;
  const auto rows = static_cast<std::size_t>(below) + static_cast<std::size_t>(capacity);
  larger.event_block_ = std::make_unique<Event[]>(rows);
  // A whole View may be spoken of at the last row, though its upper lanes are never touched.
  larger.view_block_ =
      std::make_unique<View::Lane[]>(rows * static_cast<std::size_t>(larger.row_) + View::kLanes);
  larger.events_ = larger.event_block_.get() + below;
  larger.views_ = larger.view_block_.get() + below * larger.row_;
  for (EventId id = -below_; id < capacity_; ++id) {
    larger.events_[id] = events_[id];
    larger.CopyViews(*this, id, id, 0, views_each_);
  }
  *this = std::move(larger);
}

void EventStore::CopyViews(const EventStore& from, EventId id, EventId to, int first, int end) {
  for (int v = first; v < end; ++v) {
    view(to, v).Clear(lanes_);
    view(to, v).Assign(from.view(id, v), from.lanes_);
  }
}

}  // namespace sim
