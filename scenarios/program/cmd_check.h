// railyard check: the main job.
#ifndef SCENARIOS_PROGRAM_CMD_CHECK_H_
#define SCENARIOS_PROGRAM_CMD_CHECK_H_

#include <iosfwd>

#include "scenarios/program/environment.h"
#include "scenarios/program/options.h"

namespace scenarios {

// Every scenario (or those named), then every mutant of theirs: each of its graphs, then random
// walk and PCT; a table of each, and whatever is not as the catalog promises. Graphs and executions
// are counted, not timed, so that the output is the same for the same seed. The status is that of
// the first that is not as promised.
int Check(const Arguments& arguments, const Environment& environment, std::ostream& out,
          std::ostream& err);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_CMD_CHECK_H_
