// The shards of a states search come to what the search in one go comes to.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sim/sim.h"
#include "tests/matchers.h"
#include "tests/states/rails.h"
#include "tests/states/searches.h"

namespace {

using sim::Expand;
using sim::StatesConfig;
using sim::StatesResult;
using sim::Verdict;
using states::Body;

// Each stopped now and then, and gone on by another number of threads.
StatesResult Shard(const Body& body, StatesConfig config, const sim::Options& options,
                   sim::Shard shard) {
  config.shard = shard;
  for (config.jobs = 1;; config.jobs = 3 - config.jobs) {
    StatesResult result = sim::ExploreStates(body, config, options);
    if (result.result.exhausted || result.result.findings > 0) return result;
    config.resume = std::move(result.position);
  }
}

std::vector<StatesResult> Shards(const Body& body, const StatesConfig& config,
                                 const sim::Options& options, std::uint32_t count) {
  std::vector<StatesResult> shards;
  for (std::uint32_t i = 0; i < count; ++i) {
    shards.push_back(Shard(body, config, options, {i, count}));
  }
  return shards;
}

void ExpectSameWhole(const StatesResult& one, const StatesResult& all, const std::string& what) {
  EXPECT_EQ(all.result.ok(), one.result.ok())
      << what << one.result.finding.message << " / " << all.result.finding.message;
  EXPECT_EQ(all.result.exhausted, one.result.exhausted) << what;
  if (!one.result.ok()) return;
  EXPECT_EQ(all.states, one.states) << what;
  EXPECT_EQ(all.steps, one.steps) << what;
  EXPECT_EQ(all.expand, one.expand) << what;
  EXPECT_EQ(all.left_out_faults, one.left_out_faults) << what;
  EXPECT_EQ(all.result.executions, one.result.executions) << what;
  EXPECT_EQ(Reached(all.result), Reached(one.result)) << what;
}

// Begins again with what all learned, if that is needed; counts how often.
StatesResult United(const Body& body, const StatesConfig& config, const sim::Options& options,
                    std::uint32_t count, const std::string& what, int& again) {
  std::vector<StatesResult> shards = Shards(body, config, options, count);
  for (int tries = 0; tries < 5; ++tries) {
    const sim::CommonKnowledge known = sim::WhatAllKnow(shards);
    if (!known.matters) break;
    ++again;
    shards.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
      StatesConfig knows = config;
      knows.resume = std::make_shared<sim::StatesPosition>(known.beginning);
      shards.push_back(Shard(body, knows, options, {i, count}));
    }
  }
  auto united = sim::Unite(std::move(shards));
  if (const auto* why = std::get_if<std::string>(&united)) {
    ADD_FAILURE() << what << *why;
    return {};
  }
  return std::get<StatesResult>(std::move(united));
}

// A small frontier, so that small programs are divided too; and stopped after so many states.
struct How {
  std::uint64_t each = 1000;
  std::size_t frontier = sim::kFrontier;
};

int Compare(const Body& body, const sim::Options& options, const How& how,
            const std::string& what) {
  int again = 0;
  for (const std::optional<Expand> expand : states::kReductions) {
    const StatesResult one = sim::ExploreStates(body, {.expand = expand}, options);
    for (const std::uint32_t count : {2u, 3u, 7u}) {
      const std::string name = what + std::to_string(count) + " shards: ";
      StatesConfig config{.states = how.each, .expand = expand};
      config.frontier = how.frontier;
      ExpectSameWhole(one, United(body, config, options, count, name, again), name);
    }
  }
  return again;
}

TEST(StatesShards, OfRailsMakeTheWhole) {
  Compare(rails::Rails(1, 12, true), {}, {}, "one rail ");
  Compare(rails::Rails(2, 2, false), {}, {}, "two rails ");
}

TEST(StatesShards, OfRandomModelsMakeTheWhole) {
  std::set<Verdict> verdicts;
  states::ForEachModel(1, 13, [&verdicts](const states::Drawn& drawn) {
    verdicts.insert(sim::ExploreStates(drawn.body, {}, drawn.options).result.verdict());
    Compare(drawn.body, drawn.options, {.each = 50, .frontier = 1 + drawn.seed % 20}, drawn.what);
  });
  EXPECT_GT(verdicts.size(), 2u);
}

TEST(StatesShards, OfProgramsOfAllThatFibersWaitWithMakeTheWhole) {
  states::ForEachSyncProgram(1, 61, [](const states::Drawn& drawn) {
    Compare(drawn.body, drawn.options, {.each = 50, .frontier = 1 + drawn.seed % 20}, drawn.what);
  });
}

// Two that are in each other's way for ever, once one of them said so.
void Livelock(int before) {
  sim::atomic<int> turn(0, "turn"), much(0, "much"), late(0, "late");
  const auto wait_for = [&](int other, int times) {
    for (int i = 0; i < times; ++i) much.fetch_add(1);
    for (;;) {
      sim::local_state(0);
      if (turn.load() == 2) return;
      turn.store(other);
    }
  };
  sim::fiber a("a", [&] { wait_for(1, before); });
  sim::fiber b("b", [&] { wait_for(0, before); });
}

// Where it is among the first states, which every shard visits; where it is behind the frontier;
// and where the frontier lies on it, so that each shard's part leads to another's.
TEST(StatesShards, FindALivelockWhereverItIs) {
  for (const int before : {0, 1, 4}) {
    for (const std::size_t frontier : {1u, 2u, 3u, 5u, 8u, 13u, 512u}) {
      for (const std::uint32_t count : {2u, 3u, 7u}) {
        StatesConfig config;
        config.frontier = frontier;
        int again = 0;
        const StatesResult all =
            United([before] { Livelock(before); }, config, {}, count, "livelock", again);
        EXPECT_EQ(all.result.verdict(), Verdict::kLivelock)
            << before << " " << frontier << " " << count;
      }
    }
  }
}

// Only where the choices are (3, 5) is there a fiber that comes back to a state of its own: whoever
// sees it goes over to persistent sets, and whoever does not keeps to one order.
void LearnsLate() {
  sim::atomic<int> x(0, "x"), y(0, "y");
  sim::fiber a("a", [&] {
    const std::uint32_t first = sim::choose(4);
    for (int i = 0; i < 3; ++i) x.fetch_add(1);
    const std::uint32_t second = sim::choose(8);
    if (first == 3 && second == 5) {
      sim::local_state(0);
      y.fetch_add(1);
    }
  });
  sim::fiber b("b", [&] {
    for (int i = 0; i < 3; ++i) x.fetch_add(2);
  });
}

TEST(StatesShards, BeginAgainWhereTheyLearnedDifferentThings) {
  std::vector<StatesResult> shards;
  StatesConfig config;
  config.frontier = 16;
  for (std::uint32_t i = 0; i < 3; ++i) shards.push_back(Shard(LearnsLate, config, {}, {i, 3}));
  ASSERT_TRUE(sim::WhatAllKnow(shards).matters);
  const auto united = sim::Unite(shards);
  ASSERT_TRUE(std::holds_alternative<std::string>(united));
  EXPECT_EQ(std::get<std::string>(united), "the shards learned different things of the program");
  EXPECT_GT(Compare(LearnsLate, {}, {.each = 300, .frontier = 16}, "learns late: "), 0);
}

// By hand: 16 numbers, of which one is a finding, in one of the three shards.
TEST(StatesShards, TellTheFindingOfTheFirstThatHasOne) {
  const auto body = [] {
    const std::uint32_t number = 4 * sim::choose(4) + sim::choose(4);
    sim::atomic<int> x(0, "x");
    if (number == 9) sim::fail("R1", "nine");
  };
  StatesConfig config;
  config.frontier = 4;
  int again = 0;
  const StatesResult all = United(body, config, {}, 3, "nine", again);
  EXPECT_THAT(all.result, sim::FailsWithRule("R1"));
  EXPECT_EQ(all.result.confirmed, 3);
  EXPECT_EQ(all.result.found_after, all.states);
  EXPECT_EQ(all.way, 2u);
}

// One order of the steps that commute is a tree, so parts of it have little in common.
TEST(StatesShards, OfOneOrderVisitLittleTwice) {
  const Body rails = rails::Rails(2, 3, false);
  const StatesResult one = sim::ExploreStates(rails, {.expand = Expand::kOneOrder});
  std::uint64_t sum = 0, most = 0;
  for (const StatesResult& shard : Shards(rails, {.expand = Expand::kOneOrder}, {}, 3)) {
    sum += shard.states;
    most = std::max(most, shard.states);
  }
  EXPECT_LT(sum, one.states * 5 / 4);
  EXPECT_LT(most, one.states / 2);
}

TEST(StatesShards, ThatAreMissingAreMissed) {
  std::vector<StatesResult> shards = Shards(rails::Rails(1, 4, true), {}, {}, 3);
  shards.pop_back();
  EXPECT_EQ(std::get<std::string>(sim::Unite(shards)), "shard 1 of 2 is missing");
  EXPECT_EQ(std::get<std::string>(sim::Unite({})), "there are no results");
}

}  // namespace
