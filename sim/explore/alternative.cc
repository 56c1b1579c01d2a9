#include "sim/explore/alternative.h"

namespace sim {

std::uint32_t EventsKept(const Graph& graph, const Alternative& a) {
  auto kept = static_cast<std::uint32_t>(a.event) + 1;
  const bool conflict = a.kind == Alternative::Kind::kConflict;
  if (a.kind != Alternative::Kind::kRevisit && !conflict) return kept;
  View past = graph.lanes() > 0 && a.other >= 0 ? graph.porf(a.other) : View{};
  if (conflict) past.Join(graph.PorfBefore(a.fiber, a.pos), graph.lanes());
  for (EventId id = a.event + 1; id < graph.size(); ++id) {
    kept += past.Contains(graph.event(id).fiber, graph.event(id).pos);
  }
  return kept;
}

}  // namespace sim
