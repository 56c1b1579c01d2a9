// A failure as text: the sentence, the interleaving with one column per fiber, the tape.
#ifndef SIM_REPORT_TABLE_H_
#define SIM_REPORT_TABLE_H_

#include <iosfwd>
#include <string>

#include "sim/explore/explore.h"

namespace sim {

// One column per fiber, then one per shown location; a row per step that is in the causal past of
// what was found (`all`: every step). A shown value that the step changed is marked with '*'.
std::string Table(const Trace& trace, bool all = false);

// The sentence: what was found, where, after how many executions.
std::string Sentence(const Result& result);

// Sentence, table and tape of a finding; one line for a pass.
std::ostream& operator<<(std::ostream& out, const Result& result);

}  // namespace sim

#endif  // SIM_REPORT_TABLE_H_
