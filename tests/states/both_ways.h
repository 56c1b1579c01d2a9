// A search by states that takes steps back in both ways, and what it should come to.
#ifndef TESTS_STATES_BOTH_WAYS_H_
#define TESTS_STATES_BOTH_WAYS_H_

#include <functional>
#include <string>

#include "gtest/gtest.h"
#include "sim/sim.h"

namespace states {

using sim::StatesResult;
using sim::Verdict;
using Body = std::function<void()>;

// Both ways, which must agree.
inline StatesResult States(const Body& body, const std::string& what = "") {
  const StatesResult replayed = sim::ExploreStates(body, {.expand = sim::Expand::kAll});
  const StatesResult saved =
      sim::ExploreStates(body, {.snapshots = true, .expand = sim::Expand::kAll});
  EXPECT_FALSE(replayed.saved) << what;
  EXPECT_EQ(saved.states, replayed.states) << what;
  EXPECT_EQ(saved.steps, replayed.steps) << what;
  EXPECT_EQ(saved.result.finding.verdict, replayed.result.finding.verdict) << what;
  EXPECT_EQ(saved.result.finding.message, replayed.result.finding.message) << what;
  EXPECT_EQ(saved.result.exhausted, replayed.result.exhausted) << what;
  return saved;
}

// A finding is told by an ordinary execution of its order, which replays three times.
inline void ExpectFound(const StatesResult& found, Verdict verdict, const std::string& what) {
  EXPECT_EQ(found.result.finding.verdict, verdict) << what << found.result.finding.message;
  EXPECT_EQ(found.result.confirmed, 3) << what << found.result.finding.message;
  EXPECT_FALSE(found.result.exhausted) << what;
}

inline void ExpectPass(const StatesResult& passed, const std::string& what = "") {
  EXPECT_EQ(passed.result.finding.verdict, Verdict::kPass) << what << passed.result.finding.message;
  EXPECT_TRUE(passed.result.exhausted) << what;
}

}  // namespace states

#endif  // TESTS_STATES_BOTH_WAYS_H_
