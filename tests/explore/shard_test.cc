// Searches that visit a tree together come to the result of one that visits it alone.
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sim/explore/merge.h"
#include "sim/explore/parallel.h"
#include "sim/sim.h"
#include "tests/explore/families.h"
#include "tests/explore/random_program.h"
#include "tests/explore/results.h"

namespace {

using sim::Exhaustive;
using sim::Explore;
using sim::Options;
using sim::Reduction;
using sim::Result;

// What each shard comes to, one after the other; no graph may come up twice.
std::vector<Result> RunShards(const std::function<void()>& body, Exhaustive::Config config,
                              Options options, std::uint32_t count, int jobs = 1) {
  std::vector<Result> results;
  std::set<std::string> seen;
  for (std::uint32_t i = 0; i < count; ++i) {
    config.shard = {i, count};
    std::set<std::string> own;
    int twice = 0;
    options.restart = [&] { own.clear(); };
    options.observe = [&](const sim::Execution& e) {
      // One that deadlocks may come up twice.
      if (e.finding().verdict == sim::Verdict::kDeadlock) return true;
      twice += !own.insert(Signature(e.graph())).second;
      return true;
    };
    results.push_back(sim::ExploreInParallel(body, config, options, jobs));
    for (const std::string& graph : own) twice += !seen.insert(graph).second;
    EXPECT_EQ(twice, 0) << "shard " << i << " of " << count;
  }
  return results;
}

Result Merged(std::vector<Result> results) {
  auto merged = sim::Merge(std::move(results));
  if (const auto* why = std::get_if<std::string>(&merged)) {
    ADD_FAILURE() << *why;
    return {};
  }
  return std::get<Result>(std::move(merged));
}

void Compare(const std::function<void()>& body, const Exhaustive::Config& config,
             const Options& options) {
  const Result one = Explore(body, Exhaustive(config), options);
  for (const std::uint32_t count : {1, 2, 3, 7}) {
    SCOPED_TRACE(std::to_string(count) + " shards");
    const std::vector<Result> results = RunShards(body, config, options, count);
    if (options.keep_going || one.findings == 0) {
      std::uint64_t executions = 0;
      for (const Result& result : results) executions += result.executions;
      EXPECT_EQ(executions, one.executions);
    }
    ExpectEqual(one, Merged(results));
  }
}

TEST(Shard, FamiliesAddUp) {
  for (const Reduction reduction : {Reduction::kNone, Reduction::kClasses}) {
    const Exhaustive::Config config{.reduction = reduction};
    Compare(families::Sb(9), config, {});
    Compare(families::Ainc(5), config, {});
    Compare(families::Writers(6), config, {});
    Compare(families::Fib(4), config, {});
    Compare(families::Lastzero(8), config, {});
    Compare(families::Casrot(6), config, {});
    Compare(families::Lockinc(5), config, {});
    Compare(families::Rail0(5), config, {});
    Compare(families::Rail1(3), config, {});
    Compare([] {}, config, {});
  }
  Compare(families::Rail1(20), {}, {});
}

TEST(Shard, TheMergedFindingIsTheFirstOfTheSearchInOneGo) {
  for (int sum = 1; sum <= 16; ++sum) {
    SCOPED_TRACE(sum);
    Compare(families::Additions(5, sum), {}, {});
    Compare(families::Additions(5, sum), {},
            {.keep_going = true, .expect_marks = {"nobody comes here", "the last comes first"}});
  }
}

class Dialects : public testing::TestWithParam<random_program::Dialect> {};

TEST_P(Dialects, RandomProgramsAddUp) {
  const random_program::Dialect& d = GetParam();
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const random_program::Program program = random_program::Make(d, seed);
    const auto body = [&] { random_program::Run(program, d); };
    Compare(body, {}, {.memory = d.memory});
    Compare(body, {}, {.memory = d.memory, .keep_going = true});
  }
}

INSTANTIATE_TEST_SUITE_P(All, Dialects, testing::ValuesIn(random_program::Dialects()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Shard, EachMayBeVisitedBySeveralThreads) {
  for (const bool keep_going : {false, true}) {
    const Options options{.keep_going = keep_going};
    for (const auto& body : {families::Fib(4), families::Additions(5, 12)}) {
      ExpectEqual(Explore(body, Exhaustive(), options),
                  Merged(RunShards(body, {}, options, 3, /*jobs=*/2)));
    }
  }
}

TEST(Shard, OneThatStoppedGoesOnAndItsResultsAddUp) {
  const auto body = families::Fib(4);
  const Result one = Explore(body, Exhaustive());
  for (const std::uint64_t stop : {0, 1, 50, 100, 300, 590}) {
    SCOPED_TRACE(stop);
    std::vector<Result> results;
    for (std::uint32_t i = 0; i < 3; ++i) {
      results.push_back(Explore(body, Exhaustive({.executions = stop, .shard = {i, 3}})));
      if (results.back().exhausted) continue;
      const std::string position = results.back().position;
      results.push_back(Explore(body, Exhaustive({.resume = position, .shard = {i, 3}})));
      EXPECT_TRUE(results.back().exhausted) << position;
    }
    ExpectEqual(one, Merged(results));
  }
}

TEST(Shard, AllAreOfSimilarSize) {
  for (const auto& [body, executions] :
       {std::pair{families::Rail0(6), 10'796u}, std::pair{families::Fib(5), 19'404u},
        std::pair{families::Ainc(7), 5'040u}, std::pair{families::Readers(13), 8'192u}}) {
    for (const std::uint32_t count : {2u, 3u}) {
      for (std::uint32_t i = 0; i < count; ++i) {
        const Result result =
            Explore(body, Exhaustive({.reduction = Reduction::kNone, .shard = {i, count}}));
        EXPECT_LT(result.executions * count, executions * 1.5) << i << " of " << count;
      }
    }
  }
}

TEST(Shard, ResultsThatAreNoneOfOneSearchAreRefused) {
  const auto body = families::Sb(4);
  auto shard = [&](std::uint32_t i, std::uint32_t n) {
    return Explore(body, Exhaustive({.shard = {i, n}}));
  };
  auto why = [](std::vector<Result> results) {
    auto merged = sim::Merge(std::move(results));
    EXPECT_TRUE(std::holds_alternative<std::string>(merged));
    return std::get<std::string>(merged);
  };
  EXPECT_EQ(why({}), "there are no results");
  EXPECT_EQ(why({shard(0, 2)}), "shard 1 of 2 is missing");
  EXPECT_EQ(why({shard(0, 2), shard(0, 2)}), "shard 0 of 2 is there twice");
  EXPECT_EQ(why({shard(0, 2), shard(1, 3)}), "a shard is 1 of 3, another one of 2");
  EXPECT_THAT(why({shard(2, 2)}), testing::HasSubstr("there is no shard 2 of 2"));
  const Result half = Explore(body, Exhaustive({.executions = 2, .shard = {0, 2}}));
  const Result rest = Explore(body, Exhaustive({.resume = half.position, .shard = {0, 2}}));
  EXPECT_EQ(why({rest, shard(1, 2)}),
            "a result of shard 0 of 2 goes on from 2 executions, but there are 0 before it");
  const Result other = Explore(body, Exhaustive({.resume = half.position, .shard = {1, 2}}));
  EXPECT_THAT(other.finding.message, testing::StartsWith("the position is not one of this shard"));
}

}  // namespace
