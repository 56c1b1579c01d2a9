// railyard run: one scenario looked at, each way to end, and what is printed.

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <regex>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "scenarios/exit_status.h"
#include "scenarios/program/failure.h"
#include "sim/sim.h"
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
            "1 executions (enumerator), marks 1/2\n");
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

// By class there is one execution; with what is read, two.
void Waits(std::memory_order order) {
  enum class Class { kReached };
  sim::atomic<int> count(0, "count");
  sim::fiber writer("writer", [&] {
    count.store(1, order);
    count.store(2, order);
  });
  count.await([](int v) { return v > 0 ? std::optional(Class::kReached) : std::nullopt; },
              std::memory_order_acquire);
}

TEST(Run, TheExhaustiveSearchSaysWhetherItReduced) {
  const Environment waits =
      Still({{Plain("small/waits", [] { Waits(std::memory_order_release); }),
              Plain("small/strict", [] { Waits(std::memory_order_seq_cst); })},
             {},
             {}});
  EXPECT_THAT(Say(waits, {"run", "small/waits", "--explorer=exhaustive"}).out,
              HasSubstr("\nsmall/waits: pass; 1 executions (each graph once), exhaustive, "
                        "await classes, marks 0/0\n"));
  EXPECT_THAT(Say(waits, {"run", "small/waits", "--explorer=exhaustive", "--reduction=none"}).out,
              HasSubstr("pass; 2 executions (each graph once), exhaustive, marks 0/0\n"));
  EXPECT_THAT(Say(waits, {"run", "small/strict", "--explorer=exhaustive"}).out,
              HasSubstr("pass; 2 executions (each graph once), exhaustive, no await classes: "
                        "there are seq_cst events, marks 0/0\n"));
}

TEST(Run, TheExhaustiveSearchIsCutAtAnyExecution) {
  Environment ten = Still({{Plain("small/ten", [] { sim::choose(10); })}, {}, {}});
  const Said cut = Say(ten, {"run", "small/ten", "--explorer=exhaustive", "--executions=9"});
  EXPECT_EQ(cut.status, kCut);
  EXPECT_THAT(cut.out, HasSubstr("cut before every execution was visited; 9 executions (each "
                                 "graph once), marks 0/0\n"));
  EXPECT_THAT(cut.out, Not(HasSubstr(", exhaustive")));
  EXPECT_EQ(Say(ten, {"run", "small/ten", "--explorer=exhaustive", "--executions=11"}).status,
            kAsExpected);
  ten.now_ms = [now = std::make_shared<std::atomic<std::int64_t>>(0)] { return ++*now; };
  const Said late = Say(ten, {"run", "small/ten", "--explorer=exhaustive", "--time=4ms"});
  EXPECT_EQ(late.status, kCut);
  EXPECT_THAT(late.out, HasSubstr("; 4 executions (each graph once), time is up, "));
}

TEST(Run, AnExecutionThatWasCutIsNotExhaustive) {
  const Environment endless = Still({{Plain("small/endless",
                                            [] {
                                              sim::atomic<int> x(0, "x");
                                              if (sim::choose(2) == 0) return;
                                              for (;;) x.store(1, std::memory_order_relaxed);
                                            })},
                                     {},
                                     {}});
  const Said said = Say(endless, {"run", "small/endless", "--explorer=exhaustive", "--keep-going"});
  EXPECT_EQ(said.status, kCut);
  EXPECT_THAT(said.out, HasSubstr("small/endless: limit; 2 executions (each graph once), marks"));
}

// A mark that one order of a graph has and another has not is no promise of the exhaustive search.
TEST(Run, TheExhaustiveSearchSeesOneOrderOfEachGraph) {
  Scenario scenario = Plain("small/order", [] {
    sim::atomic<int> x(0, "x"), y(0, "y");
    sim::fiber a("a", [&] { x.store(1, std::memory_order_relaxed); });
    sim::fiber b("b", [&] {
      y.watch([&](int, int) {
        if (x.newest() == 0) sim::reached("b is first");
      });
      y.store(1, std::memory_order_relaxed);
    });
  });
  scenario.marks = {"b is first"};
  const Environment order = Still({{scenario}, {}, {}});
  const Said graphs = Say(order, {"run", "small/order", "--explorer=exhaustive"});
  EXPECT_EQ(graphs.status, kAsExpected);
  EXPECT_THAT(graphs.out, HasSubstr("exhaustive, marks 0/1 in one order of each graph\n"));
  EXPECT_THAT(Say(order, {"run", "small/order", "--explorer=enumerate"}).out,
              HasSubstr("exhaustive, marks 1/1\n"));
}

// None, the first, the second; with both there is nothing that two faults leave out.
TEST(Run, ABoundOnFaultsIsARungAndSaysSo) {
  const Environment faulty = Still({{Plain("small/faulty",
                                           [] {
                                             sim::fault("a");
                                             sim::fault("b");
                                           })},
                                    {},
                                    {}});
  auto run = [&faulty](const std::string& explorer, const std::string& faults) {
    const Said said = Say(faulty, {"run", "small/faulty", "--explorer=" + explorer,
                                   "--faults=" + faults, "--selfcheck=1"});
    EXPECT_EQ(said.status, kAsExpected);
    return Behind("pass; ", said.out);
  };
  EXPECT_EQ(run("exhaustive", "0"),
            "1 executions (each graph once), exhaustive up to 0 faults, marks 0/0");
  EXPECT_EQ(run("exhaustive", "1"),
            "3 executions (each graph once), exhaustive up to 1 fault, marks 0/0");
  EXPECT_EQ(run("exhaustive", "2"), "4 executions (each graph once), exhaustive, marks 0/0");
  EXPECT_EQ(run("enumerate", "1"),
            "3 executions (enumerator), exhaustive up to 1 fault, marks 0/0");
  EXPECT_EQ(run("enumerate", "3"), "4 executions (enumerator), exhaustive, marks 0/0");
}

// Two fibers of two steps: aabb and bbaa; abba and baab; abab and baba.
TEST(Run, ABoundOnPreemptionsIsARungAndSaysSo) {
  Scenario scenario = Plain("small/steps", [] {
    sim::atomic<int> x(0, "x"), y(0, "y");
    auto twice = [](sim::atomic<int>& count) {
      count.store(1, std::memory_order_relaxed);
      count.store(2, std::memory_order_relaxed);
    };
    sim::fiber a("a", [&] { twice(x); });
    sim::fiber b("b", [&] { twice(y); });
  });
  scenario.marks = {"the moon"};
  const Environment steps = Still({{scenario}, {}, {}});
  auto run = [&steps](const std::string& preemptions) {
    return Say(steps,
               {"run", "small/steps", "--explorer=enumerate", "--preemptions=" + preemptions});
  };
  // What was left out may have had the mark.
  EXPECT_EQ(run("0").status, kAsExpected);
  EXPECT_EQ(Behind("small/steps: ", run("0").out),
            "pass; 2 executions (enumerator), every interleaving with at most 0 preemptions, "
            "marks 0/1");
  EXPECT_EQ(Behind("small/steps: ", run("1").out),
            "pass; 4 executions (enumerator), every interleaving with at most 1 preemption, "
            "marks 0/1");
  EXPECT_EQ(run("2").status, kMissed);
  EXPECT_EQ(Behind("small/steps: ", run("2").out),
            "pass, but missed 'the moon'; 6 executions (enumerator), exhaustive, marks 0/1");
  const Said cut = Say(
      steps, {"run", "small/steps", "--explorer=enumerate", "--preemptions=1", "--executions=3"});
  EXPECT_EQ(cut.status, kCut);
  EXPECT_THAT(cut.out, Not(HasSubstr("every interleaving")));
}

TEST(Run, BothBoundsAreSaid) {
  const Environment both = Still({{Plain("small/both",
                                         [] {
                                           sim::atomic<int> x(0, "x");
                                           auto step = [&x] {
                                             if (!sim::fault("f")) x.fetch_add(1);
                                           };
                                           sim::fiber a("a", step);
                                           sim::fiber b("b", step);
                                         })},
                                  {},
                                  {}});
  EXPECT_THAT(
      Say(both, {"run", "small/both", "--explorer=enumerate", "--preemptions=0", "--faults=1"}).out,
      HasSubstr("every interleaving with at most 0 preemptions, up to 1 fault, marks"));
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

// By hand: the first state, two after one draw (whose?), two after both (in which order?).
TEST(Run, StatesAreVisitedOnceUnderSc) {
  const Said said = Say(Still(Demos()), {"run", "demo/tickets", "--explorer=states"});
  EXPECT_EQ(said.status, kAsExpected);
  EXPECT_THAT(said.out,
              HasSubstr("demo/tickets?memory=sc: pass; 2 executions (states), exhaustive, 5 "
                        "states and 4 steps under sc"));
}

TEST(Run, StatesAreToldApartByExactKeysWhereAsked) {
  const Said said =
      Say(Still(Demos()), {"run", "demo/tickets", "--explorer=states", "--states=exact"});
  EXPECT_EQ(said.status, kAsExpected);
  EXPECT_THAT(said.out, testing::ContainsRegex("exhaustive, 5 states and 4 steps under sc \\(keys "
                                               "are exact: [0-9]+ bytes\\)"));
}

TEST(Run, WhatStatesFindIsReplayed) {
  const Said said =
      Say(Still(Demos()), {"run", "demo/bank", "--mutant=own-lock-first", "--explorer=states"});
  EXPECT_EQ(said.status, kDeadlock);
  EXPECT_THAT(said.out, HasSubstr(" states, confirmed 3/3\n"));
  EXPECT_THAT(said.out, HasSubstr("memory=sc&points=everywhere#t1:"));
}

// What is left out is said; it is the same by two threads.
TEST(Run, StatesAreReducedUnlessAskedNot) {
  const std::vector<std::string> run = {"run", "demo/bank", "--explorer=states"};
  auto with = [&run](const std::string& option) {
    std::vector<std::string> arguments = run;
    arguments.push_back(option);
    return Say(Still(Demos()), arguments);
  };
  EXPECT_THAT(with("--reduction=persistent").out, HasSubstr("one order of steps that commute"));
  EXPECT_EQ(with("--jobs=2").out, with("--jobs=1").out);
  EXPECT_THAT(with("--reduction=none").out, testing::Not(HasSubstr("commute")));
  EXPECT_THAT(
      with("--reduction=classes").err,
      HasSubstr("--reduction=classes means nothing to 'states'; allowed: none, persistent"));
}

// By hand: the first state, and one for each of the first three choices.
TEST(Run, StatesAreCountedUntilAFinding) {
  const Catalog catalog = {
      {Plain("small/third", [] { sim::check(sim::choose(5) != 2, "not the third"); })}, {}, {}};
  const Said said = Say(Still(catalog), {"run", "small/third", "--explorer=states"});
  EXPECT_EQ(said.status, kRuleBroken);
  EXPECT_THAT(said.out, HasSubstr("\nrule broken"));
  EXPECT_THAT(said.out, HasSubstr("\nfound after 4 states, confirmed 3/3\n"));
}

TEST(Run, WhatNoExecutionShowsHasNoReplayLine) {
  const Catalog catalog = Demos();
  sim::Result result;
  result.finding = {sim::Verdict::kMisuse, "no use after its end", "used too late", "", 0, -1};
  result.explorer = "states";
  result.found_after = 1;
  result.has_tape = false;
  const std::string text = FailureText(CaseOf(catalog.scenarios[0]), result);
  EXPECT_THAT(text, HasSubstr("\nfound after 1 state\nno execution shows it, "));
  EXPECT_THAT(text, Not(HasSubstr("./railyard replay")));
}

// By hand: each of the two takes the first of its locks.
TEST(Run, StatesInBreadthFindTheShortestWay) {
  const Said said = Say(Still(Demos()), {"run", "demo/bank", "--mutant=own-lock-first",
                                         "--explorer=states", "--order=breadth"});
  EXPECT_EQ(said.status, kDeadlock);
  EXPECT_THAT(said.out, HasSubstr("the way to the finding has 2 steps (none is shorter)"));
}

TEST(Run, StatesKnowNoWeakMemory) {
  const Said said = Say(Still(Demos()), {"run", "demo/bank", "--explorer=states", "--memory=rc11"});
  EXPECT_EQ(said.status, kUsage);
  EXPECT_THAT(said.err, HasSubstr("--memory=rc11 means nothing to 'states'; allowed: sc"));
}

}  // namespace
}  // namespace scenarios
