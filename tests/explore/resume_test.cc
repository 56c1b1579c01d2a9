// A search that stops and goes on later visits what one that never stops does.
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sim/explore/merge.h"
#include "sim/explore/position.h"
#include "sim/sim.h"
#include "tests/explore/families.h"
#include "tests/explore/random_program.h"
#include "tests/explore/results.h"

namespace {

using sim::Exhaustive;
using sim::Result;

struct Visit {
  std::vector<std::string> graphs;  // in order, since it last started again
  Result result;
};

Visit Search(const std::function<void()>& body, Exhaustive::Config config,
             sim::Options options = {}) {
  Visit visit;
  options.keep_going = true;
  options.restart = [&visit] { visit.graphs.clear(); };
  options.observe = [&visit](const sim::Execution& e) {
    visit.graphs.push_back(sim::Signature(e.graph()));
    return true;
  };
  visit.result = sim::Explore(body, Exhaustive(std::move(config)), options);
  return visit;
}

// Stops after each `every`-th execution, goes on from there, and compares with a search in one go.
void StopAndGoOn(const std::function<void()>& body, std::size_t every,
                 const sim::Options& options = {},
                 sim::Reduction reduction = sim::Reduction::kNone) {
  const Visit all = Search(body, {.reduction = reduction}, options);
  for (std::size_t stop = 0; stop <= all.graphs.size(); stop += every) {
    const Visit first = Search(body, {.executions = stop, .reduction = reduction}, options);
    ASSERT_EQ(first.graphs.size(), stop);
    const std::string& position = first.result.position;
    ASSERT_EQ(position.empty(), stop == all.graphs.size());
    if (position.empty()) break;
    const Visit rest = Search(body, {.reduction = reduction, .resume = position}, options);
    std::vector<std::string> graphs;
    if (!rest.result.started_again) graphs = first.graphs;
    graphs.insert(graphs.end(), rest.graphs.begin(), rest.graphs.end());
    ASSERT_EQ(graphs, all.graphs) << "stopped after " << stop << ", position " << position;
    EXPECT_EQ(rest.result.before, rest.result.started_again ? 0 : stop);
    EXPECT_EQ(rest.result.before + rest.result.executions, all.result.executions);
    auto merged = sim::Merge({first.result, rest.result});
    ASSERT_TRUE(std::holds_alternative<Result>(merged)) << std::get<std::string>(merged);
    ExpectEqual(std::get<Result>(merged), all.result);
  }
}

TEST(Resume, FamiliesGoOnWhereTheyStopped) {
  StopAndGoOn(families::Sb(6), 5);
  StopAndGoOn(families::Ainc(4), 1);
  StopAndGoOn(families::Writers(4), 1);
  StopAndGoOn(families::Readers(6), 5);
  StopAndGoOn(families::Fib(3), 7);
  StopAndGoOn(families::Lastzero(6), 11);
  StopAndGoOn(families::Mpn(4), 9);
  StopAndGoOn(families::Casrot(5), 5);
  StopAndGoOn(families::Lockinc(4), 1);
  StopAndGoOn(families::Rail0(4), 13);
  StopAndGoOn(families::Rail1(2), 7);
  StopAndGoOn(families::Rail1(4), 7, {}, sim::Reduction::kClasses);
}

class Dialects : public testing::TestWithParam<random_program::Dialect> {};

TEST_P(Dialects, RandomProgramsGoOnWhereTheyStopped) {
  const random_program::Dialect& d = GetParam();
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const random_program::Program program = random_program::Make(d, seed);
    const auto body = [&] { random_program::Run(program, d); };
    StopAndGoOn(body, 3, {.memory = d.memory}, sim::Reduction::kClasses);
  }
}

TEST(Resume, WhatWasLearnedIsRememberedAndWhatItMakesVoidDoesNotCount) {
  // That the flag can be lowered again is learned after some executions; awaits by class are given
  // up, and the search starts again.
  const auto body = [] {
    sim::atomic<int> flag(0, "flag"), x(0, "x"), y(0, "y");
    sim::fiber a("a", [&] {
      x.store(1, std::memory_order_relaxed);
      y.store(1, std::memory_order_relaxed);
    });
    sim::fiber b("b", [&] {
      y.load(std::memory_order_relaxed);
      x.load(std::memory_order_relaxed);
    });
    sim::fiber c("c", [&] {
      flag.store(1, std::memory_order_release);
      if (x.load(std::memory_order_relaxed) == 0) flag.store(0, std::memory_order_release);
    });
    sim::fiber d("d", [&] { flag.await([](int v) { return v == 1; }, std::memory_order_acquire); });
  };
  StopAndGoOn(body, 1, {}, sim::Reduction::kClasses);
}

INSTANTIATE_TEST_SUITE_P(All, Dialects, testing::ValuesIn(random_program::Dialects()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Resume, APositionIsOneWordThatIsReadBack) {
  const sim::SearchState state{
      .executions = 78'540,
      .sc = true,
      .reduced = false,
      .learned = {.habits = {{1, 0, 7}, {}, {2}},
                  .no_classes = sim::kNoClasses[1],
                  .saw_classes = true},
      .pieces = {
          {.way = {{12, 0}, {3, 1}, {0, 0}, {0, 0}, {0, 0}, {7, 2}}, .signature = 0x1f03a2b7},
          {.way = {{sim::kAllChildren, 0}}, .counts_last = true, .number = 4}}};
  const std::string text = sim::ToText(state);
  EXPECT_EQ(text, "x1:78540:25,0=107,2=2:1f03a2b7.12.3-1.0x3.7-2+4@0.4294967295r");
  const auto back = sim::ParsePosition(text);
  ASSERT_TRUE(std::holds_alternative<sim::SearchState>(back)) << std::get<std::string>(back);
  EXPECT_EQ(std::get<sim::SearchState>(back), state);
}

std::string ProblemWith(const std::function<void()>& body, const std::string& position,
                        sim::Options options = {}) {
  const Result result = sim::Explore(body, Exhaustive({.resume = position}), options);
  EXPECT_EQ(result.verdict(), sim::Verdict::kDiverged);
  EXPECT_EQ(result.executions, 0u);
  EXPECT_FALSE(result.exhausted);
  EXPECT_FALSE(result.ok());
  return result.finding.message;
}

TEST(Resume, APositionThatDoesNotFitIsRefusedInOneSentence) {
  const std::string position =
      sim::Explore(families::Sb(4), Exhaustive({.executions = 6})).position;
  EXPECT_THAT(ProblemWith(families::Sb(5), position),
              testing::StartsWith("the position does not fit the program: at node "));
  EXPECT_THAT(ProblemWith(families::Ainc(4), position), testing::HasSubstr("does not fit"));
  EXPECT_THAT(ProblemWith(families::Sb(4), position, {.memory = sim::Memory::kSc}),
              testing::HasSubstr("another memory model"));
}

TEST(Resume, ATextThatIsNoPositionIsRefusedWithThePlace) {
  EXPECT_EQ(ProblemWith(families::Sb(2), "y1:3:0:"),
            "a position has \"x\" at its character 1, not \"y\"");
  EXPECT_EQ(ProblemWith(families::Sb(2), "x1:3:2"),
            "a position has \":\" at its character 7, not its end");
  EXPECT_EQ(ProblemWith(families::Sb(2), "x1:3:2:ab"),
            "a position has \".\" at its character 10, not its end");
  EXPECT_EQ(ProblemWith(families::Sb(2), "x1:3:2:ab.1-2"),
            "a position has no more children given away than there were at its character 14, not "
            "its end");
}

// Stops after each run that was no execution, and goes on from there. Where the search comes to a
// position, or looks where to divide the tree, it runs such ones too.
int StopWhereNoExecutionCame(const std::function<void()>& body, const Exhaustive::Config& config) {
  const Result all = sim::Explore(body, Exhaustive(config));
  for (int stop = 1;; stop += 1 + stop / 10) {
    int runs = 0;
    sim::Options stopping;
    stopping.go_on = [&] { return ++runs < stop; };
    const Result first = sim::Explore(body, Exhaustive(config), stopping);
    if (runs < stop) return stop - 1;
    Exhaustive::Config rest = config;
    rest.resume = first.position;
    runs = stop - 1;  // stop at the first
    const Result second = sim::Explore(body, Exhaustive(rest), stopping);
    std::vector<Result> results = {first, second};
    if (!second.exhausted) {
      rest.resume = second.position;
      results.push_back(sim::Explore(body, Exhaustive(rest)));
    }
    for (Result& result : results) {
      EXPECT_EQ(result.shard, config.shard.index);
      result.shard = 0;  // enough for a whole
      result.shards = 1;
      result.parts.clear();
    }
    auto merged = sim::Merge(results);
    EXPECT_TRUE(std::holds_alternative<Result>(merged)) << std::get<std::string>(merged);
    EXPECT_EQ(std::get<Result>(merged).executions, all.executions) << "stopped at " << stop;
    EXPECT_EQ(std::get<Result>(merged).events, all.events);
    EXPECT_TRUE(std::get<Result>(merged).exhausted);
  }
}

TEST(Resume, ARunThatIsNoExecutionMayBeTheLast) {
  auto polls = [] {
    sim::atomic<int> x(0, "x"), y(0, "y");
    auto hand_on = [](sim::atomic<int>& from, sim::atomic<int>& to) {
      for (int c = 1; c <= 2; ++c) {
        while (from.load(std::memory_order_acquire) < c) sim::yield();
        to.store(c, std::memory_order_release);
      }
    };
    sim::atomic<int> z(0, "z");
    sim::fiber a("a", [&] {
      for (int c = 1; c <= 2; ++c) x.store(c, std::memory_order_release);
    });
    sim::fiber b("b", [&] { hand_on(x, y); });
    sim::fiber c("c", [&] { hand_on(y, z); });
  };
  EXPECT_GT(StopWhereNoExecutionCame(polls, {}), 0);
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_GT(StopWhereNoExecutionCame(families::Fib(3), {.shard = {i, 3}}), 0);
  }
}

TEST(Resume, ASearchThatWasOverStaysOver) {
  const Result all = sim::Explore(families::Sb(3), Exhaustive());
  EXPECT_TRUE(all.exhausted);
  EXPECT_EQ(all.position, "");
  // Stopped right after the last execution: nothing is left, but the search does not know yet.
  std::uint64_t left = all.executions;
  const Result almost = sim::Explore(families::Sb(3), Exhaustive(),
                                     {.observe = [&left](const auto&) { return --left > 0; }});
  EXPECT_FALSE(almost.exhausted);
  const Result rest = sim::Explore(families::Sb(3), Exhaustive({.resume = almost.position}));
  EXPECT_EQ(rest.executions, 0u);
  EXPECT_TRUE(rest.exhausted);
}

}  // namespace
