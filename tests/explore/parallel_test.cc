// Several threads come to the same result as one.
#include "sim/explore/parallel.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <list>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "sim/explore/runner.h"
#include "sim/sim.h"
#include "tests/explore/families.h"
#include "tests/explore/random_program.h"
#include "tests/explore/results.h"

namespace {

using sim::Exhaustive;
using sim::Explore;
using sim::ExploreInParallel;
using sim::Options;
using sim::Reduction;
using sim::Result;

// What is left to be visited at a position comes out the same.
void ExpectSameRest(const std::function<void()>& body, const Result& a, const Result& b,
                    Exhaustive::Config config, Options options) {
  if (a.position == b.position) return;
  config.executions = UINT64_MAX;
  options.keep_going = true;
  config.resume = a.position;
  const Result rest = Explore(body, Exhaustive(config), options);
  config.resume = b.position;
  ExpectEqual(rest, Explore(body, Exhaustive(config), options));
}

void Compare(const std::function<void()>& body, const Exhaustive::Config& config,
             const Options& options) {
  const Result one = Explore(body, Exhaustive(config), options);
  for (const int jobs : {1, 2, 3, 7}) {
    SCOPED_TRACE(std::to_string(jobs) + " jobs");
    const Result several = ExploreInParallel(body, config, options, jobs);
    ExpectEqual(one, several);
    EXPECT_EQ(one.position.empty(), several.position.empty());
    ExpectSameRest(body, one, several, config, options);
  }
}

TEST(Parallel, FamiliesComeOutTheSame) {
  for (const Reduction reduction : {Reduction::kNone, Reduction::kClasses}) {
    const Exhaustive::Config config{.reduction = reduction};
    Compare(families::Sb(9), config, {});
    Compare(families::Ainc(6), config, {});
    Compare(families::Readers(9), config, {});
    Compare(families::Fib(4), config, {});
    Compare(families::Lastzero(8), config, {});
    Compare(families::Casrot(6), config, {});
    Compare(families::Lockinc(5), config, {});
    Compare(families::Rail0(5), config, {});
    Compare(families::Rail1(3), config, {});
  }
}

TEST(Parallel, ALimitOnExecutionsIsKeptToTheLast) {
  for (const std::uint64_t executions : {0, 1, 2, 63, 64, 65, 500, 511, 512, 513, 1000}) {
    SCOPED_TRACE(executions);
    Compare(families::Sb(9), {.executions = executions}, {});
    Compare(families::Fib(4), {.executions = executions}, {});
  }
}

TEST(Parallel, TheFirstFindingIsThatOfTheSearchInOneGo) {
  for (int sum = 1; sum <= 16; ++sum) {
    SCOPED_TRACE(sum);
    Compare(families::Additions(5, sum), {}, {});
    Compare(families::Additions(5, sum), {},
            {.keep_going = true, .expect_marks = {"nobody comes here"}});
    Compare(families::Additions(5, sum), {.executions = 50}, {.keep_going = true});
  }
}

TEST(Parallel, WhereAwaitClassesDoNotHoldAllStartAgain) {
  // The flag is raised by a release store, then by a relaxed one, which orders less.
  auto body = [] {
    sim::atomic<int> x(0, "x"), y(0, "y");
    sim::fiber a("a", [&] {
      x.store(1, std::memory_order_release);
      y.store(1, std::memory_order_relaxed);
      x.store(2, std::memory_order_relaxed);
    });
    sim::fiber b("b", [&] {
      x.await([](int v) { return v >= 1; }, std::memory_order_acquire);
      y.load(std::memory_order_relaxed);
    });
    sim::fiber c("c", [&] { y.store(2, std::memory_order_relaxed); });
  };
  Compare(body, {}, {});
  Compare(body, {}, {.keep_going = true});
}

TEST(Parallel, GoesOnFromAPositionAndGivesOne) {
  const Result first = Explore(families::Fib(4), Exhaustive({.executions = 700}));
  Compare(families::Fib(4), {.resume = first.position}, {});
  Compare(families::Fib(4), {.executions = 1000, .resume = first.position}, {});
  Compare(families::Fib(4), {.resume = "x1:0"}, {});
}

// Hands over all the time, and visits what was handed over in another order: the jobs, one after
// the other as they lie in the tree, have the graphs of the search in one go.
std::vector<std::string> HandOver(const std::function<void()>& body, const Options& options,
                                  std::size_t every) {
  struct Job {
    std::unique_ptr<sim::Share> share;
    std::vector<std::string> graphs;
    bool over = false;
  };
  sim::Learned learned;
  for (;;) {
    bool again = false;
    std::list<Job> jobs(1);
    for (auto job = jobs.begin(); job != jobs.end() && !again;) {
      Exhaustive search;
      search.Start(options.memory, options.limits);
      job->share == nullptr ? search.StartAll(learned) : search.Start(std::move(*job->share));
      sim::Runner runner(body, options, search);
      for (std::size_t n = 1; search.Begin(); ++n) {
        if (runner.Run()) job->graphs.push_back(Signature(runner.engine().graph()));
        if (n % every != 0) continue;
        auto share = search.GiveAway(1 + n % 5);
        if (share != nullptr) jobs.emplace(std::next(job))->share = std::move(share);
      }
      job->over = true;
      again = search.must_start_again();
      if (again) learned.Add(search.learned());
      // The last that is left.
      job = jobs.end();
      for (auto j = jobs.begin(); j != jobs.end(); ++j) job = j->over ? job : j;
    }
    if (again) continue;
    std::vector<std::string> graphs;
    for (Job& job : jobs) graphs.insert(graphs.end(), job.graphs.begin(), job.graphs.end());
    return graphs;
  }
}

void CompareHandedOver(const std::function<void()>& body, Options options) {
  std::vector<std::string> graphs;
  options.keep_going = true;
  options.restart = [&graphs] { graphs.clear(); };
  options.observe = [&graphs](const sim::Execution& e) {
    graphs.push_back(Signature(e.graph()));
    return true;
  };
  Explore(body, Exhaustive(), options);
  for (const std::size_t every : {1, 2, 5}) {
    EXPECT_EQ(HandOver(body, options, every), graphs) << every;
  }
}

TEST(Parallel, WhatIsHandedOverIsVisitedOnce) {
  CompareHandedOver(families::Sb(7), {});
  CompareHandedOver(families::Ainc(5), {});
  CompareHandedOver(families::Fib(3), {});
  CompareHandedOver(families::Lastzero(6), {});
  CompareHandedOver(families::Lockinc(5), {});
  CompareHandedOver(families::Rail1(6), {});
}

class Dialects : public testing::TestWithParam<random_program::Dialect> {};

TEST_P(Dialects, RandomProgramsComeOutTheSame) {
  const random_program::Dialect& d = GetParam();
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    const random_program::Program program = random_program::Make(d, seed);
    const auto body = [&] { random_program::Run(program, d); };
    Compare(body, {}, {.memory = d.memory});
    Compare(body, {}, {.memory = d.memory, .keep_going = true});
    Compare(body, {.executions = seed % 20}, {.memory = d.memory, .keep_going = true});
  }
}

TEST_P(Dialects, WhatIsHandedOverOfRandomProgramsIsVisitedOnce) {
  const random_program::Dialect& d = GetParam();
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    const random_program::Program program = random_program::Make(d, seed);
    CompareHandedOver([&] { random_program::Run(program, d); }, {.memory = d.memory});
  }
}

INSTANTIATE_TEST_SUITE_P(All, Dialects, testing::ValuesIn(random_program::Dialects()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Parallel, WhoWatchesSeesEachExecutionOnceAndNeverTwoAtATime) {
  std::set<std::string> graphs;
  bool inside = false;
  int twice = 0;
  const Result result = ExploreInParallel(families::Fib(4), {},
                                          {.observe =
                                               [&](const auto& e) {
                                                 twice += inside;
                                                 inside = true;
                                                 twice +=
                                                     !graphs.insert(Signature(e.graph())).second;
                                                 inside = false;
                                                 return true;
                                               }},
                                          3);
  EXPECT_EQ(twice, 0);
  EXPECT_EQ(graphs.size(), 1764u);
  EXPECT_EQ(result.executions, 1764u);
}

TEST(Parallel, WhoWatchesMayEndTheSearchWhichGoesOnLater) {
  for (const std::size_t most : {1, 7, 300, 1000}) {
    std::set<std::string> graphs;
    std::size_t left = most;
    const Options watched{.observe = [&](const sim::Execution& e) {
      EXPECT_TRUE(graphs.insert(Signature(e.graph())).second);
      return --left > 0;
    }};
    const Result first = ExploreInParallel(families::Fib(4), {}, watched, 3);
    EXPECT_EQ(graphs.size(), most);
    EXPECT_FALSE(first.exhausted);
    left = SIZE_MAX;
    const std::size_t unseen = first.executions - graphs.size();  // it ended before they were told
    const Result rest = Explore(families::Fib(4), Exhaustive({.resume = first.position}), watched);
    EXPECT_EQ(first.executions + rest.executions, 1764u);
    EXPECT_EQ(graphs.size() + unseen, 1764u);
    EXPECT_EQ(rest.before, first.executions);
    EXPECT_TRUE(rest.exhausted);
  }
}

}  // namespace
