// What summaries that are made one have in common, of graphs or by states.
#ifndef SCENARIOS_PROGRAM_ONE_SEARCH_H_
#define SCENARIOS_PROGRAM_ONE_SEARCH_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "scenarios/program/fragment.h"
#include "sim/sim.h"

namespace scenarios {

inline absl::Status Bad(const std::string& sentence) {
  return absl::InvalidArgumentError(sentence);
}
inline std::string Quoted(const Summary& summary) { return "'" + summary.file + "'"; }

// Whether they are of runs of one search; else one sentence. There is at least one.
absl::Status OfOneSearch(const std::vector<Summary>& summaries, bool by_states);

// The finding once more, with its trace; what was never confirmed by a replay stays as it is.
absl::Status Repeat(const Case& subject, sim::Result& result);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_ONE_SEARCH_H_
