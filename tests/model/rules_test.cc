// Every rule is watched: something that breaks it is reported by its name.
#include "model/rules.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/matchers.h"
#include "tests/model/search.h"

namespace scenarios {
namespace {

using sim::FailsWithRule;
using sim::Saying;

// What is reported over some seeds of all mutants and of the callers that neglect a duty.
std::set<std::string> Reported() {
  std::set<std::string> kinds;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    for (const Mutant& mutant : RailMutants()) {
      kinds.insert(KindOf(Search(mutant, By::kRandomWalk, seed, 1000).finding));
    }
    for (const Scenario& scenario : RailScenarios()) {
      if (scenario.must_report.empty()) continue;
      kinds.insert(KindOf(Search(scenario, {}, nullptr, By::kRandomWalk, seed, 1000).finding));
    }
  }
  return kinds;
}

TEST(Rules, EachIsBrokenBySomethingThatIsReported) {
  const std::set<std::string> reported = Reported();
  for (const model::Rule& rule : model::Rules()) {
    if (rule.id == std::string("R13")) continue;  // both orders are marks of every scenario
    EXPECT_THAT(reported, testing::Contains(rule.id)) << rule.sentence;
  }
}

TEST(Rules, AreThoseOfADirectRail) {
  std::vector<std::string> ids;
  for (const Rule& rule : RailRules()) ids.push_back(rule.id);
  EXPECT_THAT(ids, testing::ElementsAre("R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R11",
                                        "R12", "R13", "R14", "R17", "C1", "C2", "C3"));
}

TEST(Rules, BothOrdersOfSentAndArrivedOccur) {
  for (const Scenario& scenario : RailScenarios()) {
    if (!scenario.must_report.empty()) continue;
    EXPECT_THAT(scenario.marks,
                testing::IsSupersetOf({testing::StrEq("sent grows before arrived"),
                                       testing::StrEq("arrived grows before sent")}))
        << scenario.name;
  }
}

TEST(Messages, NameTheCountItsTransferRunAndCopyAndWhoBrokeIt) {
  const sim::Result lowered = Search(RailMutant(13), By::kRandomWalk, 1, 1000);
  EXPECT_THAT(lowered,
              testing::AllOf(FailsWithRule("R7"),
                             Saying("R7: a count at max stays at max: arrived of B went from max "
                                    "to 1 (transfer 0 of run 0, copy 0)"),
                             Saying("broken by the rail")));
  const sim::Result early = Search(RailMutant(48), By::kRandomWalk, 1, 1000);
  EXPECT_THAT(early, testing::AllOf(FailsWithRule("C2"),
                                    Saying("the bytes of transfer 0 of run 2, copy 0 (count 3)"),
                                    Saying("sent of A was seen to reach 1 (transfer 0 of run 0, "
                                           "copy 0)"),
                                    Saying("broken by the caller")));
}

// The wait was there, and in vain: not the caller's fault.
TEST(Messages, BlameTheRailWhereTheCallerDidItsDuty) {
  EXPECT_THAT(Search(RailMutant(5), By::kRandomWalk, 1, 1000),
              testing::AllOf(FailsWithRule("R4"), Saying("has acquired 1 from sent of A"),
                             Saying("broken by the rail")));
  EXPECT_THAT(Search(RailMutant(3), By::kRandomWalk, 1, 1000),
              testing::AllOf(FailsWithRule("R3"), Saying("broken by the rail")));
  EXPECT_THAT(Search(RailMutant(4), By::kRandomWalk, 1, 1000),
              testing::AllOf(FailsWithRule("R3"), Saying("without acquire order"),
                             Saying("broken by the caller")));
}

TEST(Words, SayWhatACountNames) {
  EXPECT_EQ(model::InWords(2, 2), "2 (transfer 1 of run 0, copy 0)");
  EXPECT_EQ(model::InWords(0, 2), "0");
  EXPECT_EQ(model::InWords((std::uint64_t{1} << 63) - 1, 2), "max");
  EXPECT_EQ(model::TransferInWords(5, 2), "transfer 0 of run 2, copy 0 (count 5)");
}

}  // namespace
}  // namespace scenarios
