#include "sim/engine/causal_past.h"

#include <vector>

namespace sim {

void MarkCausalPast(const Graph& graph, const Finding& finding, Trace& trace) {
  // below[f]: how many events of fiber f lie in the past.
  std::vector<int> below(static_cast<std::size_t>(graph.fibers()), 0);
  const bool everything =
      finding.verdict != Verdict::kRuleBroken && finding.verdict != Verdict::kDataRace;
  for (std::size_t f = 0; f < below.size(); ++f) {
    const int fiber = static_cast<int>(f);
    if (everything || fiber == finding.fiber || fiber == finding.other) {
      below[f] = graph.position(fiber);
    }
  }
  // Events stand in an order that respects po and rf, so one pass backwards closes the set.
  for (EventId id = static_cast<EventId>(graph.size()); id-- > 0;) {
    const Event& e = graph.event(id);
    if (e.kind == EventKind::kInit || e.pos >= below[e.fiber]) continue;
    auto include = [&](const Event& other) {
      if (below[other.fiber] <= other.pos) below[other.fiber] = other.pos + 1;
    };
    if (e.is_read()) include(graph.event(e.rf));
    if (e.kind == EventKind::kJoin) {
      below[e.value] = graph.position(static_cast<int>(e.value));
    }
  }
  trace.relevant.clear();
  for (const Step& step : trace.steps) {
    const int last = below[static_cast<std::size_t>(step.fiber)];
    const bool plain = step.event == kNoEvent;
    trace.relevant.push_back(plain ? step.pos <= last && (last > 0 || everything)
                                   : step.pos < last);
  }
}

}  // namespace sim
