// What a litmus test gave, in the lines that herd prints.
#ifndef SCENARIOS_LITMUS_REPORT_H_
#define SCENARIOS_LITMUS_REPORT_H_

#include <string>

#include "scenarios/litmus/run.h"
#include "scenarios/litmus/test.h"

namespace litmus {

// Test, States and a line each, [Loop ]Ok|No, Witnesses, Positive/Negative, Condition, Observation;
// no Time and no Hash, so that the same input gives the same text. A problem or a search that was
// cut short adds a last line that says so. Of a racy test there is no count: Test, Undef,
// Condition, and a line that names the race.
//
//   Test SB Allowed
//   States 2
//   0:r0=0; 1:r0=1;
//   0:r0=1; 1:r0=0;
//   No
//   Witnesses
//   Positive: 0 Negative: 2
//   Condition exists (0:r0=0 /\ 1:r0=0)
//   Observation SB Never 0 2
std::string Report(const Test& test, const Outcome& outcome);

// The same as one line of JSON. Numbers are strings, as in all that the program writes; so is what
// a register holds, which may be an address (a location's name).
//
//   {"file":"sb.litmus","name":"SB","condition":"exists (0:r0=0 /\\ 1:r0=0)","holds":false,
//    "racy":false,"exhaustive":true,"cut":false,"executions":"2","positive":"0","negative":"2",
//    "states":[{"values":{"0:r0":"0","1:r0":"1"},"executions":"1"},...]}
//
// "holds" is null where not all executions were visited. A racy test has "race" and no counts;
// "cut" says that a loop came to its bound; "problem" is there if there is one.
std::string ReportJson(const Test& test, const Outcome& outcome);

// The line of a file that could not be run: {"file":"sb.litmus","error":"sb.litmus:1:1: ..."}.
std::string ErrorJson(const std::string& file, const std::string& error);

}  // namespace litmus

#endif  // SCENARIOS_LITMUS_REPORT_H_
