// What a run covered, in one line.
#ifndef SCENARIOS_PROGRAM_COVERED_H_
#define SCENARIOS_PROGRAM_COVERED_H_

#include <string>

#include "scenarios/program/outcome.h"

namespace scenarios {

// "demo/bank: pass; 4 executions (each graph once), exhaustive, marks 1/1"
std::string CoveredLine(const Outcome& outcome);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_COVERED_H_
