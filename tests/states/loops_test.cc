// The states of loops: that poll and yield, that spin, that come back to what they were.
#include <functional>
#include <utility>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sim/sim.h"
#include "tests/states/both_ways.h"

namespace {

using sim::StatesResult;
using sim::Verdict;
using states::ExpectFound;
using states::ExpectPass;
using states::States;

// A loop that polls comes back to the state that it began in, however often it looks.
TEST(States, AreFewWhereALoopPolls) {
  const auto body = [](bool rung) {
    sim::atomic<int> flag(0, "flag");
    sim::fiber a("a", [&] {
      while (flag.load() == 0) sim::yield();
    });
    if (rung) flag.store(1);
  };
  const StatesResult ends = States([&body] { body(true); });
  ExpectPass(ends);
  EXPECT_LE(ends.states, 8u);
  EXPECT_EQ(States([&body] { body(false); }).result.finding.verdict, Verdict::kDeadlock);
}

// Who looks in vain waits at his yield, as in an execution, whatever else he did that was no write
// of an atomic; so what nobody lets go on is a deadlock, and its order replays.
TEST(States, AreThoseOfADeadlockWhereALoopPollsInVain) {
  using Look = std::function<bool(sim::atomic<int>&, sim::plain<int>&)>;
  const std::pair<const char*, Look> loops[] = {
      {"five places",
       [](sim::atomic<int>& x, sim::plain<int>&) {
         int sum = 0;
         for (int i = 0; i < 5; ++i) sum += x.load();
         return sum > 0;
       }},
      {"plain memory too",
       [](sim::atomic<int>& x, sim::plain<int>& own) {
         own.set(own.get());
         return x.load() > 0;
       }},
      {"a failing exchange",
       [](sim::atomic<int>& x, sim::plain<int>&) {
         int one = 1;
         return x.compare_exchange_strong(one, 2);
       }},
      {"an await before",
       [](sim::atomic<int>& x, sim::plain<int>&) {
         x.await_value([](int v) { return v == 0; });
         return x.load() > 0;
       }},
  };
  for (const auto& [what, look] : loops) {
    const StatesResult result = States(
        [&look = look] {
          sim::atomic<int> x(0, "x");
          sim::plain<int> own(0);
          sim::fiber a("a", [&] {
            while (!look(x, own)) sim::yield();
          });
        },
        what);
    ExpectFound(result, Verdict::kDeadlock, what);
    EXPECT_LE(result.states, 16u) << what;
  }
}

// A loop that polls and does not yield has no last state. An execution ends at its limit, and says
// what to do; so does the search, by way of one.
TEST(States, EndAtTheLimitWhereALoopSpins) {
  const auto body = [] {
    sim::atomic<int> flag(0, "flag");
    sim::fiber a("a", [&] {
      while (flag.load() == 0) {
      }
    });
    flag.store(1);
  };
  for (const bool snapshots : {false, true}) {
    for (const sim::Expand expand :
         {sim::Expand::kAll, sim::Expand::kOneOrder, sim::Expand::kPersistent}) {
      const StatesResult result = sim::ExploreStates(
          body, {.snapshots = snapshots, .expand = expand}, {.limits = {.max_events = 50}});
      ExpectFound(result, Verdict::kLimit, "");
      EXPECT_THAT(result.result.finding.message, testing::HasSubstr("a goes on with flag"));
      // 51 looks; before each the store may come, and then the look that sees it.
      EXPECT_LE(result.states, 153u);
    }
  }
}

// Here the loop is long, but comes back to what it was.
TEST(States, DoNotEndAtTheLimitWhereALoopComesBack) {
  const StatesResult result = sim::ExploreStates(
      [] {
        sim::atomic<int> count(0, "count");
        sim::fiber a("a", [&] {
          for (int i = 0; i < 60; ++i) {
            sim::local_state(i);
            count.store(i);
          }
        });
        do {
          sim::local_state(0);
          sim::yield();
        } while (count.load() < 59);
      },
      {}, {.limits = {.max_events = 50}});
  ExpectPass(result);
}

// One function that polls, called three times: it stands on one line, in three places of the
// program.
TEST(States, TellLoopsOnOneLineApart) {
  const auto body = [] {
    sim::atomic<int> x(0, "x");
    const auto until = [&x](int value) {
      while (x.load() != value) sim::yield();
    };
    sim::fiber a("a", [&] {
      for (;;) {
        sim::local_state(0);
        x.store(1);
        x.store(0);
      }
    });
    sim::fiber b("b", [&] {
      for (const int value : {1, 0, 1}) until(value);
      sim::fail("R0", "all three have ended");
    });
  };
  EXPECT_EQ(sim::ExploreStates(body, {.expand = sim::Expand::kAll}).result.finding.rule, "R0");
}

}  // namespace
