// Loops that poll, and say so: as good as an await where only reads decide.
#include <set>
#include <string>
#include <utility>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sim/sim.h"
#include "tests/matchers.h"

namespace {

using sim::atomic;
using sim::Execution;
using sim::Exhaustive;
using sim::Explore;
using sim::FailsWith;
using sim::fiber;
using sim::Memory;
using sim::Passes;
using sim::Reduction;
using sim::Result;
using sim::Saying;
using testing::AllOf;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;

void Await(atomic<int>& count, int c) {
  count.await([c](int v) { return v >= c; }, kAcquire);
}
void Poll(atomic<int>& count, int c) {
  while (count.load(kAcquire) < c) sim::yield();
}

// Three fibers that hand a word on, n times, over two copies.
void Rail(int n, void (*wait)(atomic<int>&, int)) {
  atomic<int> ready(0, "ready"), sent(0, "sent"), arrived(0, "arrived"), taken(0, "taken");
  sim::plain<int> out[2], in[2];
  fiber sender("sender", [&] {
    for (int c = 1; c <= n; ++c) {
      if (c > 2) wait(sent, c - 2);
      if (c > 2) wait(taken, c - 2);
      out[c % 2].set(c);
      ready.store(c, kRelease);
    }
  });
  fiber rail("rail", [&] {
    for (int c = 1; c <= n; ++c) {
      wait(ready, c);
      in[c % 2].set(out[c % 2].get());
      arrived.store(c, kRelease);
      sent.store(c, kRelease);
    }
  });
  fiber receiver("receiver", [&] {
    for (int c = 1; c <= n; ++c) {
      wait(arrived, c);
      sim::check(in[c % 2].get() == c, "what was sent arrives");
      taken.store(c, kRelease);
    }
  });
}

std::set<std::string> Graphs(void (*wait)(atomic<int>&, int), int n, Memory memory) {
  std::set<std::string> graphs;
  const Result result = Explore([&] { Rail(n, wait); }, Exhaustive({.reduction = Reduction::kNone}),
                                {.memory = memory, .observe = [&](const Execution& e) {
                                   EXPECT_TRUE(graphs.insert(sim::Signature(e.graph())).second);
                                   return true;
                                 }});
  EXPECT_THAT(result, Passes());
  EXPECT_TRUE(result.exhausted);
  return graphs;
}

TEST(Yield, APollIsExploredAsTheAwaitThatItStandsFor) {
  for (const Memory memory : {Memory::kRc11, Memory::kSc}) {
    for (const int n : {1, 2, 3, 4}) {
      EXPECT_EQ(Graphs(&Poll, n, memory), Graphs(&Await, n, memory)) << n;
    }
  }
  EXPECT_EQ(Graphs(&Poll, 4, Memory::kRc11).size(), 204u);  // as the rail with awaits
}

TEST(Yield, ALoopMayPollSeveralLocations) {
  auto body = [] {
    atomic<int> x(0, "x"), y(0, "y");
    fiber a("a", [&] { x.store(1, kRelease); });
    fiber b("b", [&] { y.store(1, kRelease); });
    while (x.load(kAcquire) + y.load(kAcquire) < 2) sim::yield();
  };
  const Result result = Explore(body, Exhaustive());
  EXPECT_THAT(result, Passes());
  EXPECT_EQ(result.executions, 1u);
  EXPECT_TRUE(result.exhausted);
  EXPECT_THAT(Explore(body, sim::RandomWalk({.executions = 200})), Passes());
}

TEST(Yield, WhoPollsInVainIsADeadlock) {
  auto body = [] {
    atomic<int> x(0, "x");
    fiber a("a", [&] { x.store(1, kRelease); });
    while (x.load(kAcquire) != 2) sim::yield();
  };
  EXPECT_THAT(Explore(body, Exhaustive()), AllOf(FailsWith("deadlock"), Saying("x, which is 1")));
  EXPECT_THAT(Explore(body, sim::RandomWalk({})),
              AllOf(FailsWith("deadlock"), Saying("x, which is 1")));
}

TEST(Yield, ARaceBehindAPollIsFound) {
  auto body = [] {
    atomic<int> x(0, "x");
    sim::plain<int> page(0, "page");
    fiber a("a", [&] {
      page.set(1);
      x.store(1, kRelease);
    });
    while (x.load(kRelaxed) != 1) sim::yield();
    page.get();
  };
  EXPECT_THAT(Explore(body, Exhaustive()), FailsWith("data race"));
}

// Whichever fiber goes first.
TEST(Yield, ALoopMaySeeOnlyTheSecondOfTwoFlags) {
  for (const bool reader_first : {false, true}) {
    std::set<std::pair<int, int>> seen;
    std::pair<int, int> last;
    auto body = [&last, reader_first] {
      atomic<int> x(0, "x"), y(0, "y");
      auto read = [&] {
        for (;;) {
          last.first = x.load(kAcquire);
          last.second = y.load(kAcquire);
          if (last.first + last.second > 0) break;
          sim::yield();
        }
      };
      auto write = [&] {
        x.store(1, kRelease);
        y.store(1, kRelease);
      };
      auto turn = [&](bool reads) { reads ? read() : write(); };
      fiber a("a", [&] { turn(reader_first); });
      fiber b("b", [&] { turn(!reader_first); });
    };
    const Result result = Explore(body, Exhaustive(), {.observe = [&](const Execution&) {
                                    seen.insert(last);
                                    return true;
                                  }});
    EXPECT_THAT(result, Passes());
    EXPECT_TRUE(result.exhausted);
    EXPECT_THAT(seen, testing::ElementsAre(std::pair(0, 1), std::pair(1, 0), std::pair(1, 1)));
  }
}

// The looks in vain could have seen older values.
TEST(Yield, WhatATurnInVainCouldHaveSeenIsSeenLater) {
  std::set<std::string> graphs;
  auto body = [] {
    atomic<int> x(0, "x"), y(0, "y");
    fiber a("a", [&] { y.store(1, kRelease); });
    fiber b("b", [&] {
      while (x.load(kAcquire) + y.load(kAcquire) < 2) sim::yield();
    });
    fiber c("c", [&] {
      x.store(1, kRelease);
      x.store(2, kRelease);
    });
  };
  const Result result = Explore(body, Exhaustive(), {.observe = [&](const Execution& e) {
                                  EXPECT_TRUE(graphs.insert(sim::Signature(e.graph())).second);
                                  return true;
                                }});
  EXPECT_THAT(result, Passes());
  EXPECT_TRUE(result.exhausted);
  EXPECT_EQ(graphs.size(), 3u);  // (x, y) is (1, 1), (2, 1) or (2, 0) in the end
}

// A reader of two words under a count that is odd while they change (a seqlock). One turn reads the
// count twice, and may see two values.
TEST(Yield, ATurnMayReadALocationTwiceAndSeeItChange) {
  for (const bool waits : {false, true}) {
    auto body = [waits] {
      atomic<int> count(0, "count"), a(0, "a"), b(0, "b");
      fiber writer("writer", [&] {
        count.store(1, kRelaxed);
        sim::atomic_thread_fence(kRelease);
        a.store(1, kRelaxed);
        b.store(1, kRelaxed);
        count.store(2, kRelease);
      });
      for (;;) {
        auto even = [](int c) { return c % 2 == 0; };
        const int before = waits ? count.await_value(even, kAcquire) : count.load(kAcquire);
        const int x = a.load(kRelaxed), y = b.load(kRelaxed);
        sim::atomic_thread_fence(kAcquire);
        if (even(before) && count.load(kRelaxed) == before) {
          sim::check(x == y, "both or none");
          break;
        }
        sim::yield();
      }
    };
    const Result result = Explore(body, Exhaustive());
    EXPECT_THAT(result, Passes());
    EXPECT_EQ(result.exhausted, waits);  // a look that was offered more is left out, and told
  }
}

TEST(Yield, ATurnMayHaveFencesBehindItsReads) {
  for (const auto order : {kAcquire, kRelease}) {
    auto body = [order] {
      atomic<int> x(0, "x"), y(0, "y");
      sim::plain<int> page(0, "page");
      fiber a("a", [&] {
        page.set(1);
        x.store(1, kRelease);
      });
      fiber b("b", [&] { y.store(1, kRelaxed); });
      for (;;) {
        const int seen = x.load(kRelaxed);
        sim::atomic_thread_fence(order);
        const bool both = seen + y.load(kRelaxed) == 2;
        sim::atomic_thread_fence(kRelaxed);
        if (both) break;
        sim::yield();
      }
      page.get();
    };
    const Result result = Explore(body, Exhaustive());
    if (order == kRelease) {
      EXPECT_THAT(result, FailsWith("data race"));
      continue;
    }
    EXPECT_THAT(result, Passes());
    EXPECT_TRUE(result.exhausted);
    EXPECT_EQ(result.executions, 1u);
  }
}

TEST(Yield, WhoFailsForNoReasonHasNotLookedInVain) {
  auto body = [] {
    atomic<int> lock(0, "lock");
    auto work = [&] {
      for (int free = 0; !lock.compare_exchange_weak(free, 1); free = 0) sim::yield();
      lock.store(0, kRelease);
    };
    fiber a("a", work), b("b", work);
  };
  EXPECT_THAT(Explore(body, sim::RandomWalk({.executions = 1000})), Passes());
  EXPECT_THAT(Explore(body, sim::Pct({.executions = 1000})), Passes());
}

// A lock of one's own, from compare_exchange: its turns are not only reads.
TEST(Yield, SaysSoWhereItLeavesSomethingOut) {
  auto body = [] {
    atomic<int> lock(0, "lock");
    auto work = [&] {
      for (int expected = 0; !lock.compare_exchange_strong(expected, 1); expected = 0) sim::yield();
      lock.store(0);
    };
    fiber a("a", work), b("b", work);
  };
  const Result result = Explore(body, Exhaustive());
  EXPECT_THAT(result, Passes());
  EXPECT_FALSE(result.exhausted);
}

TEST(Yield, DoesNothingWhereNothingWasRead) {
  EXPECT_THAT(Explore(
                  [] {
                    for (int i = 0; i < 3; ++i) sim::yield();
                    atomic<int> x(0, "x");
                    for (int i = 0; i < 3; ++i) {
                      x.fetch_add(1);
                      sim::yield();
                    }
                    sim::check(x.load() == 3, "three turns");
                  },
                  Exhaustive()),
              Passes());
}

TEST(Yield, ALoopWithoutItComesToTheLimitWithAWordOfAdvice) {
  auto body = [] {
    atomic<int> ready(0, "ready");
    while (ready.load() == 0) {
    }
  };
  for (int explorer = 0; explorer < 2; ++explorer) {
    const sim::Options options{.limits = {.max_events = 200}};
    const Result result = explorer == 0 ? Explore(body, Exhaustive(), options)
                                        : Explore(body, sim::RandomWalk({}), options);
    EXPECT_THAT(result, AllOf(FailsWith("limit"), Saying("with ready at tests/explore/yield_test"),
                              Saying("await()"), Saying("sim::yield()")));
  }
}

}  // namespace
