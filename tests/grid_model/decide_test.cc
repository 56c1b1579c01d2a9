// The decision alone: which words it takes, what it builds, what a sum means to it.

#include "grid_model/decide.h"

#include <array>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace grid_model {
namespace {

constexpr uint64_t kHighest = UINT32_MAX;  // no group ends above this core number
constexpr uint64_t kPlenty = 1000;

int Start(wc_loop& loop, uint64_t cores, uint64_t count, uint64_t base, uint64_t limit = 1000,
          uint64_t max_rounds = 10) {
  const std::array<uint64_t, KMX_WORDS> words = {4096, cores, count, limit, max_rounds, base};
  return wc_start(&loop, words.data(), words.size(), kPlenty);
}

int Start(uint64_t cores, uint64_t count, uint64_t base) {
  wc_loop loop;
  return Start(loop, cores, count, base);
}

TEST(Decide, CoreNumbersEndAt32Bits) {
  EXPECT_EQ(Start(2, 1, kHighest - 2), WC_AGAIN);
  EXPECT_EQ(Start(2, 1, kHighest - 1), KMX_CODE_BAD);
  EXPECT_EQ(Start(2, 1, UINT64_MAX), KMX_CODE_BAD);
  EXPECT_EQ(Start(kHighest, 1, 0), WC_AGAIN);
  EXPECT_EQ(Start(kHighest + 1, 1, 0), KMX_CODE_BAD);
  EXPECT_EQ(Start(UINT64_MAX, 1, 0), KMX_CODE_BAD);
  EXPECT_EQ(Start(UINT64_MAX, 1, 1), KMX_CODE_BAD);
}

TEST(Decide, ACountIsOneToTheCores) {
  EXPECT_EQ(Start(3, 0, 0), KMX_CODE_BAD);
  EXPECT_EQ(Start(3, 1, 0), WC_AGAIN);
  EXPECT_EQ(Start(3, 3, 0), WC_AGAIN);
  EXPECT_EQ(Start(3, 4, 0), KMX_CODE_BAD);
}

TEST(Decide, TheRegionHoldsAGroupPerRound) {
  const std::array<uint64_t, KMX_WORDS> words = {4096, 3, 1, 1000, 10, 0};
  wc_loop loop;
  EXPECT_EQ(wc_start(&loop, words.data(), words.size(), 9), KMX_CODE_BAD);
  EXPECT_EQ(wc_start(&loop, words.data(), words.size(), 10), WC_AGAIN);
}

TEST(Decide, NoWordsAreBad) {
  wc_loop loop;
  EXPECT_EQ(wc_start(&loop, nullptr, 0, kPlenty), KMX_CODE_BAD);
}

TEST(Decide, ARoundIsAStepOnItsGroupAndAnExclusiveSumWithAResult) {
  wc_loop loop;
  ASSERT_EQ(Start(loop, 39, 30, 78), WC_AGAIN);
  EXPECT_EQ(wc_result(&loop, 11), WC_AGAIN);  // 11 mod 10: core 79 is next
  kmx_command step, sum;
  wc_round(&loop, &step, &sum);
  EXPECT_EQ(step.handler, uint32_t{KMX_STEP});
  EXPECT_EQ(step.flags, 0u);
  EXPECT_EQ(step.first, 79u);
  EXPECT_EQ(step.count, 30u);
  EXPECT_EQ(step.a0, 4096u);
  EXPECT_EQ(step.a1, 2u);  // the second round
  EXPECT_EQ(sum.handler, uint32_t{KMX_SUM});
  EXPECT_EQ(sum.flags, uint32_t{KMX_EXCLUSIVE | KMX_RESULT});
  EXPECT_EQ(sum.first, 78u);
  EXPECT_EQ(sum.count, 39u);
  EXPECT_EQ(sum.a0, 4096u);
  EXPECT_EQ(sum.a1, 0u);
}

TEST(Decide, TheLimitItselfEndsTheLoop) {
  wc_loop loop;
  ASSERT_EQ(Start(loop, 3, 1, 0, /*limit=*/50), WC_AGAIN);
  EXPECT_EQ(wc_result(&loop, 49), WC_AGAIN);
  EXPECT_EQ(wc_result(&loop, 50), KMX_CODE_LIMIT);
  EXPECT_EQ(loop.rounds, 2u);
  EXPECT_EQ(loop.sum, 50u);
}

TEST(Decide, TheLimitInTheLastRoundIsStillTheLimit) {
  wc_loop loop;
  ASSERT_EQ(Start(loop, 3, 1, 0, /*limit=*/50, /*max_rounds=*/1), WC_AGAIN);
  EXPECT_EQ(wc_result(&loop, 50), KMX_CODE_LIMIT);
  ASSERT_EQ(Start(loop, 3, 1, 0, /*limit=*/50, /*max_rounds=*/1), WC_AGAIN);
  EXPECT_EQ(wc_result(&loop, 49), KMX_CODE_ROUNDS);
}

}  // namespace
}  // namespace grid_model
