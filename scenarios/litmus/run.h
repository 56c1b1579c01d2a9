// Runs a litmus test, and counts how it ends.
#ifndef SCENARIOS_LITMUS_RUN_H_
#define SCENARIOS_LITMUS_RUN_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "scenarios/litmus/test.h"
#include "sim/sim.h"

namespace litmus {

struct RunOptions {
  sim::Memory memory = sim::Memory::kRc11;
  // Makes the explorer that answers. It may come to the same graph more than once.
  std::function<std::unique_ptr<sim::Explorer>()> explorer = [] {
    return std::make_unique<sim::Enumerate>();
  };
  int unroll = 2;  // how often a loop's body may run
};

// Counts are of distinct execution graphs (events, rf, co), as herd's: initial writes never tell
// two apart, and writes that nobody reads still do.
struct Outcome {
  // Values of test.observed, and how many graphs end with them.
  std::map<std::vector<Value>, std::uint64_t> states;
  std::uint64_t executions = 0;
  std::uint64_t positive = 0;  // executions that satisfy the proposition, whatever quantifies it
  std::uint64_t negative = 0;
  bool holds = false;      // the quantified condition
  bool racy = false;       // some execution has a data race, so C gives no guarantee
  bool cut = false;        // some executions came to a loop's bound, and were left out
  bool exhausted = false;  // the explorer says that it has seen all
  // Why the numbers mean nothing: a division by zero, a limit of sim. Empty if they do.
  std::string problem;
};

// `test` must come from ParseLitmus. Not to be called on a fiber.
Outcome RunLitmus(const Test& test, const RunOptions& options = {});

}  // namespace litmus

#endif  // SCENARIOS_LITMUS_RUN_H_
