// Free functions about the running fiber: a fence, and the word for loops that poll.
#ifndef SIM_API_FENCE_H_
#define SIM_API_FENCE_H_

#include <atomic>

#include "sim/engine/execution.h"

namespace sim {

inline void atomic_thread_fence(std::memory_order order, Site site = Site::current()) {
  Execution::Require("sim::atomic_thread_fence").Fence(Order::Of(order), site);
}

// In the body of a loop that polls, as std::this_thread::yield: the fiber waits until one of the
// locations that it has read since its last yield has a new write. A turn that did more than read
// is no poll, and is not waited for. The loop must end by what it reads alone: one that gives up
// after some turns is not explored in full. Where it can be said what the loop waits for, await is
// better: its failed polls need not even be run.
//
//   while (ready.load(std::memory_order_acquire) < c) sim::yield();
inline void yield(Site site = Site::current()) { Execution::Require("sim::yield").Yield(site); }

}  // namespace sim

#endif  // SIM_API_FENCE_H_
