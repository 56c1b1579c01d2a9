// Comes to one given graph: so a finding of any explorer gets a tape of the usual kind.
#ifndef SIM_EXPLORE_RETRACE_H_
#define SIM_EXPLORE_RETRACE_H_

#include "sim/engine/graph_explorer.h"
#include "sim/explore/kept_graph.h"
#include "sim/explore/repeat.h"

namespace sim {

// One execution that adds the events of a graph, whatever the points are where it is asked, and
// then goes on tamely.
class Retrace final : public GraphExplorer {
 public:
  explicit Retrace(const Graph& graph);

  bool Begin() override { return true; }
  const char* name() const override { return "retrace"; }
  std::uint32_t Choose(const Question& question) override { return run_.Choose(question); }
  void Attach(const Graph& graph) override { run_.Begin(kept_, graph, kNoStamp); }
  bool AddedRead(EventId read, const ReadRequest&) override { return Added(read); }
  bool Added(EventId event) override { return run_.Add(event) != kNoStamp; }
  void Stuck(int, LocationId, const ReadRequest&) override {}

 private:
  KeptGraph kept_;
  Repeat run_;
};

}  // namespace sim

#endif  // SIM_EXPLORE_RETRACE_H_
