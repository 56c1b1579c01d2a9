// The exhaustive search against the plain enumerator, on random programs; and what it says of
// itself.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sim/sim.h"
#include "tests/explore/random_program.h"
#include "tests/matchers.h"

namespace {

using random_program::Dialect;
using random_program::Program;
using sim::atomic;
using sim::Execution;
using sim::Explore;
using sim::fiber;
using sim::Memory;
using sim::Passes;
using sim::Result;

// The complete graphs that an explorer comes to, how many came twice, and whether it deadlocks.
struct Seen {
  std::set<std::string> graphs;
  int twice = 0;
  bool deadlock = false;
  Result result;
};

template <class AnyExplorer>
Seen See(const Program& program, const Dialect& d, AnyExplorer explorer) {
  Seen seen;
  seen.result = Explore([&] { random_program::Run(program, d); }, explorer,
                        {.memory = d.memory,
                         .points = sim::Points::kEverywhere,
                         .keep_going = true,
                         .restart = [&seen] { seen = Seen(); },
                         .observe =
                             [&seen](const Execution& e) {
                               if (e.finding().verdict != sim::Verdict::kPass) {
                                 seen.deadlock = true;
                               } else if (!seen.graphs.insert(sim::Signature(e.graph())).second) {
                                 ++seen.twice;
                               }
                               return true;
                             }});
  return seen;
}

class Dialects : public testing::TestWithParam<Dialect> {};

TEST_P(Dialects, TheEnumeratorSeesTheSameGraphs) {
  const Dialect& d = GetParam();
  constexpr std::uint64_t kPrograms = 250;
  constexpr std::uint64_t kMost = 4'000;  // interleavings; larger programs are left out
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= kPrograms; ++seed) {
    const Program program = random_program::Make(d, seed);
    const Seen all = See(program, d, sim::Enumerate({.executions = kMost}));
    if (!all.result.exhausted) continue;
    const Seen once = See(program, d, sim::Exhaustive());
    EXPECT_EQ(once.twice, 0) << d.name << " " << seed;
    if (once.result.exhausted) {
      ++compared;
      EXPECT_EQ(once.graphs, all.graphs) << d.name << " " << seed;
      EXPECT_EQ(once.deadlock, all.deadlock) << d.name << " " << seed;
    } else {
      // It says that it left something out; it must not have made anything up.
      EXPECT_TRUE(std::includes(all.graphs.begin(), all.graphs.end(), once.graphs.begin(),
                                once.graphs.end()));
    }
  }
  EXPECT_GT(compared, static_cast<int>(kPrograms) / 2);
}

INSTANTIATE_TEST_SUITE_P(All, Dialects, testing::ValuesIn(random_program::Dialects()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Exhaustive, FindsTheOneOrderThatFailsAndItsTapeReplays) {
  auto body = [] {
    atomic<int> x(0, "x");
    fiber a("a", [&] { x.fetch_add(1, std::memory_order_relaxed); });
    fiber b("b", [&] {
      const int seen = x.fetch_add(2, std::memory_order_relaxed);
      sim::check(seen == 0, "b comes first");
    });
  };
  const Result result = Explore(body, sim::Exhaustive());
  EXPECT_THAT(result, sim::FailsWith("rule broken"));
  EXPECT_EQ(result.confirmed, 3);
  EXPECT_EQ(result.points, sim::Points::kWhereItMatters);
  EXPECT_EQ(sim::ReplayTape(body, result.tape).finding.message, result.finding.message);
}

TEST(Exhaustive, FindsADeadlockThatOneOrderHas) {
  auto body = [] {
    sim::mutex a("a"), b("b");
    fiber f("f", [&] {
      a.lock();
      b.lock();
      b.unlock();
      a.unlock();
    });
    fiber g("g", [&] {
      b.lock();
      a.lock();
      a.unlock();
      b.unlock();
    });
  };
  EXPECT_THAT(Explore(body, sim::Exhaustive()), sim::FailsWith("deadlock"));
}

TEST(Exhaustive, SaysSoWhereItLeavesSomethingOut) {
  EXPECT_FALSE(Explore([] {}, sim::Exhaustive({.executions = 0})).exhausted);
  // An updating await beside a store that is no unlock.
  auto mixed = [] {
    atomic<int> x(0, "x");
    fiber a("a", [&] { x.store(1); });
    fiber b("b", [&] { x.await_exchange([](int v) { return v == 1; }, 2); });
  };
  EXPECT_FALSE(Explore(mixed, sim::Exhaustive()).exhausted);
}

TEST(Exhaustive, RefusesAPredicateThatItCannotAskAgain) {
  auto large = [] {
    atomic<int> x(1, "x");
    const std::string text(100, 'x');
    x.await([text](int v) { return v == static_cast<int>(text.size()) - 99; });
  };
  EXPECT_THAT(Explore(large, sim::Exhaustive()),
              testing::AllOf(sim::FailsWith("misuse"), sim::Saying("trivially copyable")));
  auto refers = [] {
    atomic<int> x(1, "x");
    int wanted = 1;
    x.await([&wanted](int v) { return v == wanted; });
  };
  EXPECT_THAT(Explore(refers, sim::Exhaustive()),
              testing::AllOf(sim::FailsWith("misuse"), sim::Saying("local variable")));
}

// Who waits for a value that is overwritten may never see it, under either model.
TEST(Exhaustive, FindsTheAwaitThatMissesAValue) {
  auto missed = [] {
    atomic<int> x(0, "x");
    fiber a("a", [&] {
      x.store(1);
      x.store(0);
    });
    fiber b("b", [&] { x.await([](int v) { return v == 1; }); });
  };
  for (const Memory memory : {Memory::kRc11, Memory::kSc}) {
    const Result result = Explore(missed, sim::Exhaustive(), {.memory = memory});
    EXPECT_THAT(result, sim::FailsWith("deadlock"));
    EXPECT_EQ(sim::ReplayTape(missed, result.tape, {.memory = memory, .points = result.points})
                  .finding.message,
              result.finding.message);
    const Result all = Explore(missed, sim::Exhaustive(), {.memory = memory, .keep_going = true});
    EXPECT_TRUE(all.exhausted);
    EXPECT_EQ(all.executions, 2u);  // it sees the 1, or it never does
    EXPECT_EQ(all.findings, 1u);
  }
  // The last value satisfies: whoever looks long enough sees it.
  auto kept = [] {
    atomic<int> x(0, "x");
    fiber a("a", [&] {
      x.store(1);
      x.store(0);
      x.store(1);
    });
    fiber b("b", [&] { x.await([](int v) { return v == 1; }); });
  };
  EXPECT_THAT(Explore(kept, sim::Exhaustive()), Passes());
  EXPECT_THAT(Explore(kept, sim::RandomWalk({.executions = 300})), Passes());
  EXPECT_THAT(Explore(missed, sim::RandomWalk({.executions = 300})), sim::FailsWith("deadlock"));
}

// Satisfied or over: both are explored, and a wait that would never end is over.
TEST(Exhaustive, ATimedWaitMayBeOver) {
  std::set<std::string> seen;
  auto body = [&seen] {
    atomic<int> x(0, "x");
    sim::doorbell bell("bell");
    fiber a("a", [&] { x.store(1); });
    fiber b("b", [&] {
      const bool first = x.await_timed([](int v) { return v == 1; }).has_value();
      const bool second = x.await_timed([](int v) { return v == 2; }).has_value();
      const bool rung = bell.wait_timed();
      seen.insert({first ? 'y' : 'n', second ? 'y' : 'n', rung ? 'y' : 'n'});
    });
  };
  EXPECT_THAT(Explore(body, sim::Exhaustive()), Passes());
  EXPECT_THAT(seen, testing::ElementsAre("nnn", "ynn"));
  seen.clear();
  EXPECT_THAT(Explore(body, sim::RandomWalk({.executions = 300})), Passes());
  EXPECT_THAT(seen, testing::ElementsAre("nnn", "ynn"));
}

TEST(Exhaustive, OnlyWeakMemoryProducesTheWeakGraphs) {
  auto body = [] {
    atomic<int> x(0, "x"), y(0, "y");
    fiber a("a", [&] {
      x.store(1, std::memory_order_relaxed);
      y.store(2, std::memory_order_relaxed);
    });
    fiber b("b", [&] {
      y.store(1, std::memory_order_relaxed);
      x.store(2, std::memory_order_relaxed);
    });
  };
  EXPECT_EQ(Explore(body, sim::Exhaustive()).executions, 4u);
  EXPECT_EQ(Explore(body, sim::Exhaustive(), {.memory = Memory::kSc}).executions, 3u);
}

// As an address of the heap would be.
TEST(Exhaustive, RefusesAStoreOfAnotherValueThanBefore) {
  int run = 0;
  auto body = [&run] {
    sim::atomic<int> x(0, "x"), y(0, "y");
    ++run;
    sim::fiber a("a", [&] {
      x.store(run);
      y.store(1);
    });
    sim::fiber b("b", [&] { y.load(); });
  };
  const sim::Result result = sim::Explore(body, sim::Exhaustive());
  EXPECT_EQ(result.finding.verdict, sim::Verdict::kNondeterminism);
  EXPECT_THAT(result.finding.message, testing::HasSubstr("where it wrote 1 before"));
}

// An update of one's own and then a store looks like a lock and its unlock, but what the update
// wrote is what the other waits for, and the store ends it: then he waits for ever. That is not
// explored, and said.
TEST(Exhaustive, TakesNoOtherUpdateForALock) {
  const auto body = [] {
    sim::atomic<int> x(0, "x");
    sim::fiber a("a", [&] {
      x.fetch_add(1);
      x.store(0);
    });
    sim::fiber b("b", [&] { x.await_exchange([](int value) { return value >= 1; }, 2); });
  };
  for (const sim::Memory memory : {sim::Memory::kRc11, sim::Memory::kSc}) {
    const sim::Result result = sim::Explore(body, sim::Exhaustive(), {.memory = memory});
    EXPECT_TRUE(result.verdict() == sim::Verdict::kDeadlock || !result.exhausted) << result;
  }
}

// The same where what was taken by a wait is what another waits for.
TEST(Exhaustive, TakesNoWaitForALockThatOthersCouldTakeMeanwhile) {
  const auto body = [] {
    sim::atomic<int> x(1, "x");
    const auto positive = [](int value) { return value >= 1; };
    sim::fiber a("a", [&] {
      x.await_exchange(positive, 2);
      x.store(0);
    });
    sim::fiber b("b", [&] { x.await_exchange(positive, 3); });
  };
  const sim::Result result = sim::Explore(body, sim::Exhaustive(), {.memory = sim::Memory::kSc});
  EXPECT_TRUE(result.verdict() == sim::Verdict::kDeadlock || !result.exhausted) << result;
}

}  // namespace
