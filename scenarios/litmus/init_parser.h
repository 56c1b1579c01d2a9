// The initial values of a litmus file.
#ifndef SCENARIOS_LITMUS_INIT_PARSER_H_
#define SCENARIOS_LITMUS_INIT_PARSER_H_

#include "scenarios/litmus/test.h"
#include "scenarios/litmus/tokens.h"

namespace litmus {

// Reads what stands between the braces: items as `x=1`, `[x]=1`, `int *p=&x`, `0:r0=1`, with ';'
// between them. A register may name a thread that is not read yet: the thread is then made, with
// no body. Errors are left in `tokens`.
void ParseInit(Tokens& tokens, Test& test);

}  // namespace litmus

#endif  // SCENARIOS_LITMUS_INIT_PARSER_H_
