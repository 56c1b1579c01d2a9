// The coherence order of one location: its writes, the initial one first.
#ifndef SIM_MEMORY_CO_LIST_H_
#define SIM_MEMORY_CO_LIST_H_

#include <algorithm>
#include <cstdint>
#include <memory>

#include "sim/memory/event.h"

namespace sim {

// A vector of event ids that is asked for its end all the time, and keeps its memory when cleared.
class CoList {
 public:
  std::uint32_t size() const { return size_; }
  EventId operator[](std::uint32_t place) const { return ids_[place]; }
  EventId back() const { return ids_[size_ - 1]; }
  const EventId* begin() const { return ids_.get(); }
  const EventId* end() const { return ids_.get() + size_; }

  void Clear() { size_ = 0; }
  void InsertBefore(std::uint32_t place, EventId id) {
    if (size_ == capacity_) Grow();
    std::copy_backward(ids_.get() + place, ids_.get() + size_, ids_.get() + size_ + 1);
    ids_[place] = id;
    ++size_;
  }
  void PushBack(EventId id) {
    if (size_ == capacity_) Grow();
    ids_[size_++] = id;
  }
  // Requires: `before` is there, probably near the end.
  void InsertAfter(EventId before, EventId id) {
    back() == before ? PushBack(id) : InsertBefore(PlaceOf(before) + 1, id);
  }
  // Requires: it is there, probably near the end.
  void Erase(EventId id) {
    std::uint32_t place = PlaceOf(id);
    for (--size_; place < size_; ++place) ids_[place] = ids_[place + 1];
  }
  void Truncate(std::uint32_t size) { size_ = size; }
  // Requires: it is there, probably near the end.
  std::uint32_t PlaceOf(EventId id) const {
    std::uint32_t place = size_ - 1;
    while (ids_[place] != id) --place;
    return place;
  }

 private:
  void Grow() {
    capacity_ = capacity_ == 0 ? 16 : 2 * capacity_;
    auto larger = std::make_unique<EventId[]>(capacity_);
    std::copy_n(ids_.get(), size_, larger.get());
    ids_ = std::move(larger);
  }

  std::unique_ptr<EventId[]> ids_;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
};

}  // namespace sim

#endif  // SIM_MEMORY_CO_LIST_H_
