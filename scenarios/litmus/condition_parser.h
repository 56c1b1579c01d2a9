// What stands behind the threads of a litmus file: what is observed, and what is asked.
#ifndef SCENARIOS_LITMUS_CONDITION_PARSER_H_
#define SCENARIOS_LITMUS_CONDITION_PARSER_H_

#include "scenarios/litmus/test.h"
#include "scenarios/litmus/tokens.h"

namespace litmus {

// Reads `locations [...]`, `filter P` and the condition, each optional; nothing stands for
// `forall true`. Fills quantifier, condition, filter and observed. Errors are left in `tokens`.
//
// Propositions bind, from weakest to tightest, \/ then /\ then => then ~ (as herd declares them;
// files put parentheses). Requires: the threads were read.
void ParseTail(Tokens& tokens, Test& test);

}  // namespace litmus

#endif  // SCENARIOS_LITMUS_CONDITION_PARSER_H_
