// What a search says of its own size while it runs, against what it comes to.
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "sim/explore/look_ahead.h"
#include "sim/sim.h"
#include "tests/explore/families.h"
#include "tests/explore/random_program.h"
#include "tests/explore/results.h"

namespace {

using sim::Estimate;
using sim::Exhaustive;
using sim::Explore;
using sim::LookAhead;
using sim::Reduction;
using sim::Result;

struct Row {
  const char* name;
  std::function<void()> body;
  double executions;  // closed forms, and published counts
  Reduction reduction = Reduction::kNone;
  sim::Memory memory = sim::Memory::kRc11;
};

std::vector<Row> Rows() {
  return {{"sb(14)", families::Sb(14), 16'384},
          {"ainc(7)", families::Ainc(7), 5'040},
          {"ainc(8)", families::Ainc(8), 40'320},
          {"writers(8)", families::Writers(8), 40'320},
          {"readers(15)", families::Readers(15), 32'768},
          {"fib(4)", families::Fib(4), 1'764},
          {"fib(5)", families::Fib(5), 19'404},
          {"fib(5), sc", families::Fib(5), 8'953, Reduction::kNone, sim::Memory::kSc},
          {"lastzero(8)", families::Lastzero(8), 704},
          {"lastzero(12)", families::Lastzero(12), 15'360},
          {"mpn(9)", families::Mpn(9), 19'683},
          {"casrot(8)", families::Casrot(8), 2'048},
          {"cas(9)", families::Cas(9), 9},
          {"lockinc(6)", families::Lockinc(6), 720},
          {"lockinc(7)", families::Lockinc(7), 5'040},
          {"rail0(5)", families::Rail0(5), 1'484},
          {"rail0(6)", families::Rail0(6), 10'796},
          {"rail0(7)", families::Rail0(7), 78'540},
          {"rail1(3)", families::Rail1(3), 731},
          {"rail1(4)", families::Rail1(4), 5'287},
          {"rail1(5)", families::Rail1(5), 38'451},
          {"rail0(7), classes", families::Rail0(7), 1, Reduction::kClasses},
          {"rail1(30), classes", families::Rail1(30), 1'402, Reduction::kClasses},
          {"rail1(100), classes", families::Rail1(100), 4'832, Reduction::kClasses}};
}

constexpr double kShares[] = {0.01, 0.1, 0.5};

// The estimate after each of these shares of the work, asked for each 1 % of it, or only then.
std::vector<Estimate> EstimatesOf(const Row& row, bool often) {
  std::vector<Estimate> estimates;
  for (const double share : kShares) {
    Exhaustive search({.reduction = row.reduction});
    double visited = 0;
    double next = 0;
    std::optional<Estimate> estimate;
    sim::Options options{.memory = row.memory};
    LookAhead ahead(row.body, options);
    options.observe = [&](const sim::Execution&) {
      const bool there = ++visited >= share * row.executions;
      if (there || (often && visited >= next)) {
        next += row.executions / 100;
        estimate = ahead.From(search);
      }
      return !there;
    };
    Explore(row.body, search, options);
    EXPECT_TRUE(estimate.has_value()) << row.name;
    EXPECT_EQ(estimate.value_or(Estimate()).visited, visited) << row.name;
    estimates.push_back(estimate.value_or(Estimate()));
  }
  return estimates;
}

void ExpectWithinAFactorOfThree(const Row& row, const Estimate& e) {
  std::printf("  %6.0f [%6.0f, %6.0f]", e.executions, e.low, e.high);
  EXPECT_LE(e.executions, 3 * row.executions) << row.name;
  EXPECT_GE(e.executions, row.executions / 3) << row.name;
  EXPECT_LE(e.low, row.executions) << row.name;
  EXPECT_GE(e.high, row.executions) << row.name;
  EXPECT_LE(e.low, e.executions) << row.name;
  EXPECT_GE(e.high, e.executions) << row.name;
}

TEST(Estimate, IsWithinAFactorOfThreeAtOneTenAndFiftyPercentAndTheIntervalHoldsTheTruth) {
  for (const bool often : {false, true}) {
    std::printf("%-20s  truth  at 1, 10 and 50 %%, asked %s\n", "", often ? "often" : "once");
    for (const Row& row : Rows()) {
      std::printf("%-20s %6.0f", row.name, row.executions);
      for (const Estimate& e : EstimatesOf(row, often)) ExpectWithinAFactorOfThree(row, e);
      std::printf("\n");
    }
  }
}

TEST(Estimate, FromTheRootIsWithinAFactorOfThree) {
  for (const Row& row : Rows()) {
    const std::optional<Estimate> e =
        sim::EstimateFromRoot(row.body, {.reduction = row.reduction}, {.memory = row.memory});
    std::printf("%-20s %6.0f", row.name, row.executions);
    ASSERT_TRUE(e.has_value());
    EXPECT_EQ(e->visited, 0);
    ExpectWithinAFactorOfThree(row, *e);
    std::printf("\n");
  }
}

TEST(Estimate, FromTheRootDoesNotDependOnWhereTheSearchGoesOn) {
  const Exhaustive::Config from_root{.reduction = Reduction::kNone};
  Exhaustive half({.executions = 700, .reduction = Reduction::kNone});
  const Exhaustive::Config rest{
      .reduction = Reduction::kNone,
      .resume = Explore(families::Rail0(5), half).position,
  };
  EXPECT_EQ(sim::EstimateFromRoot(families::Rail0(5), rest, {}),
            sim::EstimateFromRoot(families::Rail0(5), from_root, {}));
}

// The searches with and without questions come to the same, execution by execution.
void ExpectNoTrace(const std::function<void()>& body, Reduction reduction, sim::Options options) {
  std::vector<std::string> graphs[2];
  Result results[2];
  for (const bool ask : {false, true}) {
    Exhaustive search({.reduction = reduction});
    LookAhead ahead(body, options);
    options.keep_going = true;
    options.restart = [&] { graphs[ask].clear(); };
    options.observe = [&](const sim::Execution& e) {
      graphs[ask].push_back(Signature(e.graph()));
      if (ask) ahead.From(search);
      return true;
    };
    results[ask] = Explore(body, search, options);
  }
  EXPECT_EQ(graphs[0], graphs[1]);
  ExpectEqual(results[0], results[1]);
}

TEST(Estimate, LooksAheadLeaveNoTraceInTheSearch) {
  ExpectNoTrace(families::Fib(4), Reduction::kNone, {});
  ExpectNoTrace(families::Lastzero(7), Reduction::kNone, {});
  ExpectNoTrace(families::Rail1(3), Reduction::kNone, {});
  ExpectNoTrace(families::Rail1(10), Reduction::kClasses, {});
  ExpectNoTrace(families::Additions(5, 7), Reduction::kClasses, {});
  for (const random_program::Dialect& d : random_program::Dialects()) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      SCOPED_TRACE(std::string(d.name) + " " + std::to_string(seed));
      const random_program::Program program = random_program::Make(d, seed);
      ExpectNoTrace([&] { random_program::Run(program, d); }, Reduction::kClasses,
                    {.memory = d.memory});
    }
  }
}

TEST(Estimate, IsTheSameInEveryRun) {
  const Row row{"rail1(4)", families::Rail1(4), 5'287};
  const std::vector<Estimate> a = EstimatesOf(row, true);
  const std::vector<Estimate> b = EstimatesOf(row, true);
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].executions, b[i].executions);
    EXPECT_EQ(a[i].low, b[i].low);
    EXPECT_EQ(a[i].high, b[i].high);
  }
}

// `truth` after each execution.
void ExpectExactly(double truth, Exhaustive& search, const std::function<void()>& body,
                   double visited) {
  sim::Options options;
  LookAhead ahead(body, options);
  options.observe = [&](const sim::Execution&) {
    const std::optional<Estimate> e = ahead.From(search);
    EXPECT_TRUE(e.has_value());
    if (!e.has_value()) return false;
    EXPECT_DOUBLE_EQ(e->visited, ++visited);
    EXPECT_DOUBLE_EQ(e->executions, truth);
    EXPECT_DOUBLE_EQ(e->low, truth);
    EXPECT_DOUBLE_EQ(e->high, truth);
    return true;
  };
  Explore(body, search, options);
  EXPECT_EQ(visited, truth);
  EXPECT_EQ(ahead.From(search), std::nullopt);
}

TEST(Estimate, OfATreeThatTheLooksSeeWhollyItIsExact) {
  Exhaustive search;
  ExpectExactly(16, search, families::Sb(4), 0);
}

TEST(Estimate, OfASearchThatGoesOnItIsOfTheWhole) {
  Exhaustive first({.executions = 5});
  Exhaustive second({.resume = Explore(families::Sb(4), first).position});
  ExpectExactly(16, second, families::Sb(4), 5);
}

// The flag can stop satisfying the await, which shows after some executions only.
void FlagThatIsTakenBack() {
  families::Word flag(0, "flag");
  families::Word sum(0, "sum");
  std::vector<std::unique_ptr<sim::fiber>> fibers;
  for (int i = 0; i < 5; ++i) {
    fibers.push_back(std::make_unique<sim::fiber>(
        "adder", [&] { sum.fetch_add(1, std::memory_order_acq_rel); }));
  }
  fibers.push_back(std::make_unique<sim::fiber>("flag", [&] {
    flag.store(1, std::memory_order_release);
    if (sum.load(std::memory_order_acquire) < 2) flag.store(0, std::memory_order_release);
  }));
  fibers.push_back(std::make_unique<sim::fiber>("waiter", [&] {
    flag.await([](std::int64_t v) { return v == 1; }, std::memory_order_acquire);
  }));
}

TEST(Estimate, OfASearchThatWillStartAgainThereIsNone) {
  sim::Options options{.keep_going = true};
  const auto executions =
      static_cast<double>(Explore(FlagThatIsTakenBack, Exhaustive(), options).executions);
  const std::function<void()> body = FlagThatIsTakenBack;
  Exhaustive search;
  LookAhead ahead(body, options);
  int before = 0;
  int after = 0;
  bool again = false;
  options.restart = [&again] { again = true; };
  options.observe = [&](const sim::Execution&) {
    const std::optional<Estimate> e = ahead.From(search);
    if (!again) {
      EXPECT_FALSE(e.has_value());
      ++before;
      return true;
    }
    ++after;
    EXPECT_TRUE(e.has_value());
    if (!e.has_value()) return false;
    EXPECT_LE(e->executions, 3 * executions);
    EXPECT_GE(e->executions, executions / 3);
    return true;
  };
  EXPECT_EQ(sim::EstimateFromRoot(body, {}, {}), std::nullopt);
  Explore(body, search, options);
  EXPECT_GT(before, 1);
  EXPECT_EQ(after, executions);
}

TEST(Estimate, OfASearchThatVisitsAPartThereIsNone) {
  const std::function<void()> body = families::Rail0(5);
  Exhaustive search({.shard = {1, 3}});
  sim::Options options;
  LookAhead ahead(body, options);
  options.observe = [&](const sim::Execution&) {
    EXPECT_EQ(ahead.From(search), std::nullopt);
    return true;
  };
  Explore(body, search, options);
}

}  // namespace
