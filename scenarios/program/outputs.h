// What is kept of a run: folders of failures, summaries for machines.
#ifndef SCENARIOS_PROGRAM_OUTPUTS_H_
#define SCENARIOS_PROGRAM_OUTPUTS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "scenarios/program/environment.h"
#include "scenarios/program/options.h"
#include "scenarios/program/outcome.h"
#include "scenarios/program/seed.h"

namespace scenarios {

// Where to write; "" for nowhere.
struct Outputs {
  std::string folder;  // --out, or under Bazel the test's outputs
  std::string json;
  std::string junit;
};

// From --out, --json and --junit; makes --out's folder, and so comes last of all that looks at
// arguments. An error names the path that cannot be written; nothing has been made then.
absl::StatusOr<Outputs> OutputsOf(const Arguments& arguments, const Environment& environment);

// All that is to be kept, once all is done:
//   FOLDER/SCENARIO/SIGNATURE/failure.txt    as printed
//                            /failure.json   the same for machines
//                            /schedule.txt   the case, then one choice a line (`replay` reads it)
//   FOLDER/summary.json, and the same in --json's file
// A failure that the catalog promises (a mutant's) has a folder only with `promised_too`. `status`
// is the program's.
absl::Status Write(const Outputs& outputs, const Seed& seed, int status,
                   const std::vector<Outcome>& outcomes, bool promised_too);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_OUTPUTS_H_
