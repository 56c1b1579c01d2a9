#include "scenarios/program/clock.h"

#include <chrono>

namespace scenarios {

std::int64_t NowMilliseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

}  // namespace scenarios
