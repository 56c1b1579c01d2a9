// The bound on faults is a complete rung of the exhaustive search: every execution that has no
// more, each graph once.
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "sim/explore/prng.h"
#include "sim/sim.h"
#include "tests/matchers.h"

namespace {

using sim::atomic;
using sim::fiber;

sim::Options AtMost(std::uint32_t faults) {
  sim::Options options;
  options.limits.max_faults = faults;
  return options;
}

// Of four faults that have nothing to do with each other, at most so many: C(4, 0) + C(4, 1) + ...
TEST(Faults, OfFourAtMostSoMany) {
  auto body = [] {
    auto twice = [] {
      sim::fault("first");
      sim::fault("second");
    };
    fiber a("a", twice);
    fiber b("b", twice);
  };
  const std::vector<std::uint64_t> sums = {1, 5, 11, 15, 16, 16};
  for (std::uint32_t k = 0; k < sums.size(); ++k) {
    EXPECT_EQ(Explore(body, sim::Exhaustive(), AtMost(k)).executions, sums[k]) << k;
  }
}

// A fault changes what a fiber does next: it stores, adds or reads instead.
struct Op {
  int usual;
  int faulty;
  int location;
};
using Program = std::vector<std::vector<Op>>;

Program Make(std::uint64_t seed) {
  sim::Prng prng(seed);
  Program program(2);
  for (std::vector<Op>& ops : program) {
    for (std::uint32_t left = 1 + prng.Below(2); left > 0; --left) {
      ops.push_back({static_cast<int>(prng.Below(3)), static_cast<int>(prng.Below(3)),
                     static_cast<int>(prng.Below(2))});
    }
  }
  return program;
}

// What everybody learns, in all executions.
template <class AnyExplorer>
std::set<std::string> Outcomes(const Program& program, AnyExplorer explorer, std::uint32_t faults) {
  constexpr auto kRelaxed = std::memory_order_relaxed;
  std::set<std::string> outcomes;
  auto body = [&] {
    std::string learned[2];
    {
      atomic<int> counts[2] = {atomic<int>(0, "x"), atomic<int>(0, "y")};
      auto run = [&](std::size_t me) {
        for (const Op& op : program[me]) {
          const bool fault = sim::fault("f");
          learned[me] += fault ? 'f' : '.';
          atomic<int>& count = counts[op.location];
          const int kind = fault ? op.faulty : op.usual;
          if (kind == 0) count.store(static_cast<int>(me) + 10, kRelaxed);
          if (kind == 1) learned[me] += std::to_string(count.load(kRelaxed));
          if (kind == 2) learned[me] += std::to_string(count.fetch_add(1, kRelaxed));
        }
      };
      fiber a("a", [&] { run(0); });
      fiber b("b", [&] { run(1); });
    }
    outcomes.insert(learned[0] + "|" + learned[1]);
  };
  EXPECT_THAT(Explore(body, explorer, AtMost(faults)), sim::Passes());
  return outcomes;
}

TEST(Faults, TheEnumeratorComesToTheSameOutcomesOnEachRung) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const Program program = Make(seed);
    for (std::uint32_t k = 0; k <= 4; ++k) {
      EXPECT_EQ(Outcomes(program, sim::Exhaustive(), k), Outcomes(program, sim::Enumerate(), k))
          << seed << ", " << k;
    }
  }
}

}  // namespace
