// Which moments of fibers' lives lie behind, in one interleaving.
#ifndef SIM_STATES_MOMENTS_H_
#define SIM_STATES_MOMENTS_H_

#include <algorithm>
#include <cstdint>

#include "sim/memory/event.h"
#include "sim/memory/view.h"

namespace sim {

// A moment stands between two steps of its fiber. What a fiber does there nobody else can see, so
// it may be anywhere between the two: it is known to be over once the fiber takes the second one,
// and to those who were started by the fiber, or joined it, in between. It is also over once one of
// those takes a step. So a moment that is not over when somebody asks, just after his own step,
// could still be to come, and is, in another order of the same steps. See sim::moment.
//
// Places are counts of a fiber's steps, fibers started and fibers joined. Counting may begin at any
// time: nothing from before a moment matters to it. Thread safety: none.
class Moments {
 public:
  void Clear() { std::fill(std::begin(known_), std::end(known_), Places{}), over_ = {}; }

  int Now(int fiber) const { return static_cast<int>(known_[fiber].of[fiber]); }
  // Whether it is over for the fiber `me`.
  bool IsOver(int me, int fiber, int place) const {
    return me == fiber || Knows(me, fiber, place) || After(over_, fiber, place);
  }
  // What will be asked of it from now on depends on this and on the fibers' steps: 1 if it is over,
  // else the fibers for which it is, each a bit from 2 up.
  Bits Word(int fiber, int place) const {
    if (After(over_, fiber, place)) return 1;
    Bits fibers = Bits{1} << fiber;
    for (int f = 0; f < kMaxFibers; ++f) fibers |= Bits{Knows(f, fiber, place)} << f;
    return fibers << 1;
  }

  void Step(int fiber) {
    ++known_[fiber].of[fiber];
    Join(over_, known_[fiber]);
  }
  void Start(int creator, int fiber) {
    ++known_[creator].of[creator];
    known_[fiber] = known_[creator];
  }
  void Join(int fiber, int ended) {
    ++known_[ended].of[ended];
    Join(known_[fiber], known_[ended]);
    ++known_[fiber].of[fiber];
  }

 private:
  struct Places {
    std::uint32_t of[kMaxFibers] = {};
  };
  static void Join(Places& places, const Places& others) {
    for (int f = 0; f < kMaxFibers; ++f) places.of[f] = std::max(places.of[f], others.of[f]);
  }
  static bool After(const Places& places, int fiber, int place) {
    return static_cast<std::int64_t>(places.of[fiber]) > place;
  }
  bool Knows(int me, int fiber, int place) const { return After(known_[me], fiber, place); }

  Places known_[kMaxFibers];  // of each fiber
  Places over_;
};

}  // namespace sim

#endif  // SIM_STATES_MOMENTS_H_
