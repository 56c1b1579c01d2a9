// railyard check: tables, and a status that tells what is not as promised.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "scenarios/exit_status.h"
#include "sim/sim.h"
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
            "scenario         graphs  executions  marks  verdict\n"
            "small/pass        all 1          40    1/1  pass\n"
            "small/caller      all 2          40    0/0  C9, as it must\n"
            "\n"
            "no  mutant         graphs  found after  by      rule\n"
            " 1  found           1 / 1            1  random  R1\n"
            "\n"
            "pass: 2 scenarios, marks 1/1; 1 of 1 mutants found; all 4 graphs visited, "
            "81 executions sampled\n"
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
                    HasSubstr("10 graphs visited (not all), "),
                    HasSubstr("replay: ./railyard replay 'small/broken#t1:'")));
}

// A scenario without a mutant, and the same with one that has this body.
Catalog Bug(std::function<void()> body) {
  Scenario bug = Plain("small/bug", [] {});
  bug.make = [body](const Values&, const Mutant* mutant) {
    return mutant != nullptr ? body : [] {};
  };
  return {{bug}, {{1, "bug", "a bug", {"R1"}, "small/bug", {}}}, {}};
}

// One graph. Only who looks at both at the same moment sees it, in some interleavings.
void UpAndDown() {
  sim::atomic<int> x(0, "x"), y(0, "y");
  const sim::always never("R1", [&] { return x.load() == 0 || y.load() == 0; });
  auto up_and_down = [](sim::atomic<int>& count) {
    count.store(1, std::memory_order_relaxed);
    count.store(0, std::memory_order_relaxed);
  };
  sim::fiber a("a", [&] { up_and_down(x); });
  sim::fiber b("b", [&] { up_and_down(y); });
}

TEST(Check, AMutantThatSamplingAloneFindsIsNotFound) {
  const Said said = Say(Still(Bug(UpAndDown)), {"check", "--seed=1"});
  EXPECT_EQ(said.status, kMissed);
  EXPECT_THAT(said.out, AllOf(HasSubstr(" 1  bug             - / 1 "),
                              HasSubstr("  random  exhaustive search: not found: R1\n"),
                              HasSubstr("0 of 1 mutants found; all 2 graphs visited")));
}

TEST(Check, AMutantThatTheExhaustiveSearchAloneFindsIsNotFound) {
  const Said said = Say(Still(Bug([] {
                          if (sim::choose(60'000) == 7'777) sim::fail("R1", "rare");
                        })),
                        {"check", "--seed=1", "--executions=20"});
  EXPECT_EQ(said.status, kMissed);
  EXPECT_THAT(said.out,
              AllOf(HasSubstr(" 1  bug      7778 / 60000            -          sampling: not found"
                              ": R1\n"),
                    HasSubstr("found in execution 7778 (exhaustive), confirmed 3/3\n")));
}

// --- states ---

// A scenario that its author wants judged so, and perhaps its mutant.
Catalog JudgedBy(Judges judges, std::function<void()> body, bool weak = false) {
  Catalog catalog = Bug(std::move(body));
  catalog.scenarios[0].judges = judges;
  catalog.mutants[0].weak = weak;
  return catalog;
}

// Both are 0 in no interleaving, and in one graph.
void StoreBuffering() {
  sim::atomic<int> x(0, "x"), y(0, "y");
  int seen[2] = {1, 1};
  auto cross = [](sim::atomic<int>& mine, sim::atomic<int>& other, int& seen) {
    mine.store(1, std::memory_order_relaxed);
    seen = other.load(std::memory_order_relaxed);
  };
  {
    sim::fiber a("a", [&] { cross(x, y, seen[0]); });
    sim::fiber b("b", [&] { cross(y, x, seen[1]); });
  }
  if (seen[0] == 0 && seen[1] == 0) sim::fail("R1", "both are early");
}

// By hand: five states (Run.StatesAreVisitedOnceUnderSc); the two orders of the draws are two
// graphs.
TEST(Check, StatesAreVisitedWhereTheAuthorWantsIt) {
  const Said said = Say(Still(Demos()), {"check", "demo/tickets", "--seed=1", "--executions=20"});
  EXPECT_EQ(said.status, kAsExpected);
  EXPECT_THAT(said.out,
              AllOf(HasSubstr("scenario         graphs     states  executions  marks  verdict\n"
                              "demo/tickets      all 2      all 5          40    1/1  pass\n"),
                    HasSubstr("no  mutant                  graphs  states  found after  by "),
                    HasSubstr("\n\ngraphs: every execution under RC11, each in one order\n"
                              "states: every interleaving under sc, without weak orders\n\npass: "),
                    HasSubstr(" graphs visited, all 5 states of 1 scenario, ")));
}

TEST(Check, WhatStatesAloneJudgeHasNoGraphs) {
  const Said said = Say(Still(JudgedBy(Judges::kStates, UpAndDown)), {"check", "--seed=1"});
  EXPECT_EQ(said.status, kAsExpected);
  EXPECT_THAT(said.out, AllOf(HasSubstr("\nsmall/bug          -      all 1 "),
                              HasSubstr("1 of 1 mutants found; all 1 states of 1 scenario, "),
                              testing::Not(HasSubstr("visited"))));
}

TEST(Check, AMutantHasToBeFoundByEverySearchThatJudgesIt) {
  const Said by_states = Say(Still(JudgedBy(Judges::kBoth, UpAndDown)), {"check", "--seed=1"});
  EXPECT_EQ(by_states.status, kMissed);
  EXPECT_THAT(by_states.out, HasSubstr("  random  exhaustive search: not found: R1\n"));
  const Said by_graphs = Say(Still(JudgedBy(Judges::kBoth, StoreBuffering)), {"check", "--seed=1"});
  EXPECT_EQ(by_graphs.status, kMissed);
  EXPECT_THAT(by_graphs.out, HasSubstr("  random  states: not found: R1\n"));
}

TEST(Check, WhatOnlyWeakMemoryShowsIsNotLookedForAmongStates) {
  const Said said =
      Say(Still(JudgedBy(Judges::kBoth, StoreBuffering, /*weak=*/true)), {"check", "--seed=1"});
  EXPECT_EQ(said.status, kAsExpected);
  EXPECT_THAT(said.out, HasSubstr("    weak  "));
}

TEST(Check, WhatStatesFindIsToldUnderSc) {
  Catalog catalog = {{Plain("small/never", UpAndDown)}, {}, {}};
  catalog.scenarios[0].judges = Judges::kBoth;
  const Said said = Say(Still(catalog), {"check", "--seed=1"});
  EXPECT_EQ(said.status, kRuleBroken);
  EXPECT_THAT(said.out, AllOf(HasSubstr("\nsmall/never?memory=sc: R1\n"),
                              HasSubstr(" states, confirmed 3/3\n"),
                              HasSubstr("replay 'small/never?memory=sc&points=everywhere#t1:")));
}

TEST(Check, MoreGraphsThanTheBoundAreNoPass) {
  const Said said = Say(Still({{Plain("small/large",
                                      [] {
                                        sim::choose(1001);
                                        sim::choose(1000);
                                      })},
                               {},
                               {}}),
                        {"check", "--executions=1"});
  EXPECT_EQ(said.status, kCut);
  EXPECT_THAT(said.out,
              AllOf(HasSubstr("\nsmall/large  1000000, cut           2    0/0  cut before every "
                              "execution was visited\n"),
                    HasSubstr("; 1000000 graphs visited (not all), 2 executions sampled\n")));
}

TEST(Check, WhereAwaitClassesWereGivenUpIsSaidAndWhy) {
  auto waits = [](std::memory_order order) {
    return [order] {
      sim::atomic<int> count(0, "count");
      sim::fiber writer("writer", [&] { count.store(1, order); });
      enum class Class { kReached };
      count.await([](int v) { return v > 0 ? std::optional(Class::kReached) : std::nullopt; },
                  std::memory_order_acquire);
    };
  };
  const Said said = Say(Still({{Plain("small/first", waits(std::memory_order_seq_cst)),
                                Plain("small/second", waits(std::memory_order_release)),
                                Plain("small/third", waits(std::memory_order_seq_cst))},
                               {},
                               {}}),
                        {"check", "--executions=1"});
  EXPECT_EQ(said.status, kAsExpected);
  EXPECT_THAT(said.out, HasSubstr("\n\nno await classes: there are seq_cst events "
                                  "(small/first, small/third)\n\npass: "));
}

TEST(Check, TimeIsTestedAtEachExecutionOfEachSearch) {
  auto ticking = [](Catalog catalog) {
    Environment environment = Still(std::move(catalog));
    environment.now_ms = [now = std::make_shared<std::atomic<std::int64_t>>(0)] { return ++*now; };
    return environment;
  };
  // The clock is read once at the start and once after each execution.
  const Said sampled = Say(ticking(Small({"small/missed"})), {"check", "--time=10ms"});
  EXPECT_THAT(sampled.out, HasSubstr("\nsmall/missed      all 1           9    0/1  pass, but"));
  const Said graphs = Say(ticking({{Plain("small/ten", [] { sim::choose(10); })}, {}, {}}),
                          {"check", "--time=7ms"});
  EXPECT_EQ(graphs.status, kCut);
  EXPECT_THAT(graphs.out, HasSubstr("\nsmall/ten     7, cut           -    0/0  cut before"));
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

TEST(Check, HowManyCasesAreJudgedAtOnceMakesNoDifference) {
  const std::vector<std::string> args = {"check", "--seed=7", "--executions=20"};
  const std::string two = Say(Still(Small()), args).out;
  for (const std::string jobs : {"1", "5"}) {
    std::vector<std::string> with_jobs = args;
    with_jobs.push_back("--jobs=" + jobs);
    EXPECT_EQ(Say(Still(Small()), with_jobs).out, two);
  }
}

}  // namespace
}  // namespace scenarios
