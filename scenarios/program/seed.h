// Where the seed comes from.
#ifndef SCENARIOS_PROGRAM_SEED_H_
#define SCENARIOS_PROGRAM_SEED_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "scenarios/program/environment.h"

namespace scenarios {

struct Seed {
  std::uint64_t value = 0;
  std::string source;  // "--seed"

  // As it is printed, first and last: "seed 7 (--seed)".
  std::string Line() const { return "seed " + std::to_string(value) + " (" + source + ")"; }
  // Of a search that draws nothing: printed first only, as a sign of life.
  static Seed None() { return {0, kNotUsed}; }
  bool used() const { return source != kNotUsed; }
  static constexpr char kNotUsed[] = "not used";
};

// The first that is there: the option, RAILYARD_SEED, Bazel's TEST_RANDOM_SEED mixed with `name`,
// 1 where CI is set, a random one.
absl::StatusOr<Seed> ChooseSeed(std::optional<std::uint64_t> option, const std::string& name,
                                const Environment& environment);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_SEED_H_
