// Bounds of an execution, and how finely fibers are interleaved.
#ifndef SIM_ENGINE_LIMITS_H_
#define SIM_ENGINE_LIMITS_H_

#include <cstdint>

namespace sim {

// Tested at every event. What is cut at one is a finding, never a pass.
struct Limits {
  std::uint32_t max_events = 20'000;
  std::uint32_t max_faults = 1'000'000;  // that may strike in one execution; then none does
};

// Where the explorer is asked which fiber goes next.
enum class Points : std::uint8_t {
  kWhereItMatters,  // before every step but stores that need none: the same graphs, fewer questions
  kEverywhere,      // before every step: every interleaving
};

}  // namespace sim

#endif  // SIM_ENGINE_LIMITS_H_
