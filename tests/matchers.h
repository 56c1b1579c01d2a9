// What tests say about a sim::Result.
//
//   EXPECT_THAT(sim::Explore(body, sim::Enumerate()), Passes());
//   EXPECT_THAT(sim::Explore(body, sim::RandomWalk({})), FailsWith("data race"));
//   EXPECT_THAT(result, AllOf(FailsWithRule("R7"), Saying("count 9")));
#ifndef TESTS_MATCHERS_H_
#define TESTS_MATCHERS_H_

#include <set>
#include <string>

#include "gmock/gmock.h"
#include "sim/sim.h"

namespace sim {

// The marks that some execution came to.
inline std::set<std::string> Reached(const Result& result) {
  std::set<std::string> marks;
  for (const Marks::Mark& mark : result.marks) {
    if (mark.executions > 0) marks.insert(mark.name);
  }
  return marks;
}

// No finding, in at least one execution.
MATCHER(Passes, "passes") { return arg.ok(); }

// The verdict as printed: "data race", "deadlock", "misuse", "limit", ...
MATCHER_P(FailsWith, verdict, std::string("fails with ") + verdict) {
  return arg.verdict() != Verdict::kPass && NameOf(arg.verdict()) == std::string(verdict);
}

// Rule `rule` ("R7", or the text of a check) is broken.
MATCHER_P(FailsWithRule, rule, std::string("breaks the rule ") + rule) {
  return arg.verdict() == Verdict::kRuleBroken && arg.finding.rule == rule;
}

// The finding's sentence contains `part`.
MATCHER_P(Saying, part, std::string("says ") + testing::PrintToString(part)) {
  return arg.finding.message.find(part) != std::string::npos;
}

}  // namespace sim

#endif  // TESTS_MATCHERS_H_
