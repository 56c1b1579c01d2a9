#include "sim/states/survey.h"

#include <bit>
#include <cstdint>

#include "sim/explore/prng.h"
#include "sim/states/persistent.h"

namespace sim {
namespace {

using Fibers = Accesses::Fibers;

// One of those that the fibers have.
Machine::Step Pick(Machine& machine, Fibers fibers, Prng& random) {
  for (std::uint32_t skip = random.Below(static_cast<std::uint32_t>(std::popcount(fibers)));
       skip > 0; --skip) {
    fibers &= fibers - 1;
  }
  const int fiber = std::countr_zero(fibers);
  const std::uint32_t option = random.Below(machine.Options(fiber));
  return {static_cast<std::int8_t>(fiber), static_cast<std::uint16_t>(option)};
}

}  // namespace

Expand Survey(Machine& machine) {
  constexpr int kWalks = 16;
  constexpr int kSteps = 4096;  // in all, about
  constexpr std::uint64_t kSeed = 0x5eed;
  Prng random(kSeed);
  int states = 0;
  int all = 0;  // fibers that can step, in the second half of the walks; the first ones learn
  int few = 0;  // those of persistent sets
  for (int i = 0; i < kWalks && states < kSteps; ++i) {
    i == 0 ? machine.Begin() : machine.ComeTo({});
    for (int steps = 0; !machine.over() && steps < kSteps / 4; ++steps) {
      const Fibers can = machine.CanStep();
      if (can == 0) break;
      ++states;
      if (i >= kWalks / 2) {
        all += std::popcount(can);
        few += std::popcount(PersistentSet(machine, can));
      }
      machine.Take(Pick(machine, can, random));
      if (!machine.over()) machine.GoOn();
    }
  }
  const bool pays = 2 * few < all;
  return pays || machine.accesses().comes_back() ? Expand::kPersistent : Expand::kOneOrder;
}

}  // namespace sim
