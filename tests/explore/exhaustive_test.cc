// The exhaustive search against the plain enumerator, on random programs; and what it says of
// itself.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

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
                         .observe = [&seen](const Execution& e) {
                           int ends = 0;
                           for (sim::EventId id = 0; id < e.graph().size(); ++id) {
                             ends += e.graph().event(id).kind == sim::EventKind::kEnd;
                           }
                           if (ends < e.graph().fibers()) {
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
  // Under SC the await may miss the value 1: that is not explored.
  auto missed = [] {
    atomic<int> x(0, "x");
    fiber a("a", [&] {
      x.store(1);
      x.store(0);
    });
    fiber b("b", [&] { x.await([](int v) { return v == 1; }); });
  };
  EXPECT_FALSE(Explore(missed, sim::Exhaustive(), {.memory = Memory::kSc}).exhausted);
  EXPECT_FALSE(Explore([] {}, sim::Exhaustive({.executions = 0})).exhausted);
  // Too large to be copied, so it cannot be asked again.
  auto large = [] {
    atomic<int> x(1, "x");
    const std::string text(100, 'x');
    x.await([text](int v) { return v == static_cast<int>(text.size()) - 99; });
  };
  EXPECT_FALSE(Explore(large, sim::Exhaustive()).exhausted);
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

}  // namespace
