// Reads C litmus tests in herd's format.
#ifndef SCENARIOS_LITMUS_PARSER_H_
#define SCENARIOS_LITMUS_PARSER_H_

#include <string>

#include "absl/status/statusor.h"
#include "scenarios/litmus/test.h"

namespace litmus {

// The test in `text`. An error begins with "file:line:column: " and says what is expected or not
// supported there; `filename` only serves to name places, now and when the test runs.
//
// A file is refused, rather than run as something that it is not, if it has two accesses whose
// order C leaves open, memory_order_consume, mtx_lock or an array.
absl::StatusOr<Test> ParseLitmus(const std::string& text, const std::string& filename);

}  // namespace litmus

#endif  // SCENARIOS_LITMUS_PARSER_H_
