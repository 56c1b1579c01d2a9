// The one axiom of RC11 that views cannot answer: psc, the order that seq_cst events must share.
#ifndef SIM_MEMORY_PSC_H_
#define SIM_MEMORY_PSC_H_

namespace sim {

class Graph;

// Whether psc is acyclic on `graph`, as published (Lahav, Vafeiadis, Kang, Hur, Dreyer: "Repairing
// Sequential Consistency in C/C++11", PLDI 2017, section 3), with the different-location
// restriction in scb. Cubic in the number of events over 64; ask only if a seq_cst event exists.
bool PscIsAcyclic(const Graph& graph);

}  // namespace sim

#endif  // SIM_MEMORY_PSC_H_
