#include "protocol/count.h"

#include <cstdint>

#include "gtest/gtest.h"

namespace protocol {
namespace {

TEST(Count, NamesRunsAndTransfersInTheOrderTheyMove) {
  for (uint64_t n = 1; n <= 5; ++n) {
    uint64_t c = 0;
    for (uint64_t run = 0; run < 7; ++run) {
      for (uint64_t transfer = 0; transfer < n; ++transfer) {
        ++c;
        EXPECT_EQ(NameOf(c, n), (CountName{run, transfer, run % 2 == 0 ? 0u : 1u}));
        EXPECT_EQ(CountOf(run, transfer, n), c);
      }
    }
  }
}

TEST(Count, TheLastOneNamesATransferToo) {
  EXPECT_EQ(kLastCount, 9223372036854775806u);
  EXPECT_EQ(NameOf(kLastCount, 1), (CountName{9223372036854775805u, 0, 1}));
  EXPECT_EQ(NameOf(kLastCount, 2), (CountName{4611686018427387902u, 1, 0}));
}

TEST(Count, IsFromOneToTheOneBeforeFailure) {
  EXPECT_EQ(kFailed, 9223372036854775807u);
  EXPECT_FALSE(IsCount(0));
  EXPECT_TRUE(IsCount(1));
  EXPECT_TRUE(IsCount(kLastCount));
  EXPECT_FALSE(IsCount(kFailed));
  EXPECT_FALSE(IsCount(UINT64_MAX));
}

TEST(Count, ACopyIsWrittenAgainAfterTheLastTransferThatReadIt) {
  for (uint64_t n = 1; n <= 4; ++n) {
    for (uint64_t run = 0; run < 6; ++run) {
      uint64_t last_reader = 0;
      for (uint64_t c = 1; NameOf(c, n).run < run; ++c) {
        if (NameOf(c, n).copy == run % 2) last_reader = c;
      }
      EXPECT_EQ(ReadBefore(run, n), last_reader) << "run " << run << " of " << n;
    }
  }
}

}  // namespace
}  // namespace protocol
