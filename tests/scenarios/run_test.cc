// railyard run: one scenario looked at, each way to end, and what is printed.

#include <atomic>
#include <regex>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "scenarios/exit_status.h"
#include "tests/scenarios/said.h"

namespace scenarios {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(Run, APassSaysWhatItCovered) {
  const Said said = Say(Still(Small()), {"run", "small/pass", "--seed=7", "--executions=12"});
  EXPECT_EQ(said.status, kAsExpected);
  EXPECT_EQ(said.out,
            "seed 7 (--seed)\n"
            "small/pass: pass; 12 executions (random walk, seed 7), marks 1/1\n"
            "seed 7 (--seed)\n");
  EXPECT_THAT(said.err, IsEmpty());
}

// By hand. The tape is empty: after main has started both and waits, the sender goes first to its
// end, then the receiver. The page's two accesses are ordered by nothing; how main started the two
// does not matter.
TEST(Run, AFailureIsASentenceATableAndALine) {
  const Said said = Say(Still(Demos()), {"run", "demo/message_passing", "--explorer=enumerate",
                                         "--set=messages=1", "--mutant=relaxed-publish"});
  EXPECT_EQ(said.status, kDataRace);
  EXPECT_EQ(std::regex_replace(said.out, std::regex("cc:[0-9]+"), "cc:LINE"),
            "seed 0 (not used)\n"
            "data race: receiver reads page 1 while sender writes it: nothing orders the two "
            "[scenarios/sim_scenarios.cc:LINE]\n"
            "found in execution 1 (enumerator), confirmed 3/3\n"
            "\n"
            "step  sender          receiver                | ready\n"
            "3     page 1 = 41                             | 0\n"
            "4     ready := 1 rlx                          | 1*\n"
            "5                     ready awaited -> 1 acq  | 1\n"
            "6                     page 1 -> 41            | 1\n"
            "(2 steps that do not matter left out)\n"
            "\n"
            "replay: ./railyard replay 'demo/message_passing?messages=1&mutant=relaxed-publish"
            "#t1:f0/2'\n"
            "\n"
            "demo/message_passing?messages=1&mutant=relaxed-publish: data race; "
            "1 executions (enumerator), marks 1/2\n"
            "seed 0 (not used)\n");
}

TEST(Run, TheStatusIsThatOfTheFinding) {
  const Environment demos = Still(Demos());
  const Environment small = Still(Small());
  EXPECT_EQ(Say(demos, {"run", "demo/bank"}).status, kAsExpected);
  EXPECT_EQ(Say(demos, {"run", "demo/tickets", "--mutant=load-then-store"}).status, kRuleBroken);
  EXPECT_EQ(Say(demos, {"run", "demo/bank", "--mutant=own-lock-first"}).status, kDeadlock);
  EXPECT_EQ(Say(demos, {"run", "demo/bank", "--mutant=105"}).status, kDataRace);
  EXPECT_EQ(Say(small, {"run", "small/broken"}).status, kRuleBroken);
  EXPECT_EQ(Say(small, {"run", "small/caller"}).status, kRuleBroken);
  EXPECT_EQ(Say(small, {"run", "small/restless"}).status, kNotDeterministic);
}

TEST(Run, WhatIsPromisedAndDoesNotComeIsMissed) {
  const Environment small = Still(Small());
  const Said missed = Say(small, {"run", "small/missed"});
  EXPECT_EQ(missed.status, kMissed);
  EXPECT_THAT(missed.out, HasSubstr("pass, but missed 'the moon'"));
  const Said hidden = Say(small, {"run", "small/pass", "--mutant=hidden"});
  EXPECT_EQ(hidden.status, kMissed);
  EXPECT_THAT(hidden.out, HasSubstr("not found: R1"));
  // What is not as listed promises nothing.
  EXPECT_EQ(Say(small, {"run", "small/missed", "--memory=sc"}).status, kAsExpected);
  EXPECT_EQ(Say(small, {"run", "small/pass", "--mutant=hidden", "--set=n=3"}).status, kAsExpected);
}

TEST(Run, EnumerationIsExhaustiveOrCut) {
  const Environment demos = Still(Demos());
  const Said whole = Say(demos, {"run", "demo/tickets", "--explorer=enumerate"});
  EXPECT_EQ(whole.status, kAsExpected);
  EXPECT_THAT(whole.out, HasSubstr("exhaustive"));
  const Said cut = Say(demos, {"run", "demo/tickets", "--explorer=enumerate", "--executions=1"});
  EXPECT_EQ(cut.status, kCut);
  EXPECT_THAT(cut.out, HasSubstr("cut before every execution was visited; 1 executions"));
  EXPECT_THAT(cut.out, Not(HasSubstr("exhaustive")));
}

TEST(Run, KeepGoingCountsFindings) {
  const Said said = Say(Still(Small()), {"run", "small/broken", "--executions=5", "--keep-going"});
  EXPECT_EQ(said.status, kRuleBroken);
  EXPECT_THAT(said.out, HasSubstr("small/broken: R1; 5 executions"));
  EXPECT_THAT(said.out, HasSubstr("5 with a finding"));
}

TEST(Run, TheSameSeedSaysTheSame) {
  const std::vector<std::string> args = {"run", "demo/message_passing", "--mutant=101", "--seed=5"};
  EXPECT_EQ(Say(Still(Demos()), args).out, Say(Still(Demos()), args).out);
}

TEST(Run, AMutantHasItsOwnSettingsAndTheUserTheLastWord) {
  const Environment small = Still(Small());
  EXPECT_THAT(Say(small, {"run", "small/pass", "--mutant=found"}).out,
              HasSubstr("'small/pass?n=2&mutant=found#t1:'"));
  EXPECT_THAT(Say(small, {"run", "small/pass", "--mutant=1", "--set=n=0"}).out,
              HasSubstr("'small/pass?n=0&mutant=found#t1:'"));
}

TEST(Run, TimeIsALimitLikeExecutions) {
  Environment small = Still(Small());
  small.now_ms = [now = std::make_shared<std::atomic<std::int64_t>>(0)] { return ++*now; };
  // The clock is read once at the start and once after each execution.
  const Said said = Say(small, {"run", "small/pass", "--time=10ms"});
  EXPECT_EQ(said.status, kAsExpected);
  EXPECT_THAT(said.out, HasSubstr("pass; 10 executions"));
  EXPECT_THAT(said.out, HasSubstr("time is up"));
}

TEST(Run, CtrlCGivesTheSummarySoFar) {
  Environment small = Still(Small());
  small.interrupted = [] { return true; };
  const Said said = Say(small, {"run", "small/pass", "--executions=100"});
  EXPECT_EQ(said.status, kCut);
  EXPECT_THAT(said.out, HasSubstr("small/pass: interrupted; 1 executions"));
}

TEST(Run, ProgressIsSaidEachSecond) {
  Environment small = Still(Small());
  small.now_ms = [now = std::make_shared<std::atomic<std::int64_t>>(0)] {
    return (*now += 500) - 500;
  };
  const Said json = Say(small, {"run", "small/pass", "--executions=4", "--progress=json"});
  EXPECT_EQ(json.err,
            "{\"executions\":\"2\",\"per_second\":\"2\",\"marks\":\"0\",\"of\":\"1\"}\n"
            "{\"executions\":\"4\",\"per_second\":\"2\",\"marks\":\"0\",\"of\":\"1\"}\n");
  EXPECT_THAT(Say(small, {"run", "small/pass", "--executions=4"}).err, IsEmpty());
  small.err_is_terminal = true;
  EXPECT_THAT(Say(small, {"run", "small/pass", "--executions=4"}).err,
              testing::StartsWith("\r2 executions, 2/s, marks 0/1"));
  EXPECT_THAT(Say(small, {"run", "small/pass", "--executions=4", "--progress=none"}).err,
              IsEmpty());
}

}  // namespace
}  // namespace scenarios
