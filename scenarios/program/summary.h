// Outcomes for machines.
#ifndef SCENARIOS_PROGRAM_SUMMARY_H_
#define SCENARIOS_PROGRAM_SUMMARY_H_

#include <string>
#include <vector>

#include "scenarios/program/outcome.h"
#include "scenarios/program/seed.h"

namespace scenarios {

// JSON, indented, with a line end. Every number is a string: counts reach 2^63 - 1, which a double
// does not hold.
std::string SummaryJson(const Seed& seed, int status, const std::vector<Outcome>& outcomes);

// The same of one failure, with every step. REQUIRES: outcome.failure.
std::string FailureJson(const Outcome& outcome);

// JUnit's XML: one suite, one case per outcome, which fails if it is not as promised.
std::string JUnitXml(const std::vector<Outcome>& outcomes);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_SUMMARY_H_
