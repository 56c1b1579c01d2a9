// What the program says while it runs.
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "scenarios/program/status_line.h"
#include "sim/sim.h"
#include "tests/scenarios/said.h"

namespace scenarios {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Status OfAMillion() {
  return {.executions = 1'204'000,
          .ms = 2'000,
          .what = "marks",
          .done = 3,
          .of = 7,
          .estimate = sim::Estimate{
              .visited = 1'204'000, .executions = 3'612'000, .low = 2'408'000, .high = 4'816'000}};
}

TEST(Status, SaysShareAndTimeLeftWithTheirIntervals) {
  EXPECT_EQ(StatusLine(OfAMillion()),
            "1,204,000 executions, 602 k/s, 33 % done (25-50 %), 4 s left (2-6 s), marks 3/7");
  EXPECT_EQ(StatusJson(OfAMillion()),
            "{\"executions\":\"1204000\",\"per_second\":\"602000\","
            "\"percent_done\":\"33.3333\",\"percent_done_low\":\"25\",\"percent_done_high\":\"50\","
            "\"seconds_left\":\"4\",\"seconds_left_low\":\"2\",\"seconds_left_high\":\"6\","
            "\"marks\":\"3\",\"of\":\"7\"}");
}

TEST(Status, LeavesThemOutWhereThereIsNoEstimate) {
  Status status = OfAMillion();
  status.estimate.reset();
  EXPECT_EQ(StatusLine(status), "1,204,000 executions, 602 k/s, marks 3/7");
  EXPECT_EQ(StatusJson(status),
            "{\"executions\":\"1204000\",\"per_second\":\"602000\",\"marks\":\"3\",\"of\":\"7\"}");
}

TEST(Status, CountsStatesWhereThoseAreVisited) {
  Status status = OfAMillion();
  status.estimate.reset();
  status.unit = "states";
  EXPECT_EQ(StatusLine(status), "1,204,000 states, 602 k/s, marks 3/7");
  EXPECT_THAT(StatusJson(status), StartsWith("{\"states\":\"1204000\","));
}

TEST(Status, WhatIsKnownExactlyHasNoInterval) {
  Status status = OfAMillion();
  status.estimate->low = status.estimate->high = status.estimate->executions;
  EXPECT_THAT(StatusLine(status), HasSubstr(", 33 % done, 4 s left, "));
}

TEST(Status, TimeIsSaidInTheUnitThatFits) {
  const auto said = [](double times) {
    Status status = OfAMillion();
    *status.estimate = {.visited = 1'204'000,
                        .executions = times * 1'204'000,
                        .low = times * 1'204'000,
                        .high = times * 1'204'000};
    return StatusLine(status);
  };
  EXPECT_THAT(said(1.0), HasSubstr("100 % done, 0 s left"));
  EXPECT_THAT(said(1.001), HasSubstr("99 % done, <0.01 s left"));
  EXPECT_THAT(said(1.25), HasSubstr("80 % done, 0.5 s left"));
  EXPECT_THAT(said(61), HasSubstr("1.6 % done, 2 min left"));
  EXPECT_THAT(said(7'201), HasSubstr("0.014 % done, 4 h left"));
  EXPECT_THAT(said(432'001), HasSubstr("<0.01 % done, 10 d left"));
}

// Four fibers around a ring store to their own word and load the next one's: 16 executions.
Catalog Ring() {
  return {{Plain("ring",
                 [] {
                   sim::atomic<int> words[4];
                   std::unique_ptr<sim::fiber> fibers[4];
                   for (int i = 0; i < 4; ++i) {
                     fibers[i] = std::make_unique<sim::fiber>("fiber", [&words, i] {
                       words[i].store(1, std::memory_order_release);
                       words[(i + 1) % 4].load(std::memory_order_acquire);
                     });
                   }
                   for (auto& fiber : fibers) fiber.reset();
                 })},
          {},
          {}};
}

// Each look at the clock takes half a second: a line for each two executions.
Said SayOfRing(const std::string& option, const std::string& explorer = "exhaustive") {
  Environment ring = Still(Ring());
  ring.now_ms = [now = std::make_shared<std::atomic<std::int64_t>>(0)] {
    return (*now += 500) - 500;
  };
  ring.err_is_terminal = true;
  return Say(ring, {"run", "ring", "--explorer=" + explorer, option});
}

TEST(Progress, OfAnExhaustiveSearchSaysHowMuchIsLeft) {
  const std::string said = SayOfRing("--keep-going").err;
  EXPECT_THAT(said, StartsWith("\r2 executions, 2/s, 12 % done, 7 s left, marks 0/0\r"));
  EXPECT_THAT(said, HasSubstr("\r14 executions, 2/s, 87 % done, 1 s left, marks 0/0\r"));
}

TEST(Progress, OfSeveralThreadsToo) {
  const std::string said = SayOfRing("--jobs=2").err;
  EXPECT_THAT(said, StartsWith("\r2 executions, 2/s, 12 % done, 7 s left, marks 0/0\r"));
}

TEST(Progress, OfStatesCountsThem) {
  EXPECT_THAT(SayOfRing("--reduction=none", "states").err,
              ContainsRegex("\r[0-9]+ states, [0-9]+/s, marks 0/0"));
}

TEST(Progress, OfASearchThatGoesOnCountsWhatWasVisitedBefore) {
  const std::string out = SayOfRing("--executions=8").out;
  const std::string position = Behind("--resume=", out);
  const std::string said = SayOfRing("--resume=" + position).err;
  EXPECT_THAT(said, ContainsRegex("\r2 executions, [^\r]*, 62 % done, "));
  EXPECT_THAT(said, ContainsRegex("\r8 executions, [^\r]*, 100 % done, 0 s left, "));
}

TEST(Progress, OfAShardSaysNothingOfWhatIsLeft) {
  EXPECT_THAT(SayOfRing("--shard=1/2").err, Not(HasSubstr("left")));
}

}  // namespace
}  // namespace scenarios
