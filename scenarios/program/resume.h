// Where a search goes on, and the line that goes on from where it ended.
#ifndef SCENARIOS_PROGRAM_RESUME_H_
#define SCENARIOS_PROGRAM_RESUME_H_

#include <string>

#include "absl/status/statusor.h"
#include "scenarios/program/fragment.h"
#include "scenarios/program/options.h"
#include "scenarios/program/outputs.h"

namespace scenarios {

// The position of --resume: the option's text, or of @FILE the position in it, or where the run
// ended of which FILE is the summary. An error says what does not fit `search` of `subject`, as far
// as that can be seen before it runs.
absl::StatusOr<std::string> ResumeFrom(const std::string& option, const Catalog& catalog,
                                       const Case& subject, const Search& search);

// The command that goes on where a run ended; "" if there is nothing left, or it ended at a
// finding. Options that bound the run are those of `arguments`. A position too long for a command
// line is told by the summary's file, if there is one.
std::string ResumeCommand(const Case& subject, const Fragment& fragment, const Arguments& arguments,
                          const Outputs& outputs);

// A search of one shard whose results are not merged with the others' counts for nothing if it
// found the tree to be another one than where it began. Then this is the position at the root to
// begin all shards from; else "".
std::string StartForAllShards(const Case& subject, const Fragment& fragment);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_RESUME_H_
