// One search of the summaries of several.
#ifndef SCENARIOS_PROGRAM_MERGE_SUMMARIES_H_
#define SCENARIOS_PROGRAM_MERGE_SUMMARIES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "scenarios/program/fragment.h"

namespace scenarios {

struct Merged {
  Case subject;
  Fragment fragment;                 // of the search that was not divided
  std::vector<Fragment> unfinished;  // the last of each shard that has something left
};

// The summaries are those of all shards of one search; where one was ended and went on, of all
// that it took, in any order. The failure is repeated, so that it has its trace. An error names the
// file to blame and what is allowed. Where the shards found different trees, it has the command to
// run each of them again.
absl::StatusOr<Merged> MergeSummaries(std::vector<Summary> summaries);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_MERGE_SUMMARIES_H_
