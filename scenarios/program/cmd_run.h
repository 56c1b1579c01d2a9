// railyard run: look for failures of one scenario, or of one mutant.
#ifndef SCENARIOS_PROGRAM_CMD_RUN_H_
#define SCENARIOS_PROGRAM_CMD_RUN_H_

#include <iosfwd>

#include "scenarios/program/environment.h"
#include "scenarios/program/options.h"

namespace scenarios {

// Prints the first failure, and what was covered. The status is the finding's, also where the
// catalog promises it; without a finding, kMissed if the catalog promises more.
int RunScenario(const Arguments& arguments, const Environment& environment, std::ostream& out,
                std::ostream& err);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_CMD_RUN_H_
