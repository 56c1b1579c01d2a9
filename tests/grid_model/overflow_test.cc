// The page's loop of 119 cores run on without a limit, until its sum leaves 64 bits. Too long for a
// card, seconds for the recurrence.

#include <cstdint>

#include "grid_model/replay.h"
#include "gtest/gtest.h"

namespace grid_model {
namespace {

TEST(Overflow, TheSumPasses2To63And2To64WhereTheOracleSays) {
  SumReplay replay({});
  uint64_t sum = 0;
  while (sum < (1ull << 63)) sum = replay.Next();
  EXPECT_EQ(replay.rounds(), 784'150'103u);
  EXPECT_EQ(sum, 9'223'372'042'609'124'302u);
  while (sum >= (1ull << 63)) sum = replay.Next();
  EXPECT_EQ(replay.rounds(), 1'108'955'733u);
  EXPECT_EQ(sum, 5'736'627'636u);  // 18,446,744,079,446,179,252 - 2^64
}

}  // namespace
}  // namespace grid_model
