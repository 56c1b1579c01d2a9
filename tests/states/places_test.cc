// Fibers that come to where they were before do not run again: the search is the same as if they
// did, to the last digit. Judged by the search that runs the program again for each step.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sim/sim.h"
#include "tests/matchers.h"
#include "tests/states/random_model.h"
#include "tests/states/sync_program.h"

namespace {

using sim::Expand;
using sim::StatesResult;
using Body = std::function<void()>;

// Gives whether steps were undone by what was saved to the end.
bool ExpectSame(const Body& body, std::optional<Expand> expand, const std::string& what,
                const sim::Options& options = {}) {
  constexpr std::uint64_t kMost = 20'000;
  const StatesResult runs = sim::ExploreStates(body, {.states = kMost, .expand = expand}, options);
  const StatesResult saved =
      sim::ExploreStates(body, {.states = kMost, .snapshots = true, .expand = expand}, options);
  EXPECT_EQ(saved.states, runs.states) << what;
  EXPECT_EQ(saved.steps, runs.steps) << what;
  EXPECT_EQ(saved.expand, runs.expand) << what;
  EXPECT_EQ(saved.left_out_faults, runs.left_out_faults) << what;
  EXPECT_EQ(saved.result.executions, runs.result.executions) << what;
  EXPECT_EQ(saved.result.exhausted, runs.result.exhausted) << what;
  EXPECT_EQ(saved.result.finding.message, runs.result.finding.message) << what;
  EXPECT_EQ(saved.result.tape, runs.result.tape) << what;
  EXPECT_EQ(Reached(saved.result), Reached(runs.result)) << what;
  return saved.saved;
}

void ExpectSameInAnyWay(const Body& body) {
  for (const std::optional<Expand> expand :
       {std::optional<Expand>(), std::optional(Expand::kAll), std::optional(Expand::kOneOrder),
        std::optional(Expand::kPersistent)}) {
    EXPECT_EQ(ExpectSame(body, expand, ""), !sim::kSanitized);
  }
}

TEST(Places, AreWhereRandomModelsComeToWhenTheyRun) {
  int saved = 0;
  for (const random_model::Style style : random_model::kStyles) {
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
      const random_model::Model model = random_model::Make(style, seed);
      const std::string what = "style " + std::to_string(static_cast<int>(style)) + " seed " +
                               std::to_string(seed) + ": ";
      sim::Options options;
      if (seed % 3 == 0) options.limits.max_faults = 1;
      const Expand expand = static_cast<Expand>(seed % 3);
      saved += ExpectSame([&model] { random_model::Run(model); }, expand, what, options);
    }
  }
  EXPECT_GT(saved, sim::kSanitized ? -1 : 100);
}

TEST(Places, AreWhereAllThatFibersWaitWithComesToWhenItRuns) {
  int saved = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const sync_program::Program program = sync_program::Make(seed);
    const sim::Options options{.limits = {.max_events = 300, .max_faults = program.max_faults}};
    saved +=
        ExpectSame([&program] { sync_program::Run(program); }, {},
                   "seed " + std::to_string(seed) + ": " + sync_program::Text(program), options);
  }
  EXPECT_GT(saved, sim::kSanitized ? -1 : 100);
}

// What main sees of it when they have ended is what they wrote on the same way.
TEST(Places, AreNotAllOfWhatFibersDoToTheLocalsOfWhoStartedThem) {
  ExpectSameInAnyWay([] {
    sim::atomic<int> x(0, "x"), a_said(0, "a said"), b_said(0, "b said");
    int a_saw = 0, b_saw = 0;
    auto fiber = [&x](int& saw, sim::atomic<int>& said, int value) {
      x.store(value);
      saw = x.load();
      x.load();
      saw += 4 * x.load();
      said.store(saw);
      x.store(0);
    };
    {
      sim::fiber a("a", [&] { fiber(a_saw, a_said, 1); });
      sim::fiber b("b", [&] { fiber(b_saw, b_said, 2); });
    }
    if (a_saw == 9) sim::reached("a saw 1 and then 2");
    if (b_saw == 5) sim::reached("b saw 1 both times");
    sim::check(a_saw == a_said.load() && b_saw == b_said.load(), "they said what they saw");
  });
}

// In another world the same fiber, with the same past, does something else.
TEST(Places, LieInAWorld) {
  ExpectSameInAnyWay([] {
    sim::atomic<int> x(0, "x"), go(0, "go");
    int told = 0;
    std::optional<sim::fiber> first;
    sim::fiber reader("reader", [&] {
      go.await([](int v) { return v == 1; });
      if (told == 1) sim::reached("told 1");
      if (told == 2) sim::reached("told 2");
      x.store(told);
    });
    first.emplace("first", [&] { x.fetch_add(1); });
    told = 1 + x.load();
    first.reset();
    go.store(1);
  });
}

// A local that its own predicate refers to lies where others come to lie.
TEST(Places, AreNoneWhereAPredicateRefersToALocal) {
  ExpectSameInAnyWay([] {
    sim::atomic<int> x(0, "x"), y(0, "y");
    sim::fiber waits("waits", [&] {
      for (int least = 1; least <= 3; ++least) {
        const int* const at_least = &least;
        x.await([at_least](int v) { return v >= *at_least; });
        y.store(least);
      }
    });
    sim::fiber counts("counts", [&] {
      for (int i = 0; i < 3; ++i) x.fetch_add(1);
      y.load();
    });
  });
}

// An object's end is a part of the state.
TEST(Places, AreNotBehindTheEndOfAnObject) {
  ExpectSameInAnyWay([] {
    sim::atomic<int> x(0, "x");
    auto fiber = [&x] {
      {
        sim::atomic<int> own(0, "own");
        x.fetch_add(1);
        own.store(1);
      }
      x.load();
      x.fetch_add(1);
    };
    sim::fiber a("a", fiber);
    sim::fiber b("b", fiber);
  });
}

// It lies on main's stack, and on the fibers' own, and changes while they stand still.
TEST(Places, AreNoPlainMemory) {
  ExpectSameInAnyWay([] {
    sim::plain<int> data(0, "data");
    sim::atomic<int> x(0, "x");
    sim::mutex lock("lock");
    {
      std::optional<sim::fiber> fibers[3];
      for (int i = 0; i < 3; ++i) {
        fibers[i].emplace("adds", [&, i] {
          sim::plain<int> own(i, "own");
          x.load();
          for (int turn = 0; turn < 2; ++turn) {
            lock.lock();
            data.set(data.get() + own.get());
            lock.unlock();
          }
          own.set(own.get() + x.exchange(i));
          x.store(own.get());
        });
      }
    }
    sim::check(data.get() == 6, "nothing is lost");
  });
}

}  // namespace
