// The correct rail breaks no rule, whatever happens; and what is meant to happen does.
#include <cstdint>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/matchers.h"
#include "tests/model/search.h"

namespace scenarios {
namespace {

using sim::Passes;

// What a clean scenario is run with besides its defaults, so often by each strategy.
struct Clean {
  std::string scenario;
  Values set;
  std::uint64_t executions;
};

void PrintTo(const Clean& clean, std::ostream* out) {
  *out << clean.scenario;
  for (const auto& [name, value] : clean.set) *out << " " << name << "=" << value;
}

std::vector<Clean> Cleans() {
  constexpr std::uint64_t kMany = 100'000;
  constexpr std::uint64_t kSome = 20'000;
  std::vector<Clean> cleans;
  for (const Scenario& scenario : RailScenarios()) {
    if (scenario.must_report.empty()) cleans.push_back({scenario.name, {}, kMany});
  }
  const std::vector<Clean> larger = {
      {"rail/delivery", {{"n", 3}, {"runs", 3}, {"overlap", 1}}, kSome},
      {"rail/delivery", {{"n", 1}, {"runs", 5}, {"length", 257}, {"gap", 0}}, kSome},
      {"rail/two_directions", {{"n", 1}, {"runs", 4}, {"n_back", 3}}, kSome},
      {"rail/many_callers", {{"callers", 3}}, kSome},
      {"rail/mid_run_wait", {{"runs", 2}}, kSome},
      {"rail/inbound_reuse", {{"n", 2}, {"runs", 5}, {"reply", 1}}, kSome},
      {"rail/gpu_followed_by_host", {{"n", 2}, {"runs", 4}}, kSome},
      {"rail/failure", {{"n", 2}, {"runs", 3}, {"failures", 2}, {"back", 1}}, kSome},
      {"rail/failure", {{"n", 2}, {"runs", 3}, {"polls", 1}}, kSome},
      {"rail/failure", {{"runs", 3}, {"failures", 2}, {"certain", 1}, {"waits", 0}}, kSome},
  };
  cleans.insert(cleans.end(), larger.begin(), larger.end());
  return cleans;
}

class CleanRail : public testing::TestWithParam<std::tuple<Clean, By>> {
 protected:
  const Clean& clean() const { return std::get<0>(GetParam()); }
  By by() const { return std::get<1>(GetParam()); }
};

TEST_P(CleanRail, BreaksNoRuleAndComesToEveryMark) {
  const Scenario scenario = RailScenario(clean().scenario);
  const sim::Result result =
      Search(scenario, clean().set, nullptr, by(), /*seed=*/1, clean().executions);
  EXPECT_THAT(result, Passes()) << result;
  EXPECT_EQ(result.executions, clean().executions);
  if (!clean().set.empty()) return;  // marks are the defaults'
  for (const sim::Marks::Mark& mark : result.marks) {
    EXPECT_GT(mark.executions, 0u) << mark.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Every, CleanRail,
                         testing::Combine(testing::ValuesIn(Cleans()),
                                          testing::Values(By::kRandomWalk, By::kPct)));

// Marks come within fewer executions than a user's first search has.
TEST(Marks, AreReachedWithinTenThousandExecutions) {
  for (const Scenario& scenario : RailScenarios()) {
    const sim::Result result = Search(scenario, {}, nullptr, By::kRandomWalk, 2, 10'000);
    if (!scenario.must_report.empty()) {
      EXPECT_THAT(scenario.must_report, testing::Contains(KindOf(result.finding)));
      continue;
    }
    for (const sim::Marks::Mark& mark : result.marks) {
      EXPECT_GT(mark.executions, 0u) << scenario.name << ": " << mark.name;
    }
  }
}

}  // namespace
}  // namespace scenarios
