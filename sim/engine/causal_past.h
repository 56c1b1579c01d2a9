// Which steps of a trace matter for what was found.
#ifndef SIM_ENGINE_CAUSAL_PAST_H_
#define SIM_ENGINE_CAUSAL_PAST_H_

#include "sim/engine/finding.h"
#include "sim/engine/trace.h"
#include "sim/memory/graph.h"

namespace sim {

// Fills trace.relevant: the steps below the finding in (po | rf)+; for a deadlock, below the last
// event of any fiber, which is every step.
void MarkCausalPast(const Graph& graph, const Finding& finding, Trace& trace);

}  // namespace sim

#endif  // SIM_ENGINE_CAUSAL_PAST_H_
