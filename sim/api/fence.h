// sim::atomic_thread_fence.
#ifndef SIM_API_FENCE_H_
#define SIM_API_FENCE_H_

#include <atomic>

#include "sim/engine/execution.h"

namespace sim {

inline void atomic_thread_fence(std::memory_order order, Site site = Site::current()) {
  Execution::Require("sim::atomic_thread_fence").Fence(Order::Of(order), site);
}

}  // namespace sim

#endif  // SIM_API_FENCE_H_
