// Where a graph keeps its events and their views.
#ifndef SIM_MEMORY_EVENT_STORE_H_
#define SIM_MEMORY_EVENT_STORE_H_

#include <memory>

#include "sim/memory/event.h"
#include "sim/memory/view.h"

namespace sim {

// Events from 0 on, the beginning at -1, initial writes below, and some views of each, packed: a
// View here has only as many lanes as there are fibers for; the next one begins where it ends.
// Nobody touches lanes above `lanes()`. What is beyond the last event is garbage.
class EventStore {
 public:
  // Without a history there are only the first four views, and porf is not used.
  explicit EventStore(bool history) : views_each_(history ? 6 : 4), row_(views_each_) {}

  Event& operator[](EventId id) { return events_[id]; }
  const Event& operator[](EventId id) const { return events_[id]; }

  View& hb(EventId id) { return view(id, 0); }    // of any event, itself included
  View& porf(EventId id) { return view(id, 1); }  // po and rf together, itself included
  View& msg(EventId id) { return view(id, 2); }   // writes: what an acquire read brings in
  FirstTouch& touch(EventId id) {                 // writes: itself and its reads
    return *reinterpret_cast<FirstTouch*>(&view(id, 3));
  }
  // With a history: what its fiber has after it.
  View& acq(EventId id) { return view(id, 4); }
  View& rel(EventId id) { return view(id, 5); }
  const View& hb(EventId id) const { return view(id, 0); }
  const View& porf(EventId id) const { return view(id, 1); }
  const View& msg(EventId id) const { return view(id, 2); }
  const FirstTouch& touch(EventId id) const {
    return *reinterpret_cast<const FirstTouch*>(&view(id, 3));
  }
  const View& acq(EventId id) const { return view(id, 4); }
  const View& rel(EventId id) const { return view(id, 5); }
  // Sets hb and (with a history) porf of an event to those of `before` and one event of `fiber`
  // more.
  void Follow(EventId id, EventId before, int fiber, bool history) {
    View::Lane* const to = Row(id);
    const View::Lane* const from = Row(before);
    const View::Lane unit = View::UnitOf(fiber);
    if (lanes_ == 1) [[likely]] {
      to[0] = from[0] + unit;
      if (history) to[1] = from[1] + unit;
      return;
    }
    const int mine = fiber / static_cast<int>(View::kPerLane);
    for (int i = 0; i < (history ? 2 * lanes_ : lanes_); ++i) to[i] = from[i];
    to[mine] += unit;
    if (history) to[lanes_ + mine] += unit;
  }

  int lanes() const { return lanes_; }
  // Make room; what is there stays. Lanes never shrink, and new ones are zero.
  void HaveLanes(int lanes) {
    if (lanes > lanes_) [[unlikely]]
      Move(capacity_, below_, lanes);
  }
  void HaveEvent(EventId id) {
    if (id >= capacity_) [[unlikely]]
      Move(id < 128 ? 256 : 2 * id, below_, lanes_);
  }
  void HaveInit(LocationId location) {
    const EventId below = -InitOf(location);
    if (below > below_) [[unlikely]]
      Move(capacity_, below < 32 ? 32 : 2 * below, lanes_);
  }
  // Copies an event with its hb, porf and msg. There is room for it, and for all lanes of `from`.
  void Copy(const EventStore& from, EventId id, EventId to) {
    events_[to] = from.events_[id];
    if (lanes_ != from.lanes_) [[unlikely]]
      return CopyViews(from, id, to, 0, 3);
    const View::Lane* const source = from.Row(id);
    View::Lane* const target = Row(to);
    for (int i = 0; i < 3 * lanes_; ++i) target[i] = source[i];
  }
  void CopyWeak(const EventStore& from, EventId id, EventId to) { CopyViews(from, id, to, 4, 6); }

 private:
  View::Lane* Row(EventId id) { return views_ + id * row_; }
  const View::Lane* Row(EventId id) const { return views_ + id * row_; }
  View& view(EventId id, int which) { return *reinterpret_cast<View*>(Row(id) + which * lanes_); }
  const View& view(EventId id, int which) const {
    return *reinterpret_cast<const View*>(Row(id) + which * lanes_);
  }
  void CopyViews(const EventStore& from, EventId id, EventId to, int first, int end);
  void Move(EventId capacity, EventId below, int lanes);

  int views_each_;
  int lanes_ = 1;
  std::ptrdiff_t row_;  // lanes of all views of an event
  EventId capacity_ = 0;
  EventId below_ = 0;
  std::unique_ptr<Event[]> event_block_;
  std::unique_ptr<View::Lane[]> view_block_;
  Event* events_ = nullptr;  // of event 0
  View::Lane* views_ = nullptr;
};

}  // namespace sim

#endif  // SIM_MEMORY_EVENT_STORE_H_
