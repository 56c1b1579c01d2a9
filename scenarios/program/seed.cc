#include "scenarios/program/seed.h"

#include "sim/explore/prng.h"

namespace scenarios {
namespace {

constexpr std::uint64_t kFixed = 1;

// 32 bits, to be retyped.
std::uint64_t Mix(std::uint64_t seed, const std::string& name) {
  for (const char c : name) {
    seed = sim::Prng(seed ^ static_cast<unsigned char>(c)).Next();
  }
  return seed >> 32;
}

}  // namespace

absl::StatusOr<Seed> ChooseSeed(std::optional<std::uint64_t> option, const std::string& name,
                                const Environment& environment) {
  if (option) return Seed{*option, "--seed"};
  for (const char* variable : {"RAILYARD_SEED", "TEST_RANDOM_SEED"}) {
    const std::string text = environment.variable(variable);
    if (text.empty()) continue;
    const std::optional<std::uint64_t> value = ReadNumber(text);
    if (!value) {
      return absl::InvalidArgumentError(std::string(variable) + " can't be '" + text +
                                        "'; allowed: 0 to 18446744073709551615");
    }
    if (variable == std::string("RAILYARD_SEED")) return Seed{*value, variable};
    return Seed{Mix(*value, name), std::string(variable) + " with " + name};
  }
  if (!environment.variable("CI").empty()) return Seed{kFixed, "fixed, as CI is set"};
  return Seed{environment.random_seed(), "random"};
}

}  // namespace scenarios
