// What a program says about itself: choices, faults, checks, invariants, marks, notes, moments.

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/matchers.h"
#include "tests/sim/outcomes.h"

namespace sim {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::UnorderedElementsAre;

TEST(Choose, GivesEveryValueAndZeroFirst) {
  std::vector<std::uint32_t> values;
  EXPECT_THAT(Explore([&] { values.push_back(choose(3)); }, Enumerate()), Passes());
  EXPECT_THAT(values, ElementsAre(0u, 1u, 2u));
}

TEST(Choose, OfOneOptionIsNoChoice) {
  const Result result = Explore([] { check(choose(1) == 0, "the only one"); }, Enumerate());
  EXPECT_THAT(result, Passes());
  EXPECT_EQ(result.executions, 1u);
}

TEST(Choose, ManyOptionsAreAllThere) {
  EXPECT_EQ(Outcomes([] { return choose(65'535); }).size(), 65'535u);
}

// A pick is a 16-bit number on the tape; more options must not become fewer without a word.
TEST(Choose, MoreOptionsThanATapeHoldsAreRefused) {
  EXPECT_THAT(Explore([] { choose(65'536); }, Enumerate()), testing::Not(Passes()));
  EXPECT_THAT(Explore([] { choose(70'000); }, Enumerate()), testing::Not(Passes()));
}

TEST(Fault, StrikesOrNotAndIsNamed) {
  EXPECT_THAT(Outcomes([] { return fault("disk is full"); }), UnorderedElementsAre(false, true));
  const Result result = Explore([] { check(!fault("disk is full"), "works"); }, Enumerate());
  EXPECT_THAT(result, FailsWithRule("works"));
  EXPECT_THAT(result.trace.steps, ElementsAre(Field(&Step::text, "fault: disk is full")));
}

TEST(Fault, StrikesNoMoreOftenThanTheLimitAllows) {
  std::set<std::string> seen;
  const Result result = Explore(
      [&] {
        std::string s;
        for (int i = 0; i < 3; ++i) s += fault("f") ? 'x' : '.';
        seen.insert(s);
      },
      Enumerate(), {.limits = {.max_faults = 1}});
  EXPECT_THAT(result, Passes());
  EXPECT_THAT(seen, UnorderedElementsAre("...", "x..", ".x.", "..x"));
}

TEST(Fault, SwarmsTurnWholeKindsOff) {
  std::set<std::string> seen;
  Explore(
      [&] {
        std::string s;
        for (int i = 0; i < 20; ++i) {
          if (fault("a")) s += 'a';
          if (fault("b")) s += 'b';
        }
        std::sort(s.begin(), s.end());
        s.erase(std::unique(s.begin(), s.end()), s.end());
        seen.insert(s);
      },
      RandomWalk({.executions = 100}));
  EXPECT_THAT(seen, UnorderedElementsAre("", "a", "b", "ab"));
}

TEST(Check, EndsTheExecutionWithItsRuleAndPlace) {
  bool went_on = false;
  const Result result = Explore(
      [&] {
        check(true, "holds");
        check(1 + 1 == 3, "sums");
        went_on = true;
      },
      Enumerate());
  EXPECT_THAT(result, AllOf(FailsWithRule("sums"), Saying("sums")));
  EXPECT_THAT(result.finding.where, testing::MatchesRegex(".*rules_test.cc:[0-9]+"));
  EXPECT_FALSE(went_on);
}

TEST(Check, FailNamesARuleAndSaysMore) {
  EXPECT_THAT(Explore([] { fail("R7", "count 9 came before count 8"); }, Enumerate()),
              AllOf(FailsWithRule("R7"), Saying("count 9 came before count 8")));
}

TEST(Always, IsLookedAtAfterEveryWrite) {
  EXPECT_THAT(Explore(
                  [] {
                    atomic<int> x(0, "x");
                    atomic<int> y(0, "y");
                    always equal("x is y or one more",
                                 [&] { return x.load() == y.load() || x.load() == y.load() + 1; });
                    fiber a("a", [&] {
                      x.store(1);
                      y.store(1);
                    });
                  },
                  Enumerate()),
              Passes());
  EXPECT_THAT(Explore(
                  [] {
                    atomic<int> x(0, "x");
                    always small("x is small", [&] { return x.load() < 2; });
                    fiber a("a", [&] { x.store(1); });
                    fiber b("b", [&] { x.fetch_add(1); });
                  },
                  Enumerate()),
              AllOf(FailsWithRule("x is small"), Saying("after b wrote x")));
}

TEST(Always, ItsLoadsAreNoSteps) {
  const Result result = Explore(
      [] {
        atomic<int> x(0, "x");
        always looks("any", [&] { return x.load() + x.load() >= 0; });
        x.store(1);
      },
      Enumerate());
  EXPECT_THAT(result, Passes());
  EXPECT_EQ(result.events, 1u);  // the store
}

TEST(Always, HoldsOnlyAsLongAsItLives) {
  EXPECT_THAT(Explore(
                  [] {
                    atomic<int> x(0, "x");
                    {
                      always zero("x is 0", [&] { return x.load() == 0; });
                    }
                    x.store(1);
                  },
                  Enumerate()),
              Passes());
}

TEST(Always, MayBreakAtAnUnlock) {
  EXPECT_THAT(Explore(
                  [] {
                    plain<int> data(0, "data");
                    mutex m("m");
                    always zero("data is 0", [&] { return data.get() == 0; });
                    m.lock();
                    data.set(1);
                    m.unlock();
                  },
                  Enumerate()),
              FailsWithRule("data is 0"));
}

TEST(Reached, CountsTheExecutionsThatCameThere) {
  const Result result = Explore(
      [] {
        if (choose(3) == 1) {
          reached("one");
          reached("one");
        }
      },
      Enumerate(), {.expect_marks = {"never"}});
  ASSERT_EQ(result.marks.size(), 2u);
  EXPECT_STREQ(result.marks[0].name, "never");
  EXPECT_EQ(result.marks[0].executions, 0u);
  EXPECT_STREQ(result.marks[1].name, "one");
  EXPECT_EQ(result.marks[1].executions, 1u);
}

TEST(Watch, IsCalledAroundEveryWriteWithTheNewestValue) {
  std::set<std::vector<int>> seen;
  Explore(
      [&] {
        std::vector<int> values;
        atomic<int> x(0, "x");
        x.watch([&](int before, int after) {
          values.push_back(before);
          values.push_back(after);
        });
        {
          fiber a("a", [&] {
            x.store(1, std::memory_order_relaxed);
            x.load();
          });
          fiber b("b", [&] { x.store(2, std::memory_order_relaxed); });
        }
        seen.insert(values);
      },
      Enumerate());
  // A write may also be placed before the one that is there: then the newest stays.
  EXPECT_THAT(seen,
              UnorderedElementsAre(std::vector<int>{0, 1, 1, 2}, std::vector<int>{0, 2, 2, 1},
                                   std::vector<int>{0, 1, 1, 1}, std::vector<int>{0, 2, 2, 2}));
}

TEST(Watch, MayFail) {
  EXPECT_THAT(Explore(
                  [] {
                    atomic<int> x(0, "x");
                    x.watch([](int before, int after) { check(before <= after, "x grows"); });
                    x.store(2);
                    x.store(1);
                  },
                  Enumerate()),
              FailsWithRule("x grows"));
}

TEST(Watch, MayFailAtAnUnlock) {
  EXPECT_THAT(Explore(
                  [] {
                    atomic<int> x(0, "x");
                    x.watch([](int before, int after) { check(before <= after, "x grows"); });
                    x.store(2);
                    x.release_store(1);
                  },
                  Enumerate()),
              FailsWithRule("x grows"));
}

TEST(Note, IsALineOfTheTable) {
  const Result result = Explore(
      [] {
        note("the first run");
        check(false, "stop");
      },
      Enumerate());
  EXPECT_THAT(Table(result.trace), testing::HasSubstr("the first run"));
}

TEST(Show, GivesAValueItsOwnColumn) {
  const Result result = Explore(
      [] {
        atomic<int> x(3, "x");
        x.show();
        x.store(4);
        check(false, "stop");
      },
      Enumerate());
  EXPECT_THAT(Table(result.trace), testing::HasSubstr("| x\n"));
  EXPECT_THAT(Table(result.trace), testing::HasSubstr("| 4\n"));
}

// --- moments ---

TEST(Moment, IsSeenByItsOwnFiberAndByNobodyElseYet) {
  EXPECT_THAT(Explore(
                  [] {
                    check(moment().seen(), "before everything");
                    const moment m = moment::now();
                    check(m.seen(), "one's own");
                    std::optional<moment> in_a;
                    atomic<int> step(0);
                    fiber a("a", [&] {
                      in_a = moment::now();
                      step.store(1, std::memory_order_relaxed);
                    });
                    step.await([](int v) { return v == 1; }, std::memory_order_relaxed);
                    check(!in_a->seen(), "nothing orders it");
                    a.join();
                    check(in_a->seen(), "the join does");
                  },
                  Enumerate()),
              Passes());
}

TEST(Moment, IsSeenThroughSynchronisationAlone) {
  auto program = [](std::memory_order order, bool after_the_store) {
    return [=] {
      std::optional<moment> m;
      atomic<int> flag(0);
      bool seen = false;
      fiber a("a", [&] {
        if (!after_the_store) m = moment::now();
        flag.store(1, std::memory_order_release);
        if (after_the_store) m = moment::now();
        flag.store(2, std::memory_order_relaxed);
      });
      if (flag.load(order) == 1 && m.has_value()) {
        seen = m->seen();
        reached("looked");
      }
      a.join();
      return seen;
    };
  };
  EXPECT_THAT(Outcomes(program(std::memory_order_acquire, false)),
              UnorderedElementsAre(true, false));
  EXPECT_THAT(Outcomes(program(std::memory_order_relaxed, false)), UnorderedElementsAre(false));
  EXPECT_THAT(Outcomes(program(std::memory_order_acquire, true)), UnorderedElementsAre(false));
}

TEST(Resource, IsUsedThenEndedOnce) {
  EXPECT_THAT(Explore(
                  [] {
                    resource end("the end of a rail");
                    end.use();
                    check(!end.ended(), "alive");
                    end.end();
                    check(end.ended(), "ended");
                  },
                  Enumerate()),
              Passes());
  EXPECT_THAT(Explore(
                  [] {
                    resource end("the end of a rail");
                    end.end();
                    end.end();
                  },
                  Enumerate()),
              AllOf(FailsWith("misuse"), Saying("the end of a rail was ended twice")));
  EXPECT_THAT(Explore(
                  [] {
                    resource end("the end of a rail");
                    end.end();
                    end.use();
                  },
                  Enumerate()),
              AllOf(FailsWith("misuse"), Saying("the end of a rail was used after its end")));
}

}  // namespace
}  // namespace sim
