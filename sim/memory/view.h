// A view: for each fiber, how many of its events lie below. The one representation of
// happens-before here (exploration of RC11, section 1 of the design).
#ifndef SIM_MEMORY_VIEW_H_
#define SIM_MEMORY_VIEW_H_

#include <cstdint>

namespace sim {

// Fibers of one execution, the main one included.
inline constexpr int kMaxFibers = 32;
// Events of one fiber, so that a count fits 16 bits.
inline constexpr int kMaxEventsPerFiber = 32'000;

// Counts by fiber, worked on eight fibers ("a lane") at a time. Only the lanes of fibers that exist
// are touched: callers pass `lanes`, at least 1, which never shrinks while views live. Lanes above
// it are zero, which means "nothing", so growing needs no work.
//
// Single counts are changed by whole lanes as well: a narrow store that a wide load follows at once
// costs a stall, and every event would pay it.
struct View {
  static constexpr unsigned kPerLane = 8;
  static constexpr int kLanes = kMaxFibers / kPerLane;
  using Lane = std::int16_t __attribute__((vector_size(16)));
  using Count = std::int16_t __attribute__((may_alias));

  Lane lane[kLanes] = {};

  std::int16_t operator[](int fiber) const {
    return reinterpret_cast<const Count*>(lane)[static_cast<unsigned>(fiber)];
  }
  // Whether the event at position `pos` (from 0) of `fiber` lies below.
  bool Contains(int fiber, int pos) const { return (*this)[fiber] > pos; }

  void Increment(int fiber) { LaneOf(fiber) += UnitOf(fiber); }
  void Decrement(int fiber) { LaneOf(fiber) -= UnitOf(fiber); }
  // Makes the count of `fiber` at least `count`.
  void Raise(int fiber, int count) {
    const Lane other = Single(fiber, count);
    Lane& mine = LaneOf(fiber);
    mine = other > mine ? other : mine;
  }
  void Assign(const View& other, int lanes) {
    lane[0] = other.lane[0];
    for (int i = 1; i < lanes; ++i) lane[i] = other.lane[i];
  }
  void Join(const View& other, int lanes) {
    lane[0] = other.lane[0] > lane[0] ? other.lane[0] : lane[0];
    for (int i = 1; i < lanes; ++i) {
      lane[i] = other.lane[i] > lane[i] ? other.lane[i] : lane[i];
    }
  }
  void Clear(int lanes) {
    lane[0] = Lane{};
    for (int i = 1; i < lanes; ++i) lane[i] = Lane{};
  }
  // Nothing but `count` events of `fiber`.
  void Only(int fiber, int count, int lanes) {
    Clear(lanes);
    LaneOf(fiber) = Single(fiber, count);
  }
  // Whether every count of `other`, except perhaps that of fiber `except`, is at most this view's.
  bool Covers(const View& other, int except, int lanes) const {
    for (int i = 0; i < lanes; ++i) {
      Lane above = other.lane[i] > lane[i];
      if (i == except / static_cast<int>(kPerLane)) above &= ~(-UnitOf(except));
      if (Any(above)) return false;
    }
    return true;
  }

  bool Covers(const View& other, int lanes) const {
    Lane above = other.lane[0] > lane[0];
    for (int i = 1; i < lanes; ++i) above |= other.lane[i] > lane[i];
    return !Any(above);
  }

  // The fibers, one bit each, of which `other` counts more.
  std::uint32_t Exceeded(const View& other, int lanes) const {
    std::uint32_t fibers = 0;
    for (int i = 0; i < lanes; ++i) {
      using Bytes = std::int8_t __attribute__((vector_size(8)));
      const Bytes above = __builtin_convertvector(other.lane[i] > lane[i], Bytes);
      // Of each byte the bit of its place, all gathered in the highest byte.
      const std::uint64_t bits = reinterpret_cast<std::uint64_t>(above) & 0x8040201008040201;
      fibers |= static_cast<std::uint32_t>(bits * 0x0101010101010101 >> 56)
                << (static_cast<unsigned>(i) * kPerLane);
    }
    return fibers;
  }

  bool Empty(int lanes) const {
    Lane any = lane[0];
    for (int i = 1; i < lanes; ++i) any |= lane[i];
    return !Any(any);
  }

  static bool Any(Lane mask) {
    using Half = std::int64_t __attribute__((vector_size(16)));
    const Half h = reinterpret_cast<Half>(mask);
    return (h[0] | h[1]) != 0;
  }
  static Lane Single(int fiber, int count) {
    return UnitOf(fiber) * static_cast<std::int16_t>(count);
  }
  Lane& LaneOf(int fiber) { return lane[static_cast<unsigned>(fiber) / kPerLane]; }
  static Lane UnitOf(int fiber) { return kUnit[static_cast<unsigned>(fiber) % kPerLane]; }
  static constexpr Lane kUnit[kPerLane] = {{1, 0, 0, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0, 0, 0},
                                           {0, 0, 1, 0, 0, 0, 0, 0}, {0, 0, 0, 1, 0, 0, 0, 0},
                                           {0, 0, 0, 0, 1, 0, 0, 0}, {0, 0, 0, 0, 0, 1, 0, 0},
                                           {0, 0, 0, 0, 0, 0, 1, 0}, {0, 0, 0, 0, 0, 0, 0, 1}};
};

// The first event of each fiber that touched something (a write: itself and its reads). Kept
// upside down, so that zero means "none" as in every view.
class FirstTouch {
 public:
  // By the event at `pos` of `fiber` alone; `pos` -1 stands for "before everything".
  void Begin(int fiber, int pos, int lanes) { inverted_.Only(fiber, Inverted(pos), lanes); }
  void Note(int fiber, int pos) { inverted_.Raise(fiber, Inverted(pos)); }
  // Takes back Note(fiber, pos), the newest of that fiber.
  void Forget(int fiber, int pos) {
    if (inverted_[fiber] == Inverted(pos)) {
      inverted_.LaneOf(fiber) -= View::Single(fiber, Inverted(pos));
    }
  }
  // Forgets all touches that do not lie in `view`.
  void Keep(const View& view, int lanes) {
    for (int i = 0; i < lanes; ++i) {
      inverted_.lane[i] &= inverted_.lane[i] > kTopLane - 1 - view.lane[i];
    }
  }
  // Whether one of the touches lies in `view`.
  bool SeenBy(const View& view, int lanes) const {
    // pos < count  <=>  Inverted(pos) > kTop - 1 - count; "none" (0) never is, as counts are below
    // kTop.
    View::Lane seen = inverted_.lane[0] > kTopLane - 1 - view.lane[0];
    for (int i = 1; i < lanes; ++i) seen |= inverted_.lane[i] > kTopLane - 1 - view.lane[i];
    return View::Any(seen);
  }

 private:
  static constexpr std::int16_t kTop = 0x7fff;
  static constexpr View::Lane kTopLane = {kTop, kTop, kTop, kTop, kTop, kTop, kTop, kTop};
  static int Inverted(int pos) { return kTop - 1 - pos; }

  View inverted_;
};

}  // namespace sim

#endif  // SIM_MEMORY_VIEW_H_
