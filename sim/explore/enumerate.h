// The plain enumerator: every answer to every question, one after the other.
#ifndef SIM_EXPLORE_ENUMERATE_H_
#define SIM_EXPLORE_ENUMERATE_H_

#include <cstdint>
#include <vector>

#include "sim/choice/choice.h"

namespace sim {

// Walks the whole tree of choices depth first, like an odometer, without any reduction: the judge
// of cleverer explorers, for tiny programs only. The same graph comes up once per interleaving.
class Enumerate final : public Explorer {
 public:
  struct Config {
    std::uint64_t executions = 10'000'000;  // gives up after so many
  };
  Enumerate() = default;
  explicit Enumerate(Config config) : config_(config) {}

  bool Begin() override;
  std::uint32_t Choose(const Question& question) override;
  const char* name() const override { return "enumerator"; }
  bool exhausted() const override { return exhausted_; }

 private:
  struct Digit {
    std::uint16_t pick;
    std::uint16_t arity;
  };
  const Config config_{};
  std::vector<Digit> path_;
  std::size_t at_ = 0;
  std::uint64_t done_ = 0;
  bool exhausted_ = false;
};

}  // namespace sim

#endif  // SIM_EXPLORE_ENUMERATE_H_
