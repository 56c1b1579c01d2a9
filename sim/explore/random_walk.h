// Random walk: every question answered by chance, each execution from its own seed.
#ifndef SIM_EXPLORE_RANDOM_WALK_H_
#define SIM_EXPLORE_RANDOM_WALK_H_

#include <cstdint>
#include <string>

#include "sim/choice/choice.h"
#include "sim/explore/prng.h"

namespace sim {

// Which kinds of fault are on in one execution (swarm testing; Groce et al., ISSTA 2012): half of
// them, drawn anew each time, since many faults together hide what one alone would show.
class Swarm {
 public:
  void Begin(Prng& prng) { draw_ = prng.Next(); }
  bool On(const char* fault) const;

 private:
  std::uint64_t draw_ = 0;  // with a fault's name it decides about that kind
};

class RandomWalk final : public Explorer {
 public:
  struct Config {
    std::uint64_t seed = 1;
    std::uint64_t executions = 1000;
  };
  explicit RandomWalk(Config config);

  bool Begin() override;
  std::uint32_t Choose(const Question& question) override;
  const char* name() const override { return name_.c_str(); }

 private:
  const Config config_;
  const std::string name_;
  std::uint64_t done_ = 0;
  Prng prng_{0};
  Swarm swarm_;
};

}  // namespace sim

#endif  // SIM_EXPLORE_RANDOM_WALK_H_
