// The bodies that run on real threads in tests/protocol, on fibers: the same promises, and every
// interleaving that chance finds.
#include <functional>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "model/sim_policy.h"
#include "sim/sim.h"
#include "tests/matchers.h"
#include "tests/protocol/rail_body.h"
#include "tests/protocol/ready_body.h"

namespace model {
namespace {

using protocol::Load;
using sim::Passes;

constexpr auto kCheck = [](bool holds, const char* what) { sim::check(holds, what); };

// By random walk and by PCT.
void ExpectPasses(const std::function<void()>& body, std::uint64_t executions = 10'000) {
  const sim::Result random = sim::Explore(body, sim::RandomWalk({.executions = executions}));
  EXPECT_THAT(random, Passes()) << random;
  const sim::Result pct = sim::Explore(body, sim::Pct({.executions = executions}));
  EXPECT_THAT(pct, Passes()) << pct;
}

// As the threads' loads, with fewer runs.
Load Uneven(uint64_t runs) {
  return {.transfers = {{0, 600, 1}, {10, 0, 255}, {300, 1000, 256}, {600, 700, 257}},
          .runs = runs};
}
Load Overlapping(uint64_t runs) {
  return {
      .transfers = {{0, 0, 100}, {50, 30, 100}, {0, 130, 60}}, .runs = runs, .whole_runs = true};
}

TEST(RailOnFibers, DeliversEveryRun) {
  ExpectPasses([] { protocol::DeliverEverything<SimPolicy>(Uneven(3), {}, kCheck); });
}

TEST(RailOnFibers, DeliversTransfersThatOverlap) {
  ExpectPasses([] { protocol::DeliverEverything<SimPolicy>(Overlapping(3), {}, kCheck); });
}

TEST(RailOnFibers, DeliversBothDirectionsAtOnce) {
  const Load back = {.transfers = {{0, 0, 8}}, .runs = 4};
  ExpectPasses([&] { protocol::DeliverEverything<SimPolicy>(Uneven(2), back, kCheck); });
}

TEST(RailOnFibers, FailureEndsEveryWait) {
  const Load back = {.transfers = {{0, 0, 8}}, .runs = 3};
  ExpectPasses([&] { protocol::FailureEndsEveryWait<SimPolicy>(Uneven(2), back, kCheck); });
}

TEST(RailOnFibers, CallersOfReadyComeInAnyOrder) {
  ExpectPasses([] { protocol::CallersComeInAnyOrder<SimPolicy>(kCheck); });
}

TEST(RailOnFibers, OutboundIsWrittenAgainAfterSent) {
  ExpectPasses([] { protocol::OutboundIsWrittenAgainAfterSent<SimPolicy>(kCheck); });
}

TEST(RailOnFibers, ReadyOutlivesTheRail) {
  ExpectPasses([] { protocol::ReadyOutlivesTheRail<SimPolicy>(kCheck); });
}

TEST(RailOnFibers, AnEndMadeDuringFailureIsBornFailed) {
  ExpectPasses([] { protocol::AnEndMadeDuringFailureIsBornFailed<SimPolicy>(kCheck); });
}

TEST(RailOnFibers, ClosingRaisesNothing) {
  ExpectPasses([] { protocol::ClosingRaisesNothing<SimPolicy>(kCheck); });
}

}  // namespace
}  // namespace model
