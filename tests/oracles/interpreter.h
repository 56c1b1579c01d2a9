// Runs a program of the oracle tables under the exhaustive explorer, and counts.
#ifndef TESTS_ORACLES_INTERPRETER_H_
#define TESTS_ORACLES_INTERPRETER_H_

#include <climits>
#include <cstdint>

#include "sim/sim.h"
#include "tests/oracles/program.h"

namespace oracles {

struct RunOptions {
  sim::Memory memory = sim::Memory::kRc11;
  // Variables that are not atomic are plain data, so that a race on them is a finding. If not, they
  // are relaxed atomics: the graphs of a racy program can be counted, too.
  bool races = true;
  // A thread ends where a loop's condition would be asked for the time after this one.
  int loop_bound = INT_MAX;
  // Those who come to a barrier do so in some order, as updates of one count. If not, each sets a
  // flag of its own, and no order is seen.
  bool ordered_arrivals = false;
  // Graphs are kept, to see that none comes up twice, as long as there are no more than these.
  std::uint64_t compared = 0;
};

struct Outcome {
  std::uint64_t executions = 0;  // in which no assume failed
  std::uint64_t repeated = 0;    // of those that were compared: graphs that came up before
  sim::Result result;
};

// Not to be called on a fiber.
Outcome RunProgram(const Program& program, const RunOptions& options);

}  // namespace oracles

#endif  // TESTS_ORACLES_INTERPRETER_H_
