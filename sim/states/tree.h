// States by number, each with the step by which it was first come to.
#ifndef SIM_STATES_TREE_H_
#define SIM_STATES_TREE_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/states/pursue.h"

namespace sim {

// 8 bytes a state; number 0 is the first, which has no step. Thread safety: none.
class Tree {
 public:
  Tree() : nodes_(1) {}
  std::uint64_t size() const { return nodes_.size(); }
  void Add(std::uint64_t parent, Machine::Step step) {
    nodes_.push_back({static_cast<std::uint32_t>(parent), step.option, step.fiber});
  }
  std::vector<Machine::Step> WayTo(std::uint64_t state) const {
    std::vector<Machine::Step> way;
    for (; state != 0; state = nodes_[state].parent) {
      way.push_back({nodes_[state].fiber, nodes_[state].option});
    }
    std::reverse(way.begin(), way.end());
    return way;
  }

 private:
  struct Node {
    std::uint32_t parent = 0;
    std::uint16_t option = 0;
    std::int8_t fiber = 0;
  };
  std::vector<Node> nodes_;
};

// Has the machine come from where it is to the end of a way that it can take, over the steps that
// both have in common. Requires: the way is no beginning of the machine's.
inline void GoTo(Machine& machine, const std::vector<Machine::Step>& way) {
  std::size_t common = Alike(machine.path(), way);
  while (machine.path().size() > common) machine.Back();
  for (; common < way.size(); ++common) {
    machine.Take(way[common]);
    machine.GoOn();
  }
}

}  // namespace sim

#endif  // SIM_STATES_TREE_H_
