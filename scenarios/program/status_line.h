// What is said of a search while it runs.
#ifndef SCENARIOS_PROGRAM_STATUS_LINE_H_
#define SCENARIOS_PROGRAM_STATUS_LINE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "sim/explore/estimate.h"

namespace scenarios {

struct Status {
  std::uint64_t executions = 0;
  const char* unit = "executions";  // or "states": what `executions` counts
  std::int64_t ms = 0;              // since the search began
  std::string what;                 // "marks" or "cases": what is counted besides
  std::uint64_t done = 0;           // of those
  std::uint64_t of = 0;
  std::optional<sim::Estimate> estimate;
};

// "1,204,000 executions, 610 k/s, 34 % done (25-45 %), 4 s left (2-7 s), marks 3/7". In brackets is
// the interval of the estimate, where it is one: the truth is nearly always in it. What is left is
// what the whole search would still take at this rate, whatever --time and --executions cut off.
// Without an estimate share and time are left out.
std::string StatusLine(const Status& status);

// The same for machines: one object, without a line end. Every number is a string.
std::string StatusJson(const Status& status);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_STATUS_LINE_H_
