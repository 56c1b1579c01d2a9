// A states search that is stopped again and again comes to what one comes to that is not.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sim/sim.h"
#include "tests/matchers.h"
#include "tests/states/rails.h"
#include "tests/states/random_model.h"
#include "tests/states/searches.h"

namespace {

using sim::Expand;
using sim::StatesConfig;
using sim::StatesResult;
using sim::Verdict;
using states::Body;
using states::ExpectSame;
using Position = std::shared_ptr<sim::StatesPosition>;

// As another process would read it.
Position ThroughBytes(Position position) {
  std::stringstream bytes;
  sim::WritePosition({"a search", std::move(*position)}, bytes);
  auto read = sim::ReadPosition(bytes);
  if (const auto* why = std::get_if<std::string>(&read)) {
    ADD_FAILURE() << *why;
    return nullptr;
  }
  return std::make_shared<sim::StatesPosition>(
      std::get<sim::KeptPosition>(std::move(read)).position);
}

// Stopped after about so many states each time, by so many threads in turn. Counts the stops.
StatesResult Stopped(const Body& body, StatesConfig config, const sim::Options& options,
                     std::vector<int> jobs, int& stops) {
  for (std::size_t run = 0;; ++run) {
    config.jobs = jobs[run % jobs.size()];
    StatesResult result = sim::ExploreStates(body, config, options);
    if (result.result.exhausted || result.result.findings > 0) return result;
    EXPECT_EQ(result.result.verdict(), Verdict::kPass);
    if (result.position == nullptr || ++stops > 100'000) {
      ADD_FAILURE() << "it can't go on";
      return result;
    }
    config.resume = ThroughBytes(std::move(result.position));
  }
}

// With every reduction; after every few states, by one thread, by two, and by both in turn.
int Compare(const Body& body, const sim::Options& options, std::uint64_t each,
            const std::string& what) {
  int stops = 0;
  for (const std::optional<Expand> expand : states::kReductions) {
    StatesConfig config{.expand = expand};
    const StatesResult one = sim::ExploreStates(body, config, options);
    config.states = each;
    ExpectSame(one, Stopped(body, config, options, {1}, stops), what + "one thread");
    ExpectSame(one, Stopped(body, config, options, {2}, stops), what + "two threads");
    ExpectSame(one, Stopped(body, config, options, {1, 2}, stops), what + "in turn");
  }
  return stops;
}

TEST(StatesResume, RandomModelsComeToTheSame) {
  int stops = 0;
  std::set<Verdict> verdicts;
  states::ForEachModel(1, 31, [&](const states::Drawn& drawn) {
    verdicts.insert(sim::ExploreStates(drawn.body, {}, drawn.options).result.verdict());
    stops += Compare(drawn.body, drawn.options, 40, drawn.what);
  });
  EXPECT_GT(stops, 1000);
  EXPECT_THAT(verdicts, testing::IsSupersetOf({Verdict::kPass, Verdict::kRuleBroken,
                                               Verdict::kDataRace, Verdict::kDeadlock}));
}

TEST(StatesResume, RandomProgramsOfAllThatFibersWaitWithComeToTheSame) {
  int stops = 0;
  states::ForEachSyncProgram(1, 61, [&stops](const states::Drawn& drawn) {
    stops += Compare(drawn.body, drawn.options, 30, drawn.what);
  });
  EXPECT_GT(stops, 300);
}

// By hand: 3493 states (as Spin counts them), and a stop after every 20.
TEST(StatesResume, ARailIsStoppedAHundredTimes) {
  const Body rail = rails::Rails(1, 4, true);
  int stops = 0;
  const StatesResult result = Stopped(rail, {.states = 20}, {}, {1}, stops);
  EXPECT_GT(stops, 100);
  EXPECT_EQ(result.states, 3493u);
  EXPECT_TRUE(result.result.exhausted);
}

// Two fibers that are in each other's way for ever.
void Livelock() {
  sim::atomic<int> turn(0, "turn"), much(0, "much");
  for (int i = 0; i < 3; ++i) much.fetch_add(1);
  const auto wait_for = [&turn, &much](int other) {
    for (int i = 0; i < 3; ++i) much.fetch_add(i);
    for (;;) {
      sim::local_state(0);
      if (turn.load() == 2) return;
      turn.store(other);
    }
  };
  sim::fiber a("a", [&] { wait_for(1); });
  sim::fiber b("b", [&] { wait_for(0); });
}

TEST(StatesResume, ALivelockIsFoundAllTheSame) {
  const StatesResult one = sim::ExploreStates(Livelock);
  ASSERT_EQ(one.result.verdict(), Verdict::kLivelock);
  EXPECT_GT(Compare(Livelock, {}, 5, "livelock: "), 10);
}

// What is known of who touches what is learned late, and the search begins again.
void Learns() {
  sim::atomic<int> x[3] = {sim::atomic<int>(0), sim::atomic<int>(0), sim::atomic<int>(0)};
  sim::fiber a("a", [&] {
    for (int i = 0; i < 6; ++i) x[0].fetch_add(1);
    if (x[1].load() == 6) x[2].store(1);
  });
  sim::fiber b("b", [&] {
    for (int i = 0; i < 6; ++i) x[1].fetch_add(1);
    if (x[0].load() == 3) x[2].fetch_add(1);
  });
}

TEST(StatesResume, WhatWasLearnedIsNotForgotten) {
  EXPECT_GT(Compare(Learns, {}, 7, "learns: "), 20);
}

// What is compared where ways meet, too; it is one thread's.
TEST(StatesResume, PairsOfWaysAreComparedAsIfNothingHadHappened) {
  int stops = 0;
  std::uint64_t tested = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const random_model::Model model = random_model::Make(random_model::Style::kLoops, seed);
    const Body body = [&model] { random_model::Run(model); };
    const sim::Options options{.selfcheck_every = 1};
    const StatesResult one = sim::ExploreStates(body, {}, options);
    const StatesResult other = Stopped(body, {.states = 5}, options, {1}, stops);
    EXPECT_EQ(other.tested, one.tested) << seed;
    ExpectSame(one, other, "seed " + std::to_string(seed) + ": ");
    tested += one.tested;
  }
  EXPECT_GT(stops, 50);
  EXPECT_GT(tested, 100u);
}

TEST(StatesResume, WhatIsOfAnotherProgramIsRefused) {
  StatesResult cut = sim::ExploreStates(rails::Rails(1, 4, true), {.states = 50});
  const StatesResult other =
      sim::ExploreStates(rails::Rails(1, 4, false), {.resume = std::move(cut.position)});
  EXPECT_EQ(other.result.verdict(), Verdict::kDiverged);
  EXPECT_THAT(other.result, sim::Saying("does not fit the program"));
}

TEST(StatesResume, ADamagedPositionIsNone) {
  StatesResult cut = sim::ExploreStates(rails::Rails(1, 4, true), {.states = 50});
  std::stringstream whole;
  sim::WritePosition({"a search", *cut.position}, whole);
  const std::string bytes = whole.str();
  const auto why = [](const std::string& changed) {
    std::istringstream in(changed);
    const auto read = sim::ReadPosition(in);
    const auto* sentence = std::get_if<std::string>(&read);
    return sentence == nullptr ? "" : *sentence;
  };
  EXPECT_EQ(why(bytes), "");
  EXPECT_EQ(why(""), "is nothing that a states search kept");
  EXPECT_EQ(why("{}"), "is nothing that a states search kept");
  // Every byte counts, and so does every length.
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 4);
    EXPECT_NE(why(changed), "") << i;
    EXPECT_NE(why(bytes.substr(0, i)), "") << i;
  }
  EXPECT_NE(why(bytes + '\0'), "");
}

}  // namespace
