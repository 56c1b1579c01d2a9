// Which plain (non-atomic) accesses of a litmus test other threads could notice.
#ifndef SCENARIOS_LITMUS_PLAIN_ACCESSES_H_
#define SCENARIOS_LITMUS_PLAIN_ACCESSES_H_

#include <optional>

#include "scenarios/litmus/test.h"

namespace litmus {

// The first plain access to a location that another thread touches as well (the expected value of
// a compare_exchange counts: it is read and written plainly). Where an address is computed, it may
// be that of any location.
//
// All other plain accesses behave as relaxed atomic ones: coherence leaves one thread alone with a
// location no choice, and no race is possible.
std::optional<Place> SharedPlainAccess(const Test& test);

}  // namespace litmus

#endif  // SCENARIOS_LITMUS_PLAIN_ACCESSES_H_
