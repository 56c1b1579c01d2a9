// What the states explorer leaves out: nothing that anybody could see.
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sim/sim.h"
#include "tests/matchers.h"
#include "tests/states/rails.h"
#include "tests/states/random_model.h"

namespace {

using sim::Expand;
using sim::StatesResult;
using sim::Verdict;
using Body = std::function<void()>;

StatesResult States(const Body& body, std::optional<Expand> expand, int jobs = 1,
                    const sim::Options& options = {}) {
  return sim::ExploreStates(body, {.expand = expand, .jobs = jobs}, options);
}

// The same, whatever is left out.
void ExpectSame(const StatesResult& all, const StatesResult& some, const std::string& what) {
  EXPECT_EQ(some.result.ok(), all.result.ok())
      << what << all.result.finding.message << " / " << some.result.finding.message;
  if (!all.result.ok() || !some.result.ok()) return;
  EXPECT_EQ(Reached(some.result), Reached(all.result)) << what;
  EXPECT_TRUE(some.result.exhausted) << what;
  EXPECT_LE(some.states, all.states) << what;
  if (some.expand != Expand::kOneOrder) return;
  EXPECT_EQ(some.states, all.states) << what;
  EXPECT_EQ(some.steps, all.steps) << what;
  EXPECT_EQ(some.result.executions, all.result.executions) << what;
}

// One thread or two: to the last digit.
void ExpectEqual(const StatesResult& one, const StatesResult& two, const std::string& what) {
  EXPECT_EQ(two.states, one.states) << what;
  EXPECT_EQ(two.steps, one.steps) << what;
  EXPECT_EQ(two.expand, one.expand) << what;
  EXPECT_EQ(two.result.executions, one.result.executions) << what;
  EXPECT_EQ(two.result.finding.message, one.result.finding.message) << what;
  EXPECT_EQ(two.result.tape, one.result.tape) << what;
  EXPECT_EQ(Reached(two.result), Reached(one.result)) << what;
}

struct Met {
  std::set<Verdict> verdicts;
  std::uint64_t all = 0, one_order = 0, persistent = 0;
};

void Compare(random_model::Style style, std::uint64_t seed, Met& met) {
  const random_model::Model model = random_model::Make(style, seed);
  const Body body = [&model] { random_model::Run(model); };
  const std::string what =
      "style " + std::to_string(static_cast<int>(style)) + " seed " + std::to_string(seed) + ": ";
  sim::Options options;
  if (seed % 3 == 0) options.limits.max_faults = 1;
  const StatesResult all = States(body, Expand::kAll, 1, options);
  const StatesResult one_order = States(body, Expand::kOneOrder, 1, options);
  const StatesResult persistent = States(body, Expand::kPersistent, 1, options);
  ExpectSame(all, one_order, what);
  ExpectSame(all, persistent, what);
  const StatesResult chosen = States(body, {}, 1, options);
  ExpectSame(all, chosen, what);
  ExpectEqual(chosen, States(body, {}, 2, options), what);
  met.verdicts.insert(all.result.verdict());
  if (!all.result.ok()) return;
  met.all += all.states;
  met.one_order += one_order.expand == Expand::kOneOrder;
  met.persistent += persistent.states;
}

// Judged by the search that takes every step of every state.
TEST(Reduction, LeavesOutNothingOfRandomModels) {
  Met met;
  for (const random_model::Style style : random_model::kStyles) {
    for (std::uint64_t seed = 1; seed <= 250; ++seed) Compare(style, seed, met);
  }
  EXPECT_THAT(met.verdicts, testing::IsSupersetOf({Verdict::kPass, Verdict::kRuleBroken,
                                                   Verdict::kDataRace, Verdict::kDeadlock}));
  EXPECT_GT(met.one_order, 100u);
  EXPECT_LT(2 * met.persistent, met.all);
}

// Rails that have nothing to do with each other: one after the other is enough. Of two alone there
// are 61,504 states (as others count), and 3,796,416 of three.
TEST(Reduction, TakesRailsOneAfterTheOther) {
  const StatesResult one = States(rails::Rails(1, 3, false), Expand::kPersistent);
  const StatesResult two = States(rails::Rails(2, 3, false), {});
  const StatesResult three = States(rails::Rails(3, 3, false), {});
  for (const StatesResult* states : {&one, &two, &three}) {
    EXPECT_EQ(states->expand, Expand::kPersistent);
    EXPECT_TRUE(states->result.exhausted);
  }
  // The second rail begins at each state where the first may end, which is one.
  EXPECT_LT(two.states, 30 * one.states);
  EXPECT_LT(three.states, 60 * one.states);
}

TEST(Reduction, CountsEveryStateAndStepWhereItFollowsOneOrder) {
  const Body rails = rails::Rails(1, 4, true);
  const StatesResult states = States(rails, Expand::kOneOrder);
  EXPECT_EQ(states.expand, Expand::kOneOrder);
  EXPECT_EQ(states.states, 3493u);
  EXPECT_EQ(states.steps, States(rails, Expand::kAll).steps);
}

// A fiber that polls in a loop that others never end would be followed for ever, and nobody else.
TEST(Reduction, PutsNobodyOffForEver) {
  const auto body = [] {
    sim::atomic<int> never(0, "never"), x(0, "x");
    sim::fiber server("server", [&] {
      for (int turns = 0;;) {
        sim::local_state(turns);
        turns = (turns + never.load() + 1) % 3;
      }
    });
    sim::fiber other("other", [&] {
      x.store(1);
      sim::fail("R0", "the other one was let go on");
    });
  };
  for (const Expand expand : {Expand::kAll, Expand::kOneOrder, Expand::kPersistent}) {
    EXPECT_EQ(States(body, expand).result.finding.rule, "R0");
  }
}

// Nobody can tell here what a step depends on; the search says why, and takes all of them.
TEST(Reduction, IsGivenUpWhereItCannotBeTold) {
  const auto body = [] {
    sim::atomic<int> x(0, "x"), y(0, "y");
    int seen = 0;
    x.watch([&seen](int, int after) { seen = after; });
    sim::fiber a("a", [&] { x.store(1); });
    sim::fiber b("b", [&] { y.store(1); });
  };
  const StatesResult states = States(body, {});
  EXPECT_EQ(states.expand, Expand::kAll);
  EXPECT_STREQ(states.why_not_reduced, "which steps monitors tell apart is not known");
}

// An invariant looks at more than what was written.
TEST(Reduction, KnowsWhatInvariantsLookAt) {
  const auto body = [] {
    sim::atomic<int> x(0, "x"), y(0, "y");
    sim::always ordered("x is never behind y", [&] { return y.load() <= x.load(); });
    sim::fiber a("a", [&] { x.store(1); });
    sim::fiber b("b", [&] { y.store(1); });
  };
  for (const Expand expand : {Expand::kAll, Expand::kOneOrder, Expand::kPersistent}) {
    EXPECT_EQ(States(body, expand).result.finding.rule, "x is never behind y");
  }
}

}  // namespace
