// Sequential consistency: one order of all events that every read agrees with.
#ifndef SIM_MEMORY_SC_ORDER_H_
#define SIM_MEMORY_SC_ORDER_H_

#include <vector>

#include "sim/memory/graph.h"

namespace sim {

// Whether po, rf, co and fr together are acyclic; `order` is then such an order, with the two
// events of an update next to each other, a fiber's end right after its last event, and as few
// changes of fiber as come by themselves. The graph has a history. Linear in its size, if few reads
// share a write.
bool ScOrder(const Graph& graph, std::vector<EventId>& order);

}  // namespace sim

#endif  // SIM_MEMORY_SC_ORDER_H_
