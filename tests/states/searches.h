// The programs and reductions that searches by states are compared on, and by what.
#ifndef TESTS_STATES_SEARCHES_H_
#define TESTS_STATES_SEARCHES_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "gtest/gtest.h"
#include "sim/sim.h"
#include "tests/matchers.h"
#include "tests/states/random_model.h"
#include "tests/states/sync_program.h"

namespace states {

using Body = std::function<void()>;

// None: the search decides.
inline constexpr std::optional<sim::Expand> kReductions[] = {
    {}, sim::Expand::kAll, sim::Expand::kOneOrder, sim::Expand::kPersistent};

// One of the programs; `what` names it.
struct Drawn {
  const Body& body;
  std::uint64_t seed;
  sim::Options options;
  std::string what;
};

// Each style of random_model with the seeds from `first` to before `end`, every third with at most
// one fault.
template <class Function>
void ForEachModel(std::uint64_t first, std::uint64_t end, const Function& function) {
  for (const random_model::Style style : random_model::kStyles) {
    for (std::uint64_t seed = first; seed < end; ++seed) {
      const random_model::Model model = random_model::Make(style, seed);
      const Body body = [&model] { random_model::Run(model); };
      sim::Options options;
      if (seed % 3 == 0) options.limits.max_faults = 1;
      function(Drawn{body, seed, options,
                     "style " + std::to_string(static_cast<int>(style)) + " seed " +
                         std::to_string(seed) + ": "});
    }
  }
}

// The same of sync_program, with as many faults as it says.
template <class Function>
void ForEachSyncProgram(std::uint64_t first, std::uint64_t end, const Function& function) {
  for (std::uint64_t seed = first; seed < end; ++seed) {
    const sync_program::Program program = sync_program::Make(seed);
    const Body body = [&program] { sync_program::Run(program); };
    sim::Options options;
    options.limits.max_faults = program.max_faults;
    function(Drawn{body, seed, options,
                   "seed " + std::to_string(seed) + ": " + sync_program::Text(program) + ": "});
  }
}

// To the last digit.
inline void ExpectSame(const sim::StatesResult& one, const sim::StatesResult& other,
                       const std::string& what) {
  EXPECT_EQ(other.result.verdict(), one.result.verdict()) << what;
  EXPECT_EQ(other.result.finding.message, one.result.finding.message) << what;
  EXPECT_EQ(other.result.tape, one.result.tape) << what;
  EXPECT_EQ(other.result.found_after, one.result.found_after) << what;
  EXPECT_EQ(other.result.executions, one.result.executions) << what;
  EXPECT_EQ(other.result.exhausted, one.result.exhausted) << what;
  EXPECT_EQ(other.states, one.states) << what;
  EXPECT_EQ(other.steps, one.steps) << what;
  EXPECT_EQ(other.expand, one.expand) << what;
  EXPECT_EQ(other.way, one.way) << what;
  EXPECT_EQ(other.left_out_faults, one.left_out_faults) << what;
  EXPECT_EQ(Reached(other.result), Reached(one.result)) << what;
}

}  // namespace states

#endif  // TESTS_STATES_SEARCHES_H_
