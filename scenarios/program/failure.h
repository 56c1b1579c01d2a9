// A failure as a person reads it.
#ifndef SCENARIOS_PROGRAM_FAILURE_H_
#define SCENARIOS_PROGRAM_FAILURE_H_

#include <string>

#include "scenarios/catalog.h"
#include "sim/explore/explore.h"

namespace scenarios {

// The sentence, after how many executions it was found and how often it was confirmed, the
// interleaving with one column per fiber and the counts beside it, and the command that repeats it;
// or that nothing does.
std::string FailureText(const Case& subject, const sim::Result& result);

// A short name for a finding, the same each time it is found: "data-race-1f3a90c2". The letters are
// a hash of the case, the rule and the message.
std::string SignatureOf(const Case& subject, const sim::Finding& finding);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_FAILURE_H_
