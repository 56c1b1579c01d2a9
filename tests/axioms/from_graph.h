// The one place where the judge meets the engine.
#ifndef TESTS_AXIOMS_FROM_GRAPH_H_
#define TESTS_AXIOMS_FROM_GRAPH_H_

#include "sim/sim.h"
#include "tests/axioms/axioms.h"

namespace axioms {

// The same execution; a fiber that has an event gets a start.
Execution FromGraph(const sim::Graph& graph);

Model ModelOf(sim::Memory memory);

}  // namespace axioms

#endif  // TESTS_AXIOMS_FROM_GRAPH_H_
