// railyard litmus: C litmus tests in herd's format, each in every execution that the model allows.
#ifndef SCENARIOS_PROGRAM_CMD_LITMUS_H_
#define SCENARIOS_PROGRAM_CMD_LITMUS_H_

#include <iosfwd>

#include "scenarios/program/environment.h"
#include "scenarios/program/options.h"

namespace scenarios {

// Prints one report a file, in the order given: herd's lines, or with --json one line each. A file
// that can't be run gives one sentence "file:line:column: reason" on `err` (without line and column
// where the whole file is to blame), with --json also a line {"file":...,"error":...}; the others
// are run none the less, and the status is kUsage. Ctrl-C ends the search, not the report: kCut.
// Else the status is kAsExpected, whether the conditions hold or not, as herd's.
int RunLitmusFiles(const Arguments& arguments, const Environment& environment, std::ostream& out,
                   std::ostream& err);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_CMD_LITMUS_H_
