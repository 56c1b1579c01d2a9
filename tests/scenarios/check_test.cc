// railyard check: tables, and a status that tells what is not as promised.

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "scenarios/exit_status.h"
#include "tests/scenarios/said.h"

namespace scenarios {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

// Without its mutant that never shows, all is as promised.
Catalog Good() {
  Catalog catalog = Small({"small/pass", "small/caller"});
  catalog.mutants.pop_back();
  return catalog;
}

int StatusOfCheck(const std::string& scenario) {
  return Say(Still(Small({scenario})), {"check", "--executions=20"}).status;
}

TEST(Check, ATableOfScenariosAndOneOfMutants) {
  const Said said = Say(Still(Good()), {"check", "--seed=1", "--executions=20"});
  EXPECT_EQ(said.status, kAsExpected);
  EXPECT_EQ(said.out,
            "seed 1 (--seed)\n"
            "\n"
            "scenario      executions     graphs  marks  verdict\n"
            "small/pass            40      all 1    1/1  pass\n"
            "small/caller          40          -    0/0  C9, as it must\n"
            "\n"
            "no  mutant  found after  by      rule\n"
            " 1  found             1  random  R1\n"
            "\n"
            "pass: 2 scenarios, marks 1/1; 1 of 1 mutants found; 81 executions\n"
            "seed 1 (--seed)\n");
  EXPECT_THAT(said.err, IsEmpty());
}

TEST(Check, WhatIsNotAsPromisedIsTheStatusAndIsShown) {
  EXPECT_EQ(StatusOfCheck("small/caller"), kAsExpected);
  EXPECT_EQ(StatusOfCheck("small/missed"), kMissed);
  EXPECT_EQ(StatusOfCheck("small/other"), kMissed);
  EXPECT_EQ(StatusOfCheck("small/broken"), kRuleBroken);
  EXPECT_EQ(StatusOfCheck("small/restless"), kNotDeterministic);
  EXPECT_EQ(StatusOfCheck("small/pass"), kMissed);  // the mutant that never shows
  const Said said = Say(Still(Small()), {"check", "--executions=20"});
  EXPECT_EQ(said.status, kMissed);  // of the first in the table
  EXPECT_THAT(said.out,
              AllOf(HasSubstr("pass, but missed 'the moon'"), HasSubstr("C8 instead of C9"),
                    HasSubstr("not found: R1"), HasSubstr("5 not as promised: 6 scenarios"),
                    HasSubstr("replay: ./railyard replay 'small/broken#t1:'")));
}

TEST(Check, OnlyTheNamedScenariosAndTheirMutants) {
  const Said said = Say(Still(Demos()), {"check", "demo/tickets", "--executions=50"});
  EXPECT_EQ(said.status, kAsExpected);
  EXPECT_THAT(said.out, HasSubstr("pass: 1 scenarios, marks 1/1; 1 of 1 mutants found;"));
}

TEST(Check, EveryDemoIsAsPromised) {
  const Said said = Say(Still(Demos()), {"check", "--executions=200"});
  EXPECT_EQ(said.status, kAsExpected);
  EXPECT_THAT(said.out, HasSubstr("3 scenarios, marks 4/4; 6 of 6 mutants found"));
}

TEST(Check, TheSameSeedSaysTheSame) {
  const std::vector<std::string> args = {"check", "--seed=3", "--executions=300"};
  EXPECT_EQ(Say(Still(Demos()), args).out, Say(Still(Demos()), args).out);
}

TEST(Check, NothingToCheckIsNoPass) { EXPECT_EQ(Say(Still(Catalog()), {"check"}).status, kCut); }

TEST(Check, CtrlCGivesTheSummarySoFar) {
  Environment good = Still(Good());
  good.interrupted = [] { return true; };
  const Said said = Say(good, {"check"});
  EXPECT_EQ(said.status, kCut);
  EXPECT_THAT(said.out, HasSubstr("interrupted"));
  EXPECT_THAT(said.out, HasSubstr("2 scenarios"));
}

}  // namespace
}  // namespace scenarios
