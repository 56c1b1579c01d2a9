// The threads of a litmus file.
#ifndef SCENARIOS_LITMUS_PROGRAM_PARSER_H_
#define SCENARIOS_LITMUS_PROGRAM_PARSER_H_

#include <cstddef>
#include <string>

#include "scenarios/litmus/test.h"
#include "scenarios/litmus/tokens.h"

namespace litmus {

// The index of a location or a register; a name that is new gets the next one, and the value 0.
int LocationIndex(Test& test, const std::string& name);
int RegisterIndex(Thread& thread, const std::string& name);

// Whether `word` begins, or is part of, a type.
bool IsTypeWord(const std::string& word);

// Reads `P0(...) { ... } P1(...) { ... } ...` to the end of `tokens`, and returns how many there
// are; errors are left in the tokens.
//
// Two accesses whose order C leaves open (operands of one expression) are refused, as are
// mtx_lock and memory_order_consume: what sim cannot run as herd does must not look as if it ran.
std::size_t ParseThreads(Tokens& tokens, Test& test);

}  // namespace litmus

#endif  // SCENARIOS_LITMUS_PROGRAM_PARSER_H_
