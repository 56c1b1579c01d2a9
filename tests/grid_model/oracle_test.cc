// Every row of the oracle table, by the thread on the CPU, by the loop fed by hand, and by both
// forms of the replay.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "grid_model/replay.h"
#include "gtest/gtest.h"
#include "tests/grid_model/loop_run.h"
#include "tests/grid_model/oracle_table.h"

namespace grid_model {
namespace {

using testing::IsEmpty;
using testing::StartsWith;

// A replay as a run of the thread would look, so that the same function compares both with a row.
LoopRun AsRun(const ReplayResult& replay) {
  LoopRun run;
  run.end.code = replay.code;
  run.end.results = {replay.rounds, replay.sum, replay.trail};
  run.end.region.assign(replay.groups.begin(), replay.groups.end());
  for (const uint64_t sum : replay.sums) run.log.push_back({.command = {}, .result = sum});
  return run;
}

// Of 64-bit little-endian words, by the machine's own program.
std::string Sha256(const std::vector<uint64_t>& words) {
  const std::string path = testing::TempDir() + "/state";
  std::ofstream file(path, std::ios::binary);
  for (const uint64_t word : words) {
    for (int shift = 0; shift < 64; shift += 8) file.put(static_cast<char>(word >> shift));
  }
  file.close();
  FILE* const program = popen(("sha256sum '" + path + "'").c_str(), "r");
  std::array<char, 65> digest = {};
  const std::size_t read = std::fread(digest.data(), 1, 64, program);
  pclose(program);
  return std::string(digest.data(), read);
}

std::vector<uint64_t> StateOf(const OracleRow& row, const LoopRun& run) {
  const auto begin = run.state.begin() + row.loop.base;
  return {begin, begin + row.loop.cores};
}

TEST(Oracles, TheThreadOnTheCpuGivesEveryRow) {
  for (const OracleRow& row : OracleTable()) {
    EXPECT_EQ(Mismatch(row, RunThreadOnCpu(row.replay_loop())), "") << row.name;
  }
}

TEST(Oracles, TheLoopFedByHandGivesEveryRow) {
  for (const OracleRow& row : OracleTable()) {
    EXPECT_EQ(Mismatch(row, RunByHand(row.replay_loop(), RealDecide())), "") << row.name;
  }
}

TEST(Oracles, TheReplayOfCoresGivesEveryRow) {
  for (const OracleRow& row : OracleTable()) {
    const ReplayResult replay = ReplayCores(row.replay_loop());
    OracleRow without_state = row;
    without_state.expected.state.clear();
    EXPECT_EQ(Mismatch(without_state, AsRun(replay)), "") << row.name;
    if (row.expected.state.empty()) continue;
    EXPECT_EQ(replay.state, row.expected.state) << row.name;
  }
}

TEST(Oracles, TheReplayOfSumsGivesEveryRow) {
  for (OracleRow row : OracleTable()) {
    row.expected.state.clear();
    EXPECT_EQ(Mismatch(row, AsRun(ReplaySums(row.replay_loop()))), "") << row.name;
  }
}

TEST(Oracles, EveryRowAgreesWithTheReplayCommandByCommandAndWordByWord) {
  for (const OracleRow& row : OracleTable()) {
    const LoopRun run = RunThreadOnCpu(row.replay_loop());
    EXPECT_EQ(CompareWithReplay(row.replay_loop(), run).why, "") << row.name;
  }
}

TEST(Oracles, FinalStatesHaveTheOraclesDigests) {
  int digests = 0;
  for (const OracleRow& row : OracleTable()) {
    if (row.expected.state_sha256.empty()) continue;
    ++digests;
    const LoopRun run = RunThreadOnCpu(row.replay_loop());
    EXPECT_THAT(Sha256(StateOf(row, run)), StartsWith(row.expected.state_sha256)) << row.name;
    EXPECT_THAT(Sha256(ReplayCores(row.replay_loop()).state), StartsWith(row.expected.state_sha256))
        << row.name;
  }
  EXPECT_EQ(digests, 4);
}

TEST(Oracles, TheDefaultRunLeavesTheOraclesWords) {
  const OracleRow row = OracleRowNamed("page, default");
  const LoopRun run = RunThreadOnCpu(row.replay_loop());
  const std::vector<uint64_t> state = StateOf(row, run);
  EXPECT_THAT(std::vector(state.begin(), state.begin() + 4), testing::ElementsAre(1, 9, 17, 25));
  EXPECT_EQ(state[118], 826u);
  EXPECT_EQ(*std::max_element(state.begin(), state.end()), 19253u);
}

TEST(Oracles, TheDefaultRunHas408Commands) {
  EXPECT_EQ(RunThreadOnCpu(OracleRowNamed("page, default").replay_loop()).log.size(), 408u);
}

TEST(Oracles, ARoundIsTwoCommandsAndTheLastIsASum) {
  for (const OracleRow& row : OracleTable()) {
    const std::vector<CommandRun> log = RunThreadOnCpu(row.replay_loop()).log;
    EXPECT_EQ(log.size(), 2 * row.expected.rounds) << row.name;
    if (log.empty()) continue;
    EXPECT_EQ(log.back().command.handler, uint32_t{KMX_SUM}) << row.name;
  }
}

TEST(Oracles, BadWordsLeaveTheGridAlone) {
  int bad = 0;
  for (const OracleRow& row : OracleTable()) {
    if (row.expected.code != KMX_CODE_BAD) continue;
    ++bad;
    const LoopRun run = RunThreadOnCpu(row.replay_loop());
    EXPECT_THAT(run.log, IsEmpty()) << row.name;
    EXPECT_EQ(run.state, GridFor(row.replay_loop()).words()) << row.name;
    EXPECT_THAT(run.end.progress, IsEmpty()) << row.name;
  }
  EXPECT_EQ(bad, 5);
}

TEST(Oracles, OnlyNarrowWordsAndHugeStartsWrap) {
  EXPECT_FALSE(RunThreadOnCpu(OracleRowNamed("page, default").replay_loop()).wrapped);
  EXPECT_FALSE(RunThreadOnCpu(OracleRowNamed("64-bit words, limit 2^32-1").replay_loop()).wrapped);
  EXPECT_TRUE(RunThreadOnCpu(OracleRowNamed("32-bit words, limit 2^32-1").replay_loop()).wrapped);
  EXPECT_FALSE(RunThreadOnCpu(OracleRowNamed("32-bit words, limit 4e9").replay_loop()).wrapped);
}

}  // namespace
}  // namespace grid_model
