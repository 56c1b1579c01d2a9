// The plain enumerator: every answer to every question, one after the other.
#ifndef SIM_EXPLORE_ENUMERATE_H_
#define SIM_EXPLORE_ENUMERATE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sim/choice/choice.h"

namespace sim {

// Walks the whole tree of choices depth first, like an odometer, without any reduction: the judge
// of cleverer explorers, for tiny programs only. The same graph comes up once per interleaving.
//
// With a bound on preemptions it walks every interleaving that has no more of them (Musuvathi,
// Qadeer: "Iterative Context Bounding", PLDI 2007), and within each all other choices. A preemption
// is a switch away from a fiber that could go on; where a fiber waits or ends, switches are free.
// They are counted where questions are put, so the bound means what it says with
// Points::kEverywhere; elsewhere a store belongs to the step before it.
class Enumerate final : public Explorer {
 public:
  static constexpr std::uint32_t kAnyNumber = UINT32_MAX;
  struct Config {
    std::uint64_t executions = 10'000'000;  // gives up after so many
    std::uint32_t preemptions = kAnyNumber;
  };
  Enumerate() = default;
  explicit Enumerate(Config config) : config_(config) {}

  bool Begin() override;
  std::uint32_t Choose(const Question& question) override;
  const char* name() const override { return "enumerator"; }
  // "at most 2 preemptions", if a switch was left out.
  std::string remark() const override;
  bool exhausted() const override { return finished_ && !left_out_; }
  // Whether everything within the bound on preemptions was visited.
  bool finished() const { return finished_; }

 private:
  struct Digit {
    std::uint16_t pick;
    std::uint16_t arity;
  };
  bool IsPreemption(const Question& question) const;

  const Config config_{};
  std::vector<Digit> path_;
  std::size_t at_ = 0;
  std::uint64_t done_ = 0;
  std::uint32_t preemptions_ = 0;  // of this execution
  bool finished_ = false;
  bool left_out_ = false;
};

}  // namespace sim

#endif  // SIM_EXPLORE_ENUMERATE_H_
