// Comes to one given graph with the usual questions: so a finding of a search that asks none gets a
// tape.
#ifndef SIM_EXPLORE_RETRACE_H_
#define SIM_EXPLORE_RETRACE_H_

#include <cstdint>
#include <vector>

#include "sim/choice/choice.h"
#include "sim/memory/graph.h"

namespace sim {

// One execution that adds the events of a graph in the order given, whatever the points are where
// it is asked, and then goes on tamely. The graph must stay as it is.
class Retrace final : public Explorer {
 public:
  // `graph` has a history; `sequence` names the fibers of its events, in an order that respects po
  // and rf (under SC: also co and fr).
  Retrace(const Graph& graph, const std::vector<std::uint8_t>& sequence)
      : goal_(graph), sequence_(sequence) {}

  bool Begin() override { return true; }
  void Watch(const Graph& graph) override { now_ = &graph; }
  std::uint32_t Choose(const Question& question) override;
  const char* name() const override { return "retrace"; }

 private:
  std::uint32_t ChooseFiber(const Question& q);
  std::uint32_t PickWhoEnds(const Question& q) const;
  // The fiber or event of the goal that one of this execution stands for: numbers depend on the
  // order in which fibers and atomics were made. -1 and kNoEvent if there is none.
  int FiberInGoal(int now) const;
  EventId NameInGoal(EventId now, LocationId location) const;

  const Graph& goal_;
  const std::vector<std::uint8_t>& sequence_;
  const Graph* now_ = nullptr;
  std::size_t at_ = 0;
  int passed_[kMaxFibers] = {};  // events of the sequence before at_, by fiber
};

}  // namespace sim

#endif  // SIM_EXPLORE_RETRACE_H_
