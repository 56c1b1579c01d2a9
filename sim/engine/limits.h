// Bounds of an execution.
#ifndef SIM_ENGINE_LIMITS_H_
#define SIM_ENGINE_LIMITS_H_

#include <cstdint>

namespace sim {

// Tested at every event. What is cut at one is a finding, never a pass.
struct Limits {
  std::uint32_t max_events = 20'000;
  std::uint32_t max_faults = 1'000'000;  // that may strike in one execution; then none does
};

}  // namespace sim

#endif  // SIM_ENGINE_LIMITS_H_
