// Results that are to be equal.
#ifndef TESTS_EXPLORE_RESULTS_H_
#define TESTS_EXPLORE_RESULTS_H_

#include <cstddef>
#include <vector>

#include "gtest/gtest.h"
#include "sim/sim.h"

namespace sim {

inline void ExpectEqual(const std::vector<Marks::Mark>& a, const std::vector<Marks::Mark>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_STREQ(a[i].name, b[i].name);
    EXPECT_EQ(a[i].executions, b[i].executions) << a[i].name;
    EXPECT_EQ(a[i].last, b[i].last) << a[i].name;
  }
}

// Field by field, but for the position and what goes with shards.
inline void ExpectEqual(const Result& a, const Result& b) {
  EXPECT_EQ(a.verdict(), b.verdict());
  EXPECT_EQ(a.finding.rule, b.finding.rule);
  EXPECT_EQ(a.finding.message, b.finding.message);
  EXPECT_EQ(a.finding.where, b.finding.where);
  EXPECT_EQ(a.finding.fiber, b.finding.fiber);
  EXPECT_EQ(a.finding.other, b.finding.other);
  EXPECT_EQ(a.executions, b.executions);
  EXPECT_EQ(a.events, b.events);
  EXPECT_EQ(a.found_after, b.found_after);
  EXPECT_EQ(a.findings, b.findings);
  EXPECT_EQ(ToText(a.tape), ToText(b.tape));
  EXPECT_EQ(a.points, b.points);
  EXPECT_EQ(a.trace.steps.size(), b.trace.steps.size());
  EXPECT_EQ(a.confirmed, b.confirmed);
  EXPECT_EQ(a.exhausted, b.exhausted);
  EXPECT_EQ(a.explorer, b.explorer);
  EXPECT_EQ(a.remark, b.remark);
  ExpectEqual(a.marks, b.marks);
  EXPECT_EQ(a.stopped, b.stopped);
  EXPECT_EQ(a.before, b.before);
}

}  // namespace sim

#endif  // TESTS_EXPLORE_RESULTS_H_
