// PCT: fibers by random priorities, lowered at a few random points.
#ifndef SIM_EXPLORE_PCT_H_
#define SIM_EXPLORE_PCT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sim/choice/choice.h"
#include "sim/explore/prng.h"
#include "sim/explore/random_walk.h"
#include "sim/memory/view.h"

namespace sim {

// "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs" (Burckhardt, Kothari,
// Musuvathi, Nagarakatte; ASPLOS 2010). A bug of depth d (d ordering constraints) among n fibers
// and k steps is found with probability at least 1/(n k^(d-1)) per execution. The paper knows no
// weak memory: a read takes the newest write half of the time, else any.
class Pct final : public Explorer {
 public:
  struct Config {
    std::uint64_t seed = 1;
    std::uint64_t executions = 1000;
    int depth = 3;  // d, at least 1: d - 1 points where a priority changes
  };
  explicit Pct(Config config);

  bool Begin() override;
  std::uint32_t Choose(const Question& question) override;
  void End() override;
  const char* name() const override { return name_.c_str(); }

 private:
  std::uint32_t ChooseFiber(const Question& question);

  const Config config_;
  const std::string name_;
  std::uint64_t done_ = 0;
  Prng prng_{0};
  Swarm swarm_;
  std::uint32_t steps_ = 0;
  std::uint32_t longest_ = 16;                // k: the most steps that an execution had so far
  std::vector<std::uint32_t> change_points_;  // steps, in order of use by priority
  std::uint32_t priority_[kMaxFibers] = {};
};

}  // namespace sim

#endif  // SIM_EXPLORE_PCT_H_
