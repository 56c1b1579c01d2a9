// Spin on rails.pml judges the states explorer on rails.cc: the same states and transitions.
#include <cstdint>
#include <string>

#include "gtest/gtest.h"
#include "sim/sim.h"
#include "tests/states/rails.h"
#include "tests/states/spin/verifier.h"

namespace spin {
namespace {

constexpr std::uint64_t kSmall = 100'000;

TEST(Spin, CountsTheSameStatesAndTransitions) {
  for (const Program& program : kPrograms) {
    if (program.states > kSmall) continue;
    const auto body = rails::Rails(program.rails, program.n, program.failure);
    const sim::StatesResult ours =
        sim::ExploreStates(body, {.snapshots = true, .expand = sim::Expand::kAll});
    const Verified full = Verify(program, /*reduced=*/false);
    EXPECT_TRUE(full.passed) << full.ran.output;
    EXPECT_TRUE(ours.result.ok() && ours.result.exhausted) << ours.result.finding.message;
    EXPECT_EQ(ours.states, full.states) << full.ran.output;
    EXPECT_EQ(ours.steps, full.transitions) << full.ran.output;
    EXPECT_EQ(full.states, program.states);
  }
}

TEST(Spin, PassesWithItsReductionToo) {
  for (const Program& program : kPrograms) {
    if (program.states > kSmall) continue;
    const Verified reduced = Verify(program, /*reduced=*/true);
    EXPECT_TRUE(reduced.passed) << reduced.ran.output;
    EXPECT_LE(reduced.states, program.states);
  }
}

TEST(Spin, PassesOnlyToTheEndAndWithoutAnError) {
  const std::string end = "      248 states, stored\n      511 transitions (= stored+matched)\n";
  Ran ran{.succeeded = true, .output = "depth reached 44, errors: 0\n" + end};
  EXPECT_TRUE(Read(ran).passed);
  EXPECT_EQ(Read(ran).states, 248u);
  EXPECT_EQ(Read(ran).transitions, 510u);
  ran.output = "error: max search depth too small\ndepth reached 9, errors: 0\n" + end;
  EXPECT_FALSE(Read(ran).passed);
  ran.output = "pan:1: invalid end state (at depth 7)\ndepth reached 9, errors: 1\n" + end;
  EXPECT_FALSE(Read(ran).passed);
  ran = {.succeeded = false, .output = "depth reached 44, errors: 0\n" + end};
  EXPECT_FALSE(Read(ran).passed);
  EXPECT_FALSE(Read({}).passed);
}

}  // namespace
}  // namespace spin
