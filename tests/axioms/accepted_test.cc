// Every graph that the exhaustive search comes to is one that the axioms accept.
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>

#include "gtest/gtest.h"
#include "sim/sim.h"
#include "tests/axioms/axioms.h"
#include "tests/axioms/from_graph.h"
#include "tests/explore/families.h"
#include "tests/explore/random_program.h"

namespace axioms {
namespace {

// Judges all graphs of `body`; how many there are.
std::uint64_t Judge(const std::function<void()>& body, sim::Memory memory) {
  std::uint64_t judged = 0;
  sim::Explore(body, sim::Exhaustive({.reduction = sim::Reduction::kNone}),
               {.memory = memory, .keep_going = true, .observe = [&](const sim::Execution& e) {
                  ++judged;
                  const Execution execution = FromGraph(e.graph());
                  const std::string why = WhyInconsistent(execution, ModelOf(memory));
                  EXPECT_EQ(why, "") << sim::Signature(e.graph());
                  return why.empty();
                }});
  return judged;
}

struct Family {
  const char* name;
  std::function<void()> (*program)(int);
  int n;

  friend std::ostream& operator<<(std::ostream& out, const Family& f) {
    return out << f.name << "(" << f.n << ")";
  }
};

class Families : public testing::TestWithParam<Family> {};

TEST_P(Families, AreAcceptedUnderBothModels) {
  const Family& family = GetParam();
  EXPECT_GT(Judge(family.program(family.n), sim::Memory::kRc11), 0u);
  EXPECT_GT(Judge(family.program(family.n), sim::Memory::kSc), 0u);
}

INSTANTIATE_TEST_SUITE_P(
    Small, Families,
    testing::Values(Family{"Sb", &families::Sb, 2}, Family{"Sb", &families::Sb, 5},
                    Family{"Ainc", &families::Ainc, 4}, Family{"Writers", &families::Writers, 4},
                    Family{"Readers", &families::Readers, 5}, Family{"Fib", &families::Fib, 2},
                    Family{"Fib", &families::Fib, 3}, Family{"Lastzero", &families::Lastzero, 5},
                    Family{"Mpn", &families::Mpn, 4}, Family{"Casrot", &families::Casrot, 6},
                    Family{"Cas", &families::Cas, 5}, Family{"Lockinc", &families::Lockinc, 4},
                    Family{"Rail0", &families::Rail0, 1}, Family{"Rail0", &families::Rail0, 3},
                    Family{"Rail0", &families::Rail0, 4}, Family{"Rail1", &families::Rail1, 1},
                    Family{"Rail1", &families::Rail1, 2}, Family{"Rail1", &families::Rail1, 3}),
    [](const auto& info) { return info.param.name + std::to_string(info.param.n); });

class RandomPrograms : public testing::TestWithParam<random_program::Dialect> {};

TEST_P(RandomPrograms, AreAccepted) {
  constexpr std::uint64_t kPrograms = 250;
  const random_program::Dialect& dialect = GetParam();
  std::uint64_t judged = 0;
  for (std::uint64_t seed = 1; seed <= kPrograms && !HasFailure(); ++seed) {
    const random_program::Program program = random_program::Make(dialect, seed);
    judged += Judge([&] { random_program::Run(program, dialect); }, dialect.memory);
  }
  EXPECT_GT(judged, kPrograms);
}

INSTANTIATE_TEST_SUITE_P(All, RandomPrograms, testing::ValuesIn(random_program::Dialects()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace axioms
