// Two threads that work through a list.

#include "scenarios/program/crew.h"

#include <cstddef>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace scenarios {
namespace {

TEST(Crew, EachIsWorkedOnOnceAndReportedInOrder) {
  constexpr std::size_t kCount = 1000;
  for (const int jobs : {1, 2, 5}) {
    std::vector<int> worked(kCount, 0);
    std::vector<std::size_t> reported;
    InOrder(
        kCount, jobs, [&](std::size_t i) { ++worked[i]; },
        [&](std::size_t i) {
          EXPECT_EQ(worked[i], 1);
          reported.push_back(i);
        });
    EXPECT_THAT(worked, testing::Each(1));
    ASSERT_EQ(reported.size(), kCount);
    for (std::size_t i = 0; i < kCount; ++i) EXPECT_EQ(reported[i], i);
  }
}

TEST(Crew, NothingIsDoneForNothing) {
  InOrder(
      0, 2, [](std::size_t) { FAIL(); }, [](std::size_t) { FAIL(); });
}

}  // namespace
}  // namespace scenarios
