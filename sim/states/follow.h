// Comes to the end of a way through states in an ordinary execution, so that it gets a tape.
#ifndef SIM_STATES_FOLLOW_H_
#define SIM_STATES_FOLLOW_H_

#include <cstdint>
#include <vector>

#include "sim/choice/choice.h"
#include "sim/states/machine.h"

namespace sim {

// An explorer that lets fibers take the steps of a way in its order, and then those of the last
// ones, `first` and `second` (a race's), and whoever can. For Points::kEverywhere and Memory::kSc.
class Follow final : public Explorer {
 public:
  Follow(const std::vector<Machine::Step>& way, int first, int second);

  bool Begin() override { return true; }
  void Watch(const Graph& graph) override { graph_ = &graph; }
  std::uint32_t Choose(const Question& question) override;
  const char* name() const override { return "states"; }

 private:
  void CountEvents();
  std::uint32_t ChooseFiber(const Question& question);

  std::vector<Machine::Step> way_;  // without the steps that a graph does not show
  std::vector<std::uint32_t> nth_;  // of each step, among those of its fiber, from 0
  const int last_[2];
  const Graph* graph_ = nullptr;
  EventId counted_ = 0;
  std::uint32_t done_[kMaxFibers] = {};  // steps of each fiber that the graph shows
  std::size_t at_ = 0;
  std::uint32_t asked_ = 0;
};

}  // namespace sim

#endif  // SIM_STATES_FOLLOW_H_
