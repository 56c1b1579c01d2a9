#include "sim/explore/retrace.h"

#include <vector>

namespace sim {

Retrace::Retrace(const Graph& graph) {
  std::vector<int> stamps(graph.size(), kInitialWrite);
  for (EventId id = 0; id < graph.size(); ++id) {
    const Event& e = graph.event(id);
    if (e.kind == EventKind::kInit) continue;
    stamps[id] = kept_.size();
    kept_.events.push_back(KeepEvent(e, e.is_read() ? stamps[e.rf] : kInitialWrite));
  }
  kept_.co.resize(graph.locations());
  for (LocationId l = 0; l < graph.locations(); ++l) {
    for (const EventId id : graph.location(l).co) {
      if (stamps[id] != kInitialWrite) kept_.co[l].push_back(stamps[id]);
    }
  }
}

}  // namespace sim
