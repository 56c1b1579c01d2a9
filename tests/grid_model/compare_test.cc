// What the comparison says of a run that left the replay, one fault at a time. The loop is the tiny
// one: 4 cores, 2 a STEP, sums 45 50 61 72 83 100, x 8 23 33 36 at the end.

#include "grid_model/compare.h"

#include <functional>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/grid_model/loop_run.h"

namespace grid_model {
namespace {

const ReplayLoop kTiny = {.cores = 4, .count = 2, .limit = 100, .max_rounds = 8};

Comparison AfterFault(const std::function<void(LoopRun&)>& fault) {
  LoopRun run = RunThreadOnCpu(kTiny);
  fault(run);
  return CompareWithReplay(kTiny, run);
}

std::string Why(const std::function<void(LoopRun&)>& fault) { return AfterFault(fault).why; }

TEST(Compare, ARunWithoutAFaultIsTheSame) {
  const Comparison comparison = AfterFault([](LoopRun&) {});
  EXPECT_TRUE(comparison.ok());
  EXPECT_EQ(comparison.why, "");
}

TEST(Compare, AWrongWordIsCountedAndNamed) {
  const Comparison comparison = AfterFault([](LoopRun& run) {
    run.state[1] += 1;
    run.state[3] = 0;
  });
  EXPECT_TRUE(comparison.same_results);
  EXPECT_TRUE(comparison.same_commands);
  EXPECT_EQ(comparison.state_wrong, 2u);
  EXPECT_FALSE(comparison.ok());
  EXPECT_EQ(comparison.why, "core 1 holds 24, the replay has 23");
}

TEST(Compare, ASumOfOneRoundIsCompared) {
  EXPECT_EQ(Why([](LoopRun& run) { run.log[5].result = 64; }),
            "round 3: SUM returned 64, the replay has 61");
  EXPECT_EQ(Why([](LoopRun& run) { run.end.sums[2] = 64; }),
            "round 3: the thread received 64, the replay has 61");
}

TEST(Compare, ASumThatNeverCameIsMissed) {
  EXPECT_EQ(Why([](LoopRun& run) { run.end.sums.pop_back(); }),
            "the thread received 5 sums, the replay has 6");
}

TEST(Compare, AWrongFieldOfACommandIsShown) {
  const Comparison comparison = AfterFault([](LoopRun& run) { run.log[4].command.a1 = 2; });
  EXPECT_TRUE(comparison.same_results);
  EXPECT_FALSE(comparison.same_commands);
  EXPECT_EQ(comparison.why,
            "command 5 of the run was 'command 0 0 2 2 4096 2', "
            "the replay has 'command 0 0 2 2 4096 3'");
}

TEST(Compare, ACommandTooManyIsCounted) {
  EXPECT_EQ(Why([](LoopRun& run) { run.log.push_back({.command = {}, .result = {}}); }),
            "13 commands were run, the replay has 12");
}

TEST(Compare, AWrongGroupInTheRegionIsNamed) {
  EXPECT_EQ(Why([](LoopRun& run) { run.end.region[5] = 1; }),
            "region 0, word 5: group 1, the replay has 2");
}

TEST(Compare, AWordWrittenBehindTheLastRoundIsNamed) {
  EXPECT_EQ(Why([](LoopRun& run) { run.end.region[7] = 1; }),
            "region 0, word 7: group 1, the replay has 0");
}

TEST(Compare, EachResultIsCompared) {
  EXPECT_EQ(Why([](LoopRun& run) { run.end.code = 2; }), "code 2, the replay has 0");
  EXPECT_EQ(Why([](LoopRun& run) { run.end.results[0] = 7; }), "rounds 7, the replay has 6");
  EXPECT_EQ(Why([](LoopRun& run) { run.end.results[1] = 99; }), "last sum 99, the replay has 100");
  EXPECT_FALSE(AfterFault([](LoopRun& run) { run.end.results[2] ^= 1; }).same_results);
}

}  // namespace
}  // namespace grid_model
