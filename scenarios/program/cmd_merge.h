// railyard merge: one result of the runs that visited parts of one search.
#ifndef SCENARIOS_PROGRAM_CMD_MERGE_H_
#define SCENARIOS_PROGRAM_CMD_MERGE_H_

#include <iosfwd>

#include "scenarios/program/environment.h"
#include "scenarios/program/options.h"

namespace scenarios {

// Prints, writes and returns what `run` does that visits everything in one go, but for the seed.
// Where something is left to be visited, a line for each shard goes on with it.
int MergeRuns(const Arguments& arguments, const Environment& environment, std::ostream& out,
              std::ostream& err);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_CMD_MERGE_H_
