// Where a graph keeps its events and their views.
#ifndef SIM_MEMORY_EVENT_STORE_H_
#define SIM_MEMORY_EVENT_STORE_H_

#include <memory>

#include "sim/memory/event.h"
#include "sim/memory/view.h"

namespace sim {

// Events from 0 on, initial writes from -1 down, and six views of each, packed: a View here has
// only as many lanes as there are fibers for; the next one begins where it ends. Nobody touches
// lanes above `lanes()`. What is beyond the last event is garbage.
class EventStore {
 public:
  Event& operator[](EventId id) { return events_[id]; }
  const Event& operator[](EventId id) const { return events_[id]; }

  View& hb(EventId id) { return view(id, 0); }   // of any event, itself included
  View& msg(EventId id) { return view(id, 1); }  // writes: what an acquire read brings in
  FirstTouch& touch(EventId id) {                // writes: itself and its reads
    return *reinterpret_cast<FirstTouch*>(&view(id, 2));
  }
  // With a history: what its fiber has after it.
  View& porf(EventId id) { return view(id, 3); }
  View& acq(EventId id) { return view(id, 4); }
  View& rel(EventId id) { return view(id, 5); }
  const View& hb(EventId id) const { return view(id, 0); }
  const View& msg(EventId id) const { return view(id, 1); }
  const FirstTouch& touch(EventId id) const {
    return *reinterpret_cast<const FirstTouch*>(&view(id, 2));
  }
  const View& porf(EventId id) const { return view(id, 3); }
  const View& acq(EventId id) const { return view(id, 4); }
  const View& rel(EventId id) const { return view(id, 5); }

  int lanes() const { return lanes_; }
  // Make room; what is there stays. Lanes never shrink, and new ones are zero.
  void HaveLanes(int lanes) {
    if (lanes > lanes_) [[unlikely]]
      Move(capacity_, inits_, lanes);
  }
  void HaveEvent(EventId id) {
    if (id >= capacity_) [[unlikely]]
      Move(id < 128 ? 256 : 2 * id, inits_, lanes_);
  }
  void HaveInit(LocationId location) {
    if (location >= inits_) [[unlikely]]
      Move(capacity_, location < 16 ? 32 : 2 * location, lanes_);
  }
  // Copies events [first, end), with their views, to `to`. Both have room, and as many lanes.
  void Copy(const EventStore& from, EventId first, EventId end, EventId to);
  void CopyInits(const EventStore& from, LocationId count);

 private:
  static constexpr int kViews = 6;

  View& view(EventId id, int which) {
    return *reinterpret_cast<View*>(views_ + (std::ptrdiff_t{id} * kViews + which) * lanes_);
  }
  const View& view(EventId id, int which) const {
    return *reinterpret_cast<const View*>(views_ + (std::ptrdiff_t{id} * kViews + which) * lanes_);
  }
  void Move(EventId capacity, LocationId inits, int lanes);

  int lanes_ = 1;
  EventId capacity_ = 0;
  LocationId inits_ = 0;
  std::unique_ptr<Event[]> event_block_;
  std::unique_ptr<View::Lane[]> view_block_;
  Event* events_ = nullptr;  // of event 0
  View::Lane* views_ = nullptr;
};

}  // namespace sim

#endif  // SIM_MEMORY_EVENT_STORE_H_
