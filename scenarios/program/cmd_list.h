// railyard list: what can be checked.
#ifndef SCENARIOS_PROGRAM_CMD_LIST_H_
#define SCENARIOS_PROGRAM_CMD_LIST_H_

#include <iosfwd>

#include "scenarios/program/environment.h"
#include "scenarios/program/options.h"

namespace scenarios {

// Scenarios with promise, parameters and marks; mutants; rules.
int List(const Arguments& arguments, const Environment& environment, std::ostream& out,
         std::ostream& err);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_CMD_LIST_H_
