// Known numbers are specification: how many graphs each program has, as published or as counted by
// other checkers that agree (closed forms where there are).
#include "tests/explore/families.h"

#include <functional>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/matchers.h"

namespace {

struct Row {
  const char* family;
  std::function<void()> (*program)(int);
  int n;
  std::uint64_t executions;  // RC11

  friend std::ostream& operator<<(std::ostream& out, const Row& row) {
    return out << row.family << "(" << row.n << ")";
  }
};

const Row kRows[] = {
    // 2^n
    {"sb", &families::Sb, 2, 4},
    {"sb", &families::Sb, 5, 32},
    {"sb", &families::Sb, 10, 1024},
    {"readers", &families::Readers, 3, 8},
    {"readers", &families::Readers, 10, 1024},
    // n!
    {"ainc", &families::Ainc, 3, 6},
    {"ainc", &families::Ainc, 6, 720},
    {"writers", &families::Writers, 3, 6},
    {"writers", &families::Writers, 6, 720},
    {"lockinc", &families::Lockinc, 3, 6},
    {"lockinc", &families::Lockinc, 5, 120},
    // n
    {"cas", &families::Cas, 2, 2},
    {"cas", &families::Cas, 6, 6},
    {"casrot", &families::Casrot, 2, 2},
    {"casrot", &families::Casrot, 3, 5},
    {"casrot", &families::Casrot, 4, 14},
    {"casrot", &families::Casrot, 5, 43},
    {"casrot", &families::Casrot, 6, 144},
    {"casrot", &families::Casrot, 7, 523},
    {"casrot", &families::Casrot, 8, 2048},
    {"casrot", &families::Casrot, 9, 8597},
    // 3^n
    {"mpn", &families::Mpn, 2, 9},
    {"mpn", &families::Mpn, 6, 729},
    // (n + 3) 2^(n-2)
    {"lastzero", &families::Lastzero, 2, 5},
    {"lastzero", &families::Lastzero, 5, 64},
    {"lastzero", &families::Lastzero, 8, 704},
    {"fib", &families::Fib, 2, 20},
    {"fib", &families::Fib, 3, 175},
    {"fib", &families::Fib, 4, 1764},
    {"fib", &families::Fib, 5, 19404},
    {"rail0", &families::Rail0, 1, 1},
    {"rail0", &families::Rail0, 2, 4},
    {"rail0", &families::Rail0, 3, 28},
    {"rail0", &families::Rail0, 4, 204},
    {"rail0", &families::Rail0, 5, 1484},
    {"rail0", &families::Rail0, 6, 10796},
    {"rail1", &families::Rail1, 1, 11},
    {"rail1", &families::Rail1, 2, 86},
    {"rail1", &families::Rail1, 3, 731},
    {"rail1", &families::Rail1, 4, 5287},
};

class Families : public testing::TestWithParam<Row> {};

TEST_P(Families, EveryGraphComesUpOnce) {
  const Row& row = GetParam();
  std::set<std::string> graphs;
  const sim::Result result =
      sim::Explore(row.program(row.n), sim::Exhaustive({.reduction = sim::Reduction::kNone}),
                   {.observe = [&graphs](const sim::Execution& e) {
                     graphs.insert(sim::Signature(e.graph()));
                     return true;
                   }});
  EXPECT_THAT(result, sim::Passes());
  EXPECT_TRUE(result.exhausted);
  EXPECT_EQ(result.executions, row.executions);
  EXPECT_EQ(graphs.size(), row.executions);
}

INSTANTIATE_TEST_SUITE_P(Known, Families, testing::ValuesIn(kRows), [](const auto& info) {
  return std::string(info.param.family) + "Of" + std::to_string(info.param.n);
});

TEST(Exhaustive, SequentialConsistencyForbidsTheRingOfStores) {
  for (const int n : {2, 3, 6}) {
    const sim::Result result =
        sim::Explore(families::Sb(n), sim::Exhaustive({.reduction = sim::Reduction::kNone}),
                     {.memory = sim::Memory::kSc});
    EXPECT_EQ(result.executions, (1u << n) - 1);
    EXPECT_TRUE(result.exhausted);
  }
}

// 19, 141, 1107: SC counts of fib(2..4).
TEST(Exhaustive, SequentialConsistencyCountsOfFib) {
  const std::uint64_t wanted[] = {19, 141, 1107};
  for (int n = 2; n <= 4; ++n) {
    const sim::Result result =
        sim::Explore(families::Fib(n), sim::Exhaustive({.reduction = sim::Reduction::kNone}),
                     {.memory = sim::Memory::kSc});
    EXPECT_EQ(result.executions, wanted[n - 2]);
  }
}

}  // namespace
