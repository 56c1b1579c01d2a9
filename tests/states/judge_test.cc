// The graph explorer judges the states explorer, on random programs of all that fibers wait with.
//
// By hand for longer: STATES_JUDGE_FIRST=1000000 STATES_JUDGE_COUNT=500000 judge_test
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <set>
#include <string>

#include "gtest/gtest.h"
#include "sim/sim.h"
#include "sim/states/states.h"
#include "tests/matchers.h"
#include "tests/states/sync_program.h"

namespace {

using sim::Verdict;
using Body = std::function<void()>;

std::uint64_t Asked(const char* name, std::uint64_t usual) {
  const char* const text = std::getenv(name);
  return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

// What all graphs under sc come to.
struct Judgement {
  sim::Result result;
  std::set<Verdict> verdicts;
  bool complete = false;
};

Judgement Judge(const Body& body, const sim::Limits& limits) {
  constexpr std::uint64_t kMost = 3'000;
  Judgement judgement;
  std::uint64_t executions = 0;
  bool cut = false;
  judgement.result = sim::Explore(body, sim::Exhaustive(),
                                  {.memory = sim::Memory::kSc,
                                   .limits = limits,
                                   .keep_going = true,
                                   .restart = [&] { judgement.verdicts.clear(); },
                                   .observe =
                                       [&](const sim::Execution& e) {
                                         if (e.finding().verdict != Verdict::kPass) {
                                           judgement.verdicts.insert(e.finding().verdict);
                                         }
                                         cut = ++executions >= kMost;
                                         return !cut;
                                       },
                                   .go_on = [&] { return ++executions < 10 * kMost; }});
  judgement.complete =
      judgement.result.exhausted && !cut && judgement.verdicts.count(Verdict::kLimit) == 0;
  return judgement;
}

struct Tally {
  std::uint64_t programs = 0, judged = 0, found = 0, states = 0, graphs = 0, tested = 0;
};

// The difference, if there is one.
std::string Difference(const Judgement& judgement, const sim::StatesResult& states) {
  const sim::Finding& finding = states.result.finding;
  if (judgement.verdicts.empty()) {
    if (finding.verdict != Verdict::kPass) return "the states have a finding: " + finding.message;
    if (!states.result.exhausted) return "the states are not exhausted";
    return Reached(states.result) == Reached(judgement.result) ? "" : "other marks are reached";
  }
  if (finding.verdict == Verdict::kPass) {
    return std::string("the states have no ") + NameOf(*judgement.verdicts.begin());
  }
  // An execution ends with its first race, so nothing judges what comes behind one.
  const bool races = judgement.verdicts.count(Verdict::kDataRace) > 0;
  if (!races && judgement.verdicts.count(finding.verdict) == 0) {
    return std::string("no graph has a ") + NameOf(finding.verdict) + ": " + finding.message;
  }
  return states.result.confirmed == 3 ? "" : "the finding is not replayed";
}

void JudgeProgram(std::uint64_t seed, Tally& tally) {
  const sync_program::Program program = sync_program::Make(seed);
  const Body body = [&program] { sync_program::Run(program); };
  const sim::Limits limits{.max_events = 300, .max_faults = program.max_faults};
  ++tally.programs;
  const Judgement judgement = Judge(body, limits);
  if (!judgement.complete) return;
  ++tally.judged;
  tally.found += !judgement.verdicts.empty();
  tally.graphs += judgement.result.executions;
  const std::string what = "seed " + std::to_string(seed) + ": " + Text(program);
  const sim::StatesResult states =
      sim::ExploreStates(body, {.states = 1'000'000}, {.limits = limits, .selfcheck_every = 1});
  tally.states += states.states;
  tally.tested += states.tested;
  EXPECT_EQ(Difference(judgement, states), "") << what;
  if (seed % 8 != 0) return;
  std::uint64_t all = 0;
  for (const sim::SearchOrder order : {sim::SearchOrder::kDepth, sim::SearchOrder::kBreadth}) {
    const sim::StatesResult other = sim::ExploreStates(
        body, {.states = 1'000'000, .expand = sim::Expand::kAll, .exact = true, .order = order},
        {.limits = limits});
    EXPECT_EQ(Difference(judgement, other), "") << "exact, " << what;
    if (!other.result.exhausted) continue;
    if (all > 0) {
      EXPECT_EQ(other.states, all) << what;
    }
    all = other.states;
  }
}

TEST(States, AreJudgedByTheGraphsOfRandomPrograms) {
  const std::uint64_t first = Asked("STATES_JUDGE_FIRST", 1);
  const std::uint64_t count = Asked("STATES_JUDGE_COUNT", 4'000);
  Tally tally;
  for (std::uint64_t seed = first; seed < first + count; ++seed) JudgeProgram(seed, tally);
  std::cout << tally.programs << " programs, " << tally.judged << " judged, " << tally.found
            << " of them with findings; " << tally.states << " states, " << tally.graphs
            << " graphs, " << tally.tested << " pairs of ways compared" << std::endl;
  EXPECT_GT(tally.judged, tally.programs * 3 / 4);
  EXPECT_GT(tally.found, tally.judged / 10);
  EXPECT_GT(tally.judged - tally.found, tally.judged / 10);
  EXPECT_GT(tally.tested, tally.programs);
}

}  // namespace
