// One search by states of the summaries of its shards.
#ifndef SCENARIOS_PROGRAM_MERGE_STATES_H_
#define SCENARIOS_PROGRAM_MERGE_STATES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "scenarios/program/fragment.h"
#include "scenarios/program/search.h"

namespace scenarios {

struct MergedStates {
  Case subject;
  Search search;      // that was not divided
  Searched searched;  // and what it came to
  // Where shards have something left: their lines.
  std::vector<std::string> resume;
};

// The summaries are those of all shards, each with what the run left beside it (kept_states.h); of
// one that was ended and went on, the last, or all. A failure is repeated, so that it has its
// trace. An error names the file to blame and what is allowed. Where shards learned different
// things, it has the command to run each of them again.
absl::StatusOr<MergedStates> MergeStates(std::vector<Summary> summaries);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_MERGE_STATES_H_
