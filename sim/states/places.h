// Where fibers stood before, remembered: who is there again and gets the same need not run again.
#ifndef SIM_STATES_PLACES_H_
#define SIM_STATES_PLACES_H_

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

#include "sim/fiber/fiber_pool.h"
#include "sim/states/parts.h"

namespace sim::states {

// States are many, but they are products of few places. What a fiber does until its next step
// follows from where it stands, from what it gets (its own digest after the step says it), and from
// what else it can see: by the promise of ExhaustiveConfig::snapshots no more than the stacks of
// those who started others. All of these are a *world*. So a way from one place to another is known
// once it was gone in that world; and if the fiber changed nothing but its stack then, nothing is
// missed by not going it again: a fiber that writes what was there already changes nothing in the
// same world either.
//
// Places of a fiber form a tree: each stands for one past, and nothing depends on what digests or
// sim::local_state say of it.
struct Place;
struct KnownWay {
  Digest128 got;
  Digest128 world;
  Place* to;
  Digest128 world_behind;
  bool runs;  // it changes something: the fiber has to run
};

// A fiber that stands before its next step. Its stack and its body are kept, and what its action
// points to in them lies in the copy.
struct Place {
  Fiber fiber;
  void* context = nullptr;
  std::vector<std::byte> bytes;  // of the stack, and then of the body
  std::byte* stack = nullptr;
  std::size_t stack_bytes = 0;
  std::byte* body = nullptr;
  std::vector<KnownWay> ways;
  const Place* last = nullptr;  // of a fiber that ended: where it stood before

  const KnownWay* Find(const Digest128& got, const Digest128& world) const {
    for (const KnownWay& way : ways) {
      if (way.got == got && way.world == world) return &way;
    }
    return nullptr;
  }
  // To where the copy was taken.
  void PutBack() const;
  // Whether the same is there.
  bool IsOnStack() const;
};

// Thread safety: none.
class Places {
 public:
  // Pointers to places end here.
  void Clear() { used_ = bytes_ = 0; }
  // Null if there are too many, or if the fiber's action depends on its stack in a way that cannot
  // be told.
  Place* Add(const Fiber& fiber, const FiberPool::Suspended& stack, std::span<std::byte> body);
  // The same of a fiber that has ended.
  Place* AddEnd(const Fiber& fiber, const Place& last);
  // Remembered if there is room.
  static void Connect(Place& from, const KnownWay& way) {
    if (from.ways.size() < kMostWays) from.ways.push_back(way);
  }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{4} << 20;
  static constexpr std::size_t kMostWays = 16;

  Place* New(std::size_t bytes);

  std::deque<Place> places_;  // the first used_ are in use
  std::size_t used_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace sim::states

#endif  // SIM_STATES_PLACES_H_
