// Runs loops for the tests, on a grid of their own.

#ifndef TESTS_GRID_MODEL_LOOP_RUN_H_
#define TESTS_GRID_MODEL_LOOP_RUN_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "grid_model/compare.h"
#include "grid_model/cpu_ring.h"
#include "grid_model/cpu_thread.h"
#include "grid_model/decide.h"
#include "grid_model/grid.h"
#include "grid_model/replay.h"
#include "tests/grid_model/oracle_table.h"

namespace grid_model {

struct LoopRun {
  ThreadEnd end;
  std::vector<CommandRun> log;
  std::vector<uint64_t> state;  // of the whole grid
  bool wrapped = false;

  std::vector<uint64_t> sums() const;
};

// The grid that a loop needs: its cores and start values, or 128 cores if its words are bad.
Grid GridFor(const ReplayLoop& loop);
LoopWords WordsOf(const ReplayLoop& loop);

// driver.c on a CpuRing.
LoopRun RunThreadOnCpu(const ReplayLoop& loop);

// The three functions of decide.h, each replaceable.
struct Decide {
  std::function<int(wc_loop*, const LoopWords&, uint64_t region_length)> start;
  std::function<void(const wc_loop*, kmx_command* step, kmx_command* sum)> round;
  std::function<int(wc_loop*, uint64_t sum)> result;
};
Decide RealDecide();

// A loop fed by hand, as a host's fallback does it, with `decide` instead of driver.c. The run ends
// with code 4 at the first command that does not finish.
LoopRun RunByHand(const ReplayLoop& loop, const Decide& decide);

// Where the run leaves the row, in a sentence; empty if nowhere.
std::string Mismatch(const OracleRow& row, const LoopRun& run);

// Compare() of compare.h against ReplayCores.
Comparison CompareWithReplay(const ReplayLoop& loop, const LoopRun& run);

}  // namespace grid_model

#endif  // TESTS_GRID_MODEL_LOOP_RUN_H_
