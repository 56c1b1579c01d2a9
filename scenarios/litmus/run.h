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
  // Makes the explorer that answers.
  std::function<std::unique_ptr<sim::Explorer>()> explorer = [] {
    return std::make_unique<sim::Enumerate>();
  };
  // Whether the explorer may come to a graph more than once, so that all must be remembered.
  bool repeats = true;
  int unroll = 2;  // how often a loop's body may run
  // Asked after each execution: true ends the search there.
  std::function<bool()> stop = [] { return false; };
};

// Counts are of distinct execution graphs (events, rf, co), as herd's: initial writes never tell
// two apart, and writes that nobody reads still do. A data race ends the search: a racy test has no
// meaning in C, so that the counts (of what came before the race) are of no use.
struct Outcome {
  // Values of test.observed, and how many graphs end with them.
  std::map<std::vector<Value>, std::uint64_t> states;
  std::uint64_t executions = 0;
  std::uint64_t positive = 0;  // executions that satisfy the proposition, whatever quantifies it
  std::uint64_t negative = 0;
  bool holds = false;      // the quantified condition
  bool racy = false;       // some execution has a data race
  bool cut = false;        // some executions came to a loop's bound, and were left out
  bool exhausted = false;  // the explorer says that it has seen all
  std::string race;        // racy: "f.litmus:12: P1 reads x while P0 writes it: ..."
  // Why the test can't be run, as "file:line:column: reason" (without line and column where the
  // whole test is to blame): a division by zero, a limit of sim. Empty if it can.
  std::string problem;
};

// `test` must come from ParseLitmus. Not to be called on a fiber.
Outcome RunLitmus(const Test& test, const RunOptions& options = {});

}  // namespace litmus

#endif  // SCENARIOS_LITMUS_RUN_H_
