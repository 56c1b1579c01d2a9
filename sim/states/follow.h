// Comes to the end of a way through states in an ordinary execution, so that it gets a tape.
#ifndef SIM_STATES_FOLLOW_H_
#define SIM_STATES_FOLLOW_H_

#include <cstdint>
#include <vector>

#include "sim/choice/choice.h"
#include "sim/states/machine.h"

namespace sim {

// A way as an execution's graph shows it: without plain accesses, yields, and faults once there
// were as many as may, which are no events; and where the time of a wait is over, which is none
// either, with the choice not to wait in place of the wait.
struct ShownWay {
  std::vector<Machine::Step> steps;
  std::vector<int> makers;  // who started each of its fibers

  // Takes the way on the machine.
  ShownWay(Machine& machine, const std::vector<Machine::Step>& way, std::uint32_t max_faults);
};

// An explorer that lets fibers take the steps of a way in its order, and then those of the last
// ones, `first` and `second` (a race's), and whoever can. For Points::kEverywhere and Memory::kSc.
class Follow final : public Explorer {
 public:
  Follow(const ShownWay& way, int first, int second);

  bool Begin() override { return true; }
  void Watch(const Graph& graph) override { graph_ = &graph; }
  std::uint32_t Choose(const Question& question) override;
  const char* name() const override { return "states"; }

 private:
  void CountEvents();
  std::uint32_t ChooseFiber(const Question& q);
  int Runs(const Question& q, int fiber) const;
  int EndsFor(const Question& q, int fiber) const;

  const ShownWay way_;
  std::vector<std::uint32_t> nth_;      // of each step, among those of its fiber, from 0
  std::uint32_t all_[kMaxFibers] = {};  // steps of each fiber there
  const int last_[2];
  const Graph* graph_ = nullptr;
  EventId counted_ = 0;
  // On a machine, fibers run at once to their first steps, so what those start has other numbers
  // there than here; -1: not started yet.
  std::vector<int> here_;
  std::vector<int> there_;
  std::uint32_t started_[kMaxFibers] = {};  // how many each fiber here has started
  std::uint32_t done_[kMaxFibers] = {};     // steps of each fiber there that the graph shows
  std::size_t at_ = 0;
  std::uint32_t asked_ = 0;
};

}  // namespace sim

#endif  // SIM_STATES_FOLLOW_H_
