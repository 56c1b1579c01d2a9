// Nearest states first: what is found is found by the shortest way, whose length is known by hand.
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>

#include "gtest/gtest.h"
#include "sim/sim.h"
#include "sim/states/states.h"
#include "tests/explore/random_program.h"
#include "tests/states/rails.h"

namespace {

using sim::SearchOrder;
using sim::StatesResult;
using sim::Verdict;
using Body = std::function<void()>;

StatesResult Breadth(const Body& body, bool snapshots = false) {
  return sim::ExploreStates(body, {.snapshots = snapshots, .order = SearchOrder::kBreadth});
}

// By hand: so many steps lead to the finding, and no fewer.
void ExpectWay(const Body& body, Verdict verdict, std::size_t steps) {
  for (const bool snapshots : {false, true}) {
    const StatesResult found = Breadth(body, snapshots);
    EXPECT_EQ(found.result.finding.verdict, verdict) << found.result.finding.message;
    EXPECT_EQ(found.way, steps);
    EXPECT_EQ(found.result.confirmed, 3);
  }
}

void WorkFor(sim::atomic<int>& x, int steps) {
  for (int i = 0; i < steps; ++i) x.fetch_add(1);
}

// One step of the worker, and then the read; depth first the worker is through before.
TEST(Breadth, ComesToABrokenRuleByTheFirstStepThatBreaksIt) {
  const auto body = [] {
    sim::atomic<int> x(0, "x");
    sim::fiber worker("worker", [&x] { WorkFor(x, 10); });
    sim::fiber reader("reader", [&x] { sim::check(x.load() == 0, "nothing is done yet"); });
  };
  EXPECT_EQ(sim::ExploreStates(body).way, 11u);
  ExpectWay(body, Verdict::kRuleBroken, 2);
}

// Each takes one lock; what a third fiber does is not needed.
TEST(Breadth, ComesToADeadlockByTwoSteps) {
  const auto body = [] {
    sim::atomic<int> x(0, "x");
    sim::mutex m("m"), n("n");
    auto take = [](sim::mutex& first, sim::mutex& second) {
      const std::lock_guard<sim::mutex> one(first);
      const std::lock_guard<sim::mutex> two(second);
    };
    sim::fiber idle("idle", [&x] { x.await([](int v) { return v == 1; }); });
    sim::fiber a("a", [&] { take(m, n); });
    sim::fiber b("b", [&] { take(n, m); });
  };
  // The idle fiber never goes on, so that the way into the deadlock is that of the two.
  ExpectWay(body, Verdict::kDeadlock, 2);
}

// A deadlock is as near as its last step, and nearer than a rule that the same level would break.
TEST(Breadth, PrefersADeadlockToARuleThatIsAStepFurther) {
  const auto body = [] {
    sim::atomic<int> x(0, "x");
    if (sim::choose(2) == 0) {
      x.load();
      sim::check(false, "never so far");
    }
    x.await([](int v) { return v == 1; });
  };
  ExpectWay(body, Verdict::kDeadlock, 1);
}

// The worker's two steps, and then one of the two accesses.
TEST(Breadth, ComesToARaceByTheFirstOfItsAccesses) {
  const auto body = [] {
    sim::atomic<int> x(0, "x");
    sim::plain<int> data(0, "data");
    sim::fiber other("other", [&x] { WorkFor(x, 5); });
    sim::fiber worker("worker", [&] {
      x.load();
      x.load();
      data.set(1);
    });
    sim::fiber reader("reader", [&] { data.get(); });
  };
  ExpectWay(body, Verdict::kDataRace, 3);
}

// The choice, the fault, and the step behind which it shows.
TEST(Breadth, TakesTheOptionThatIsNearer) {
  const auto body = [] {
    sim::atomic<int> x(0, "x");
    if (sim::choose(2) == 0) WorkFor(x, 5);
    if (sim::fault("it breaks")) {
      x.load();
      sim::check(false, "it does not break");
    }
  };
  EXPECT_EQ(sim::ExploreStates(body).way, 8u);
  ExpectWay(body, Verdict::kRuleBroken, 3);
}

// Nobody stops the sleeper once main chose not to: after that one step he goes round.
TEST(Breadth, ComesToALivelockByTheShortestWay) {
  const auto body = [] {
    sim::atomic<int> stop(0, "stop"), x(0, "x");
    sim::fiber sleeper("sleeper", [&stop] {
      do {
        sim::local_state(0);
      } while (stop.exchange(0) == 0);
    });
    if (sim::choose(2) == 1) return;
    WorkFor(x, 3);
    stop.store(1);
  };
  const StatesResult found =
      sim::ExploreStates(body, {.order = SearchOrder::kBreadth}, {.limits = {.max_events = 100}});
  EXPECT_EQ(found.result.finding.verdict, Verdict::kLivelock);
  EXPECT_EQ(found.way, 1u);
}

TEST(Breadth, VisitsTheSameStates) {
  EXPECT_EQ(Breadth(rails::Rails(1, 4, false), true).states, 248u);
  EXPECT_EQ(Breadth(rails::Rails(1, 4, true)).states, 3493u);
  EXPECT_EQ(Breadth(rails::Rails(2, 4, false), true).states, 61504u);
}

TEST(Breadth, FindsNoFartherThanDepthOnRandomPrograms) {
  std::uint64_t found = 0, nearer = 0;
  for (const random_program::Dialect& dialect : random_program::Dialects()) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      const std::string what = std::string(dialect.name) + " " + std::to_string(seed);
      const random_program::Program program = random_program::Make(dialect, seed);
      const Body body = [&] { random_program::Run(program, dialect); };
      const StatesResult depth = sim::ExploreStates(body, {.expand = sim::Expand::kAll});
      const StatesResult breadth = Breadth(body, seed % 2 == 0);
      EXPECT_EQ(breadth.result.exhausted, depth.result.exhausted) << what;
      if (depth.result.exhausted) {
        EXPECT_EQ(breadth.states, depth.states) << what;
        EXPECT_EQ(breadth.steps, depth.steps) << what;
      } else {
        ++found;
        EXPECT_LE(breadth.way, depth.way) << what;
        EXPECT_EQ(breadth.result.confirmed, 3) << what << breadth.result.finding.message;
        nearer += breadth.way < depth.way;
      }
    }
  }
  EXPECT_GT(found, 20u);
  EXPECT_GT(nearer, 0u);
}

}  // namespace
