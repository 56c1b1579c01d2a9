// A fiber's end is no event of the graph, and a join none until its fiber does something after it;
// still both order what they order, wait for what they wait for, and come to the same again.
#include <atomic>
#include <functional>
#include <optional>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sim/sim.h"
#include "tests/matchers.h"

namespace {

using sim::Execution;
using sim::Exhaustive;
using sim::Explore;
using sim::FailsWith;
using sim::NameOf;
using sim::Passes;
using sim::Result;
using sim::Saying;
using sim::Verdict;
using testing::AllOf;

constexpr auto kRelaxed = std::memory_order_relaxed;

// Both ways to go on from a run to the next.
class Joins : public testing::TestWithParam<bool> {
 protected:
  static Result Search(const std::function<void()>& body, sim::Options options = {}) {
    return Explore(body, Exhaustive({.snapshots = GetParam()}), options);
  }
};
INSTANTIATE_TEST_SUITE_P(FromTheBeginningAndSnapshots, Joins, testing::Bool());

// Two stores and two loads of others: 4 graphs in which only those four, 2 atomics made and 2
// fibers started count. The fibers' ends, and main's joins behind which nothing comes, do not.
TEST_P(Joins, WhatNothingDependsOnIsNoEvent) {
  int events = 0;
  const Result result = Search(
      [] {
        sim::atomic<int> x(0), y(0);
        sim::fiber a("a", [&] {
          x.store(1, kRelaxed);
          y.load(kRelaxed);
        });
        sim::fiber b("b", [&] {
          y.store(1, kRelaxed);
          x.load(kRelaxed);
        });
      },
      {.observe = [&events](const Execution& e) {
        events = e.graph().size();
        return true;
      }});
  EXPECT_THAT(result, Passes());
  EXPECT_EQ(result.executions, 4u);
  EXPECT_EQ(events, 6);  // two fibers started, four accesses
}

TEST_P(Joins, WhatWasDoneHappensBeforeWhatComesAfter) {
  const Result result = Search([] {
    sim::atomic<int> x(0), y(0);
    sim::plain<int> last(0);
    sim::fiber a("a", [&] {
      x.store(1, kRelaxed);
      last.set(7);  // behind its last event
    });
    sim::fiber b("b", [&] { y.store(x.load(kRelaxed), kRelaxed); });
    a.join();
    sim::check(last.get() == 7, "what it did last is known");
    sim::check(x.load(kRelaxed) == 1, "no older value");
    b.join();
    if (y.load(kRelaxed) == 0) sim::reached("b came first");
    if (y.load(kRelaxed) == 1) sim::reached("a came first");
  });
  EXPECT_THAT(result, Passes());
  EXPECT_TRUE(result.exhausted);
  EXPECT_EQ(result.executions, 2u);
  EXPECT_THAT(sim::Reached(result), testing::UnorderedElementsAre("b came first", "a came first"));
}

// c has no event at all, so nobody is ever led to it; b joins it and has none either.
TEST_P(Joins, WaitForFibersWithoutEvents) {
  int seen = 0;
  const Result result = Search([&seen] {
    sim::atomic<int> x(0);
    sim::plain<int> quiet(0);
    sim::fiber b("b", [&] {
      sim::fiber c("c", [&] { quiet.set(5); });
      c.join();
    });
    sim::fiber d("d", [&] { x.store(1, kRelaxed); });
    b.join();
    sim::check(quiet.get() == 5, "c is over");
    seen |= 1 << x.load(kRelaxed);
  });
  EXPECT_THAT(result, Passes());
  EXPECT_EQ(result.executions, 2u);
  EXPECT_EQ(seen, 3);
}

TEST_P(Joins, OfSomebodyElseOrderNothing) {
  const Result result = Search([] {
    sim::atomic<int> x(0);
    sim::plain<int> last(0);
    sim::fiber a("a", [&] { last.set(7); });
    sim::fiber b("b", [&] {
      if (x.load(kRelaxed) == 1) last.get();
    });
    a.join();
    x.store(1, kRelaxed);
  });
  EXPECT_THAT(result, FailsWith(NameOf(Verdict::kDataRace)));
}

// Who joined somebody did more than look, and does not wait for something new to see. Nobody writes
// x, so he would wait for ever.
TEST_P(Joins, AreMoreThanAPoll) {
  const auto body = [] {
    sim::atomic<int> x(0);
    sim::fiber a("a", [] {});
    sim::yield();  // the turn begins here
    x.load(kRelaxed);
    a.join();
    sim::yield();
  };
  EXPECT_THAT(Search(body), Passes());
  EXPECT_THAT(Explore(body, sim::Enumerate()), Passes());
}

// The fiber has published all its events, but not what it does behind the last.
TEST_P(Joins, AnAreaMayNotEndBeforeWhatFollowsTheLastEvent) {
  const Result result = Search([] {
    sim::atomic<int> x(0);
    std::optional<sim::plain<int>> area(0);
    sim::fiber a("a", [&] {
      x.store(1);
      area->set(1);
    });
    x.await([](int v) { return v == 1; });
    area.reset();
    a.join();
  });
  EXPECT_THAT(result, AllOf(FailsWith(NameOf(Verdict::kMisuse)), Saying("does not happen before")));
}

TEST_P(Joins, AnEndThatDoesNotComeAgainIsNoticed) {
  int run = 0;
  const Result result = Search([&run] {
    sim::atomic<int> x(0);
    const bool more = ++run > 1;
    sim::fiber a("a", [&] {
      x.store(1, kRelaxed);
      if (more) x.store(2, kRelaxed);
    });
    sim::fiber b("b", [&] { x.load(kRelaxed); });
  });
  EXPECT_THAT(result, AllOf(FailsWith(NameOf(Verdict::kNondeterminism)),
                            Saying("a goes on where it ended before")));
}

TEST_P(Joins, AnEndThatComesTooSoonIsNoticed) {
  int run = 0;
  const Result result = Search([&run] {
    sim::atomic<int> x(0);
    const bool more = ++run == 1;
    sim::fiber a("a", [&] {
      x.store(1, kRelaxed);
      if (more) x.store(2, kRelaxed);
    });
    sim::fiber b("b", [&] { x.load(kRelaxed); });
  });
  EXPECT_THAT(result, AllOf(FailsWith(NameOf(Verdict::kNondeterminism)),
                            Saying("a ends where it went on before")));
}

}  // namespace
