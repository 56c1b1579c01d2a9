// Await classes: the reduced search against the full one, on random programs; what it saves; and
// that it sees where it does not hold.
#include <algorithm>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sim/sim.h"
#include "tests/explore/class_program.h"
#include "tests/explore/families.h"
#include "tests/matchers.h"

namespace {

using class_program::Dialect;
using class_program::Make;
using class_program::Program;
using class_program::See;
using class_program::Seen;
using sim::atomic;
using sim::fiber;
using sim::Reduction;
using sim::Verdict;
using testing::HasSubstr;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;

class Classes : public testing::TestWithParam<Dialect> {};

TEST_P(Classes, VerdictsAndOutcomesAreThoseOfTheFullSearch) {
  constexpr std::uint64_t kPrograms = 1'500;
  int reduced = 0;
  std::uint64_t full_executions = 0;
  std::uint64_t executions = 0;
  for (std::uint64_t seed = 1; seed <= kPrograms; ++seed) {
    const Program program = Make(GetParam(), seed);
    const Seen full = See(program, Reduction::kNone);
    if (!full.result.exhausted) continue;
    const Seen some = See(program, Reduction::kClasses);
    EXPECT_TRUE(some.result.exhausted) << seed;
    EXPECT_EQ(some.verdicts, full.verdicts) << seed;
    if (some.result.remark == "await classes") {
      ++reduced;
      full_executions += full.result.executions;
      executions += some.result.executions;
      EXPECT_EQ(some.twice, 0) << seed;
    }
    // Where there is a race, what is learned means nothing.
    if (full.verdicts.contains(Verdict::kDataRace)) continue;
    EXPECT_EQ(some.outcomes, full.outcomes) << seed;
    EXPECT_TRUE(std::includes(full.graphs.begin(), full.graphs.end(), some.graphs.begin(),
                              some.graphs.end()))
        << seed;
  }
  EXPECT_GT(reduced, static_cast<int>(kPrograms) / 3);
  EXPECT_LT(executions, full_executions);
}

INSTANTIATE_TEST_SUITE_P(
    All, Classes,
    testing::Values(Dialect{.name = "Growing"}, Dialect{.name = "Shrinking", .shrinking = true},
                    Dialect{.name = "Locks", .locks = true},
                    Dialect{.name = "Fences", .fences = true},
                    Dialect{
                        .name = "Everything", .shrinking = true, .locks = true, .fences = true}),
    [](const auto& info) { return std::string(info.param.name); });

// As measured by two prototypes: rail0 has one execution, rail1 49 n - 68 from n = 2 on.
TEST(Classes, TheRailGrowsLinearly) {
  for (const int n : {1, 2, 6, 50}) {
    const sim::Result rail0 = Explore(families::Rail0(n), sim::Exhaustive());
    EXPECT_EQ(rail0.executions, 1u);
    EXPECT_EQ(rail0.remark, "await classes");
    EXPECT_TRUE(rail0.exhausted);
  }
  EXPECT_EQ(Explore(families::Rail1(1), sim::Exhaustive()).executions, 9u);
  for (const int n : {2, 3, 4, 5, 6, 8, 12, 16, 64}) {
    const sim::Result rail1 = Explore(families::Rail1(n), sim::Exhaustive());
    EXPECT_EQ(rail1.executions, static_cast<std::uint64_t>(49 * n - 68));
    EXPECT_TRUE(rail1.exhausted);
  }
}

// The second advance publishes nothing; who waits for the first must not stand for both.
TEST(Classes, AWeakerAdvanceIsNoticedAndTheRaceIsFound) {
  auto body = [] {
    atomic<int> count(0, "count");
    sim::plain<int> page(0, "page");
    fiber writer("writer", [&] {
      page.set(1);
      count.store(1, kRelease);
      count.store(2, kRelaxed);
    });
    fiber reader("reader", [&] {
      count.await([](int v) { return v >= 1; }, kAcquire);
      page.get();
    });
  };
  const sim::Result result = Explore(body, sim::Exhaustive());
  EXPECT_THAT(result, sim::FailsWith("data race"));
  EXPECT_THAT(result.remark, HasSubstr("orders less"));
}

TEST(Classes, SeqCstIsNoticed) {
  auto body = [] {
    atomic<int> count(0, "count"), other(0, "other");
    fiber writer("writer", [&] {
      count.store(1, kRelease);
      count.store(2, kRelease);
    });
    fiber reader("reader", [&] {
      count.await([](int v) { return v >= 1; }, kAcquire);
      other.store(1);
    });
  };
  const sim::Result result = Explore(body, sim::Exhaustive());
  EXPECT_TRUE(result.exhausted);
  EXPECT_EQ(result.executions, 2u);
  EXPECT_THAT(result.remark, HasSubstr("seq_cst"));
}

// Who takes the first value can wait for the second as well; who takes the third cannot any more.
TEST(Classes, AnAwaitThatALocationStopsSatisfyingIsNoticed) {
  auto body = [] {
    atomic<int> flag(0, "flag");
    fiber writer("writer", [&] {
      flag.store(2, kRelease);
      flag.store(1, kRelease);
    });
    fiber reader("reader", [&] {
      flag.await([](int v) { return v >= 1; }, kAcquire);
      flag.await([](int v) { return v >= 2; }, kAcquire);
    });
  };
  const sim::Result result = Explore(body, sim::Exhaustive());
  EXPECT_THAT(result, sim::FailsWith("deadlock"));
  EXPECT_THAT(result.remark, HasSubstr("stops satisfying"));
}

TEST(Classes, AValueThatIsUsedIsNotReduced) {
  auto body = [] {
    atomic<int> count(0, "count");
    fiber writer("writer", [&] {
      count.store(1, kRelease);
      count.store(2, kRelease);
    });
    fiber reader("reader", [&] { count.await_value([](int v) { return v >= 1; }, kAcquire); });
  };
  const sim::Result result = Explore(body, sim::Exhaustive());
  EXPECT_EQ(result.executions, 2u);
  EXPECT_EQ(result.remark, "");
}

TEST(Classes, AreLeftOutOnRequest) {
  EXPECT_EQ(
      Explore(families::Rail0(4), sim::Exhaustive({.reduction = Reduction::kNone})).executions,
      204u);
}

}  // namespace
