#include "sim/engine/causal_past.h"

#include <vector>

namespace sim {

void MarkCausalPast(const Graph& graph, const Finding& finding, Trace& trace) {
  // below[f]: how many events of fiber f lie in the past; `whole`: all it did does.
  std::vector<int> below(static_cast<std::size_t>(graph.fibers()), 0);
  std::vector<bool> whole(below.size());
  for (std::size_t f = 0; f < below.size(); ++f) {
    const int fiber = static_cast<int>(f);
    whole[f] = (finding.verdict != Verdict::kRuleBroken && finding.verdict != Verdict::kDataRace) ||
               fiber == finding.fiber || fiber == finding.other;
    if (whole[f]) below[f] = graph.position(fiber);
  }
  // Events stand in an order that respects po and rf, so one pass backwards closes the set.
  for (EventId id = graph.size(); id-- > 0;) {
    const Event& e = graph.event(id);
    if (e.pos >= below[e.fiber]) continue;
    auto include = [&](const Event& other) {
      if (below[other.fiber] <= other.pos) below[other.fiber] = other.pos + 1;
    };
    if (e.is_read() && e.rf >= 0) include(graph.event(e.rf));
    if (e.kind != EventKind::kJoin) continue;
    for (std::uint64_t joined = e.value; joined != 0; joined &= joined - 1) {
      const int f = __builtin_ctzll(joined);
      below[static_cast<std::size_t>(f)] = graph.position(f) + 1;  // up to its end
    }
  }
  trace.relevant.clear();
  for (const Step& step : trace.steps) {
    const auto f = static_cast<std::size_t>(step.fiber);
    // What is no event comes just before the event of its position.
    trace.relevant.push_back(whole[f] || step.pos < below[f]);
  }
}

}  // namespace sim
