// Fibers that come to where they were before do not run again: the search is the same as if they
// did, to the last digit. Judged by the search that runs the program again for each step.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sim/sim.h"
#include "tests/states/searches.h"

namespace {

using sim::Expand;
using sim::StatesResult;
using states::Body;

// Gives whether steps were undone by what was saved to the end.
bool ExpectSameInBoth(const Body& body, std::optional<Expand> expand, const std::string& what,
                      const sim::Options& options = {}) {
  constexpr std::uint64_t kMost = 20'000;
  const StatesResult runs = sim::ExploreStates(body, {.states = kMost, .expand = expand}, options);
  const StatesResult saved =
      sim::ExploreStates(body, {.states = kMost, .snapshots = true, .expand = expand}, options);
  states::ExpectSame(runs, saved, what);
  return saved.saved;
}

void ExpectSameInAnyWay(const Body& body) {
  for (const std::optional<Expand> expand : states::kReductions) {
    EXPECT_EQ(ExpectSameInBoth(body, expand, ""), !sim::kSanitized);
  }
}

TEST(Places, AreWhereRandomModelsComeToWhenTheyRun) {
  int saved = 0;
  states::ForEachModel(0, 150, [&saved](const states::Drawn& drawn) {
    const Expand expand = static_cast<Expand>(drawn.seed % 3);
    saved += ExpectSameInBoth(drawn.body, expand, drawn.what, drawn.options);
  });
  EXPECT_GT(saved, sim::kSanitized ? -1 : 100);
}

TEST(Places, AreWhereAllThatFibersWaitWithComesToWhenItRuns) {
  int saved = 0;
  states::ForEachSyncProgram(0, 600, [&saved](const states::Drawn& drawn) {
    sim::Options options = drawn.options;
    options.limits.max_events = 300;
    saved += ExpectSameInBoth(drawn.body, {}, drawn.what, options);
  });
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
