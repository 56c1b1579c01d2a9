// What a litmus test gave, in the lines that herd prints.
#ifndef SCENARIOS_LITMUS_REPORT_H_
#define SCENARIOS_LITMUS_REPORT_H_

#include <string>

#include "scenarios/litmus/run.h"
#include "scenarios/litmus/test.h"

namespace litmus {

// Test, States and a line each, [Loop ]Ok|No|Undef, Witnesses, Positive/Negative, Condition,
// Observation; no Time and no Hash, so that the same input gives the same text. A problem or a
// search that was cut short adds a last line that says so.
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

}  // namespace litmus

#endif  // SCENARIOS_LITMUS_REPORT_H_
