// Every known bug is found, by the rule that it breaks, and soon: the kill matrix.
#include <algorithm>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/model/search.h"

namespace scenarios {
namespace {

constexpr std::uint64_t kSeeds = 20;

// How soon a bug is to be found over the seeds: the better of random walk and PCT has at most this
// median of executions, and both find it within `executions` for each seed.
struct Soon {
  std::uint64_t median;
  std::uint64_t executions;
};
// An order is wrong in most executions. A count that failure raised is lost in a window of a few
// steps. A transfer moves by a failed count only if the rail stands between two of its steps.
constexpr Soon kOrder = {2, 100};
constexpr Soon kLostFailure = {5, 500};
constexpr Soon kForgotten = {100, 500};
constexpr Soon kWindow = {100, 2000};
constexpr Soon kAnywhere = {2, 100};

struct Kill {
  int number;
  Soon soon;
  const char* breaker;  // who is to blame, where a rule is broken
};

void PrintTo(const Kill& kill, std::ostream* out) { *out << "mutant " << kill.number; }

constexpr char kRail[] = "broken by the rail";
constexpr char kCaller[] = "broken by the caller";

constexpr Kill kKills[] = {
    {1, kOrder, kRail},        {2, kOrder, kRail},        {3, kOrder, kRail},
    {4, kOrder, kCaller},      {5, kOrder, kRail},        {6, kOrder, kCaller},
    {7, kOrder, kRail},        {8, kOrder, kRail},        {9, kLostFailure, kRail},
    {10, kLostFailure, kRail}, {11, kLostFailure, kRail}, {12, kLostFailure, kRail},
    {13, kLostFailure, kRail}, {14, kLostFailure, kRail}, {15, kWindow, kRail},
    {16, kForgotten, kRail},   {17, kForgotten, kRail},   {20, kLostFailure, kRail},
    {21, kLostFailure, kRail}, {22, kLostFailure, kRail}, {23, kAnywhere, kRail},
    {24, kAnywhere, kRail},    {25, kAnywhere, kRail},    {26, kAnywhere, kRail},
    {27, kAnywhere, kRail},    {28, kAnywhere, kRail},    {29, kAnywhere, kRail},
    {30, kAnywhere, kRail},    {31, kAnywhere, kRail},    {36, kAnywhere, kRail},
    {37, kAnywhere, kRail},    {48, kOrder, kCaller},     {49, kOrder, kCaller},
    {50, kOrder, kCaller},     {61, kAnywhere, kRail},    {62, kAnywhere, kRail},
    {63, kAnywhere, kCaller},  {64, kAnywhere, kCaller},  {65, kAnywhere, kRail},
    {66, kAnywhere, kRail},
};

class Kills : public testing::TestWithParam<Kill> {};

// Finds the mutant once for each seed; returns the median of the executions that it took.
std::uint64_t FindForEachSeed(const Kill& kill, By by) {
  const Mutant mutant = RailMutant(kill.number);
  std::vector<std::uint64_t> took;
  std::set<std::string> kinds;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const sim::Result result = Search(mutant, by, seed, kill.soon.executions);
    EXPECT_FALSE(result.ok()) << NameOf(by) << ", seed " << seed << ": not found";
    EXPECT_THAT(mutant.caught_by, testing::Contains(KindOf(result.finding))) << result;
    EXPECT_EQ(result.confirmed, 3);
    if (result.verdict() == sim::Verdict::kRuleBroken) {
      EXPECT_THAT(result.finding.message, testing::HasSubstr(kill.breaker));
    }
    took.push_back(result.found_after);
    kinds.insert(KindOf(result.finding));
  }
  std::sort(took.begin(), took.end());
  const std::uint64_t median = (took[kSeeds / 2 - 1] + took[kSeeds / 2] + 1) / 2;
  std::cout << std::setw(3) << mutant.number << "  " << std::left << std::setw(24) << mutant.name
            << std::setw(12) << NameOf(by) << std::right << "median " << std::setw(4) << median
            << "  most " << std::setw(4) << took.back() << "  ";
  for (const std::string& kind : kinds) std::cout << " " << kind;
  std::cout << "\n";
  return median;
}

TEST_P(Kills, IsFoundSoonForEverySeed) {
  const std::uint64_t random = FindForEachSeed(GetParam(), By::kRandomWalk);
  const std::uint64_t pct = FindForEachSeed(GetParam(), By::kPct);
  EXPECT_LE(std::min(random, pct), GetParam().soon.median);
}

INSTANTIATE_TEST_SUITE_P(Mutant, Kills, testing::ValuesIn(kKills),
                         [](const auto& info) { return std::to_string(info.param.number); });

TEST(KillMatrix, HasARowForEveryMutant) {
  std::vector<int> rows, mutants;
  for (const Kill& kill : kKills) rows.push_back(kill.number);
  for (const Mutant& mutant : RailMutants()) mutants.push_back(mutant.number);
  EXPECT_THAT(rows, testing::UnorderedElementsAreArray(mutants));
}

// The contract's list for this depth; 36 and 37 come from the next.
TEST(KillMatrix, HasTheMutantsOfADirectRail) {
  std::vector<int> numbers;
  for (const Mutant& mutant : RailMutants()) numbers.push_back(mutant.number);
  for (const auto& [first, last] : {std::pair{1, 17}, {20, 31}, {48, 50}}) {
    for (int number = first; number <= last; ++number) {
      EXPECT_THAT(numbers, testing::Contains(number));
    }
  }
}

}  // namespace
}  // namespace scenarios
