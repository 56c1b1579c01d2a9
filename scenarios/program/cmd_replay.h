// railyard replay: repeat one execution.
#ifndef SCENARIOS_PROGRAM_CMD_REPLAY_H_
#define SCENARIOS_PROGRAM_CMD_REPLAY_H_

#include <iosfwd>

#include "scenarios/program/environment.h"
#include "scenarios/program/options.h"

namespace scenarios {

// A replay line, or a file with one or with a schedule. Prints what `run` printed of the failure.
// The status is the finding's; kDiverged, with the place, if the tape does not fit.
int ReplayFailure(const Arguments& arguments, const Environment& environment, std::ostream& out,
                  std::ostream& err);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_CMD_REPLAY_H_
