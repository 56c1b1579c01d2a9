// The program's only clock: for --time and the status line, never for what is found.
#ifndef SCENARIOS_PROGRAM_CLOCK_H_
#define SCENARIOS_PROGRAM_CLOCK_H_

#include <cstdint>

namespace scenarios {

// Since some moment of the past; never goes back.
std::int64_t NowMilliseconds();

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_CLOCK_H_
