// The oracle itself: small loops worked out by hand, and its two forms against each other.

#include "grid_model/replay.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace grid_model {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// 4 cores, 2 a STEP, limit 100. x starts 0 7 14 21, so 42.
//   round 1, cores 0 1: +1 +2 -> 1 9 14 21, 45; 45 mod 3 = 0
//   round 2, cores 0 1: +2 +3 -> 3 12 14 21, 50; 50 mod 3 = 2
//   round 3, cores 2 3: +5 +6 -> 3 12 19 27, 61; 61 mod 3 = 1
//   round 4, cores 1 2: +5 +6 -> 3 17 25 27, 72; 72 mod 3 = 0
//   round 5, cores 0 1: +5 +6 -> 8 23 25 27, 83; 83 mod 3 = 2
//   round 6, cores 2 3: +8 +9 -> 8 23 33 36, 100: the limit
TEST(Replay, ATinyLoopByHand) {
  const ReplayResult result = ReplayCores({.cores = 4, .count = 2, .limit = 100});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.rounds, 6u);
  EXPECT_EQ(result.sum, 100u);
  EXPECT_THAT(result.groups, ElementsAre(0, 0, 2, 1, 0, 2));
  EXPECT_THAT(result.sums, ElementsAre(45, 50, 61, 72, 83, 100));
  EXPECT_THAT(result.state, ElementsAre(8, 23, 33, 36));
}

// 1 core at base 3, limit 30: 21, +1+3 = 25, +2+3 = 30: the limit.
TEST(Replay, OneCoreByHand) {
  const ReplayResult result =
      ReplayCores({.cores = 1, .count = 1, .limit = 30, .max_rounds = 50, .base = 3});
  EXPECT_EQ(result.rounds, 2u);
  EXPECT_THAT(result.groups, ElementsAre(3, 3));
  EXPECT_THAT(result.sums, ElementsAre(25, 30));
  EXPECT_THAT(result.state, ElementsAre(30));
}

// FNV-1a's published values: nothing, and the bytes 0 0 0 0.
TEST(Replay, TheTrailIsFnv1a) {
  EXPECT_EQ(ReplayCores({.max_rounds = 0}).trail, 0xcbf29ce484222325u);
  EXPECT_EQ(ReplayCores({.limit = 0}).trail, 0x4d25767f9dce13f5u);
}

TEST(Replay, ARoundIsAStepOnItsGroupAndASumOnTheLoopsCores) {
  const ReplayLoop loop = {.cores = 4, .count = 2, .limit = 100, .max_rounds = 2, .base = 1};
  const std::vector<ReplayCommand> commands = CommandsOf(loop, ReplayCores(loop));
  ASSERT_EQ(commands.size(), 4u);
  EXPECT_EQ(commands[2].kind, ReplayCommand::Kind::kStep);
  EXPECT_EQ(commands[2].first, 1u);
  EXPECT_EQ(commands[2].count, 2u);
  EXPECT_EQ(commands[2].round, 2u);
  EXPECT_EQ(commands[3].kind, ReplayCommand::Kind::kSum);
  EXPECT_EQ(commands[3].first, 1u);
  EXPECT_EQ(commands[3].count, 4u);
  EXPECT_EQ(commands[3].round, 0u);
}

TEST(Replay, CoreNumbersEndAt32Bits) {
  const auto code = [](uint64_t cores, uint64_t base) {
    return ReplayCores({.cores = cores, .count = 1, .max_rounds = 0, .base = base}).code;
  };
  EXPECT_EQ(code(2, 0xffff'ffff - 2), 2);
  EXPECT_EQ(code(2, 0xffff'ffff - 1), 1);
  EXPECT_EQ(code(1, ~0ull), 1);
  EXPECT_EQ(code(1ull << 32, 0), 1);
}

TEST(Replay, BadWordsRunNothing) {
  const ReplayResult result = ReplayCores({.cores = 4, .count = 5});
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.sums, IsEmpty());
  EXPECT_THAT(result.state, IsEmpty());
}

// The page's 119/30 without a limit, as far as the doubles of a script would be exact.
TEST(Replay, TheSumPasses2To53InRound24504638) {
  SumReplay replay({});
  uint64_t sum = 0;
  while (sum < (1ull << 53)) sum = replay.Next();
  EXPECT_EQ(replay.rounds(), 24'504'638u);
  EXPECT_EQ(sum, 9'007'199'317'796'227u);
}

}  // namespace
}  // namespace grid_model
