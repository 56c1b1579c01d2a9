#include "sim/memory/candidates.h"

namespace sim {

void Candidates::KeepPscOfReads(Graph& graph, int fiber, LocationId location, Order order) {
  Keep([&](std::uint32_t p) { return graph.ReadKeepsPsc(fiber, location, order, p); });
}

void Candidates::KeepPscOfUpdates(Graph& graph, int fiber, LocationId location, Order order) {
  Keep([&](std::uint32_t p) { return graph.UpdateKeepsPsc(fiber, location, order, p); });
}

void Candidates::KeepPscOfWrites(Graph& graph, int fiber, LocationId location, Order order) {
  Keep([&](std::uint32_t p) { return graph.WriteKeepsPsc(fiber, location, order, p); });
}

}  // namespace sim
