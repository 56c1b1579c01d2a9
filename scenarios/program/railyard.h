// The program: commands with arguments in, an exit status out.
#ifndef SCENARIOS_PROGRAM_RAILYARD_H_
#define SCENARIOS_PROGRAM_RAILYARD_H_

#include <iosfwd>
#include <span>
#include <string>

#include "scenarios/program/environment.h"

namespace scenarios {

// Runs one command line, without the program's name. Bad input gives one sentence on `err`, nothing
// on `out`, no file, and kUsage. The statuses are those of exit_status.h.
int Railyard(std::span<const std::string> args, const Environment& environment, std::ostream& out,
             std::ostream& err);

// The same in this process's environment.
int Railyard(std::span<const std::string> args, std::ostream& out, std::ostream& err);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_RAILYARD_H_
