// A view: for each fiber, how many of its events lie below. The one representation of
// happens-before here (exploration of RC11, section 1 of the design).
#ifndef SIM_MEMORY_VIEW_H_
#define SIM_MEMORY_VIEW_H_

#include <cstdint>

namespace sim {

// Fibers of one execution, the main one included.
inline constexpr int kMaxFibers = 32;
// Events of one fiber, so that a count fits a lane.
inline constexpr int kMaxEventsPerFiber = 32'000;

// A vector of counts by fiber, worked on eight fibers ("a lane") at a time. Only the lanes of the
// fibers that exist are touched: callers pass `lanes`, which never shrinks while views live. Lanes
// above it are zero, which means "nothing", so that growing needs no work.
struct alignas(64) View {
  static constexpr int kPerLane = 8;
  static constexpr int kLanes = kMaxFibers / kPerLane;
  using Lane = std::int16_t __attribute__((vector_size(16)));

  Lane lane[kLanes] = {};

  std::int16_t operator[](int fiber) const { return lane[fiber / kPerLane][fiber % kPerLane]; }
  void Set(int fiber, std::int16_t count) { lane[fiber / kPerLane][fiber % kPerLane] = count; }
  // Whether the event at position `pos` (from 0) of `fiber` lies below.
  bool Contains(int fiber, int pos) const { return (*this)[fiber] > pos; }

  void Assign(const View& other, int lanes) {
    for (int i = 0; i < lanes; ++i) lane[i] = other.lane[i];
  }
  void Join(const View& other, int lanes) {
    for (int i = 0; i < lanes; ++i) {
      lane[i] = other.lane[i] > lane[i] ? other.lane[i] : lane[i];
    }
  }
  void Clear(int lanes) {
    for (int i = 0; i < lanes; ++i) lane[i] = Lane{};
  }
  // Whether every count of `other` is at most this view's.
  bool Covers(const View& other, int lanes) const {
    for (int i = 0; i < lanes; ++i) {
      if (Any(other.lane[i] > lane[i])) return false;
    }
    return true;
  }

  static bool Any(Lane mask) {
    using Half = std::int64_t __attribute__((vector_size(16)));
    const Half h = reinterpret_cast<Half>(mask);
    return (h[0] | h[1]) != 0;
  }
};

// The first event of each fiber that touched something (a write: itself and its reads). Kept
// upside down, so that zero means "none" as in every view.
struct FirstTouch {
  View inverted;
  static constexpr std::int16_t kTop = 0x7fff;

  // `pos` -1 stands for "before everything".
  void Note(int fiber, int pos) {
    const auto value = static_cast<std::int16_t>(kTop - 1 - pos);
    if (inverted[fiber] < value) inverted.Set(fiber, value);
  }
  // Takes back Note(fiber, pos), the newest of that fiber.
  void Forget(int fiber, int pos) {
    if (inverted[fiber] == kTop - 1 - pos) inverted.Set(fiber, 0);
  }
  void Clear(int lanes) { inverted.Clear(lanes); }
  // Whether one of the touches lies in `view`.
  bool SeenBy(const View& view, int lanes) const {
    constexpr View::Lane top = {kTop, kTop, kTop, kTop, kTop, kTop, kTop, kTop};
    for (int i = 0; i < lanes; ++i) {
      // pos < count  <=>  (kTop - 1 - pos) >= (kTop - count)
      if (View::Any((inverted.lane[i] >= top - view.lane[i]) & (inverted.lane[i] != 0))) {
        return true;
      }
    }
    return false;
  }
};

}  // namespace sim

#endif  // SIM_MEMORY_VIEW_H_
