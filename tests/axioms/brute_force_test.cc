// The judge against the exhaustive search, in both directions: of all that could be an execution
// of a program, the axioms keep just what the search visits. A program with a data race is only
// judged as such, since the search ends there. And what the judge itself is worth.
#include <cstdint>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sim/sim.h"
#include "tests/axioms/axioms.h"
#include "tests/axioms/from_graph.h"
#include "tests/axioms/straight_line.h"

namespace axioms {
namespace {

using testing::UnorderedElementsAre;

struct Visited {
  std::vector<Execution> executions;
  std::set<std::string> keys;
  sim::Result result;
};

Visited Search(const Program& program, sim::Memory memory) {
  Visited visited;
  visited.result = sim::Explore([&] { Run(program); }, sim::Exhaustive(),
                                {.memory = memory, .observe = [&](const sim::Execution& e) {
                                   visited.executions.push_back(FromGraph(e.graph()));
                                   visited.keys.insert(Key(visited.executions.back()));
                                   return true;
                                 }});
  return visited;
}

struct Kept {
  std::set<std::string> keys;
  bool race = false;
};

Kept Keep(const Program& program, sim::Memory memory) {
  Kept kept;
  ForEachCandidate(program, [&](const Execution& candidate) {
    if (!WhyInconsistent(candidate, ModelOf(memory)).empty()) return;
    kept.keys.insert(Key(candidate));
    kept.race |= HasRace(candidate, ModelOf(memory));
  });
  return kept;
}

struct Case {
  Language language;
  sim::Memory memory;
  std::uint64_t programs;

  friend std::ostream& operator<<(std::ostream& out, const Case& c) {
    return out << c.language.name;
  }
};

// Looks at the programs of `c` that have few enough candidates; how many there are. Ends with the
// first failure.
template <class Look>
int ForEachProgram(const Case& c, const Look& look) {
  constexpr std::uint64_t kMost = 3000;
  int small = 0;
  for (std::uint64_t seed = 1; seed <= c.programs && !testing::Test::HasFailure(); ++seed) {
    const Program program = Draw(c.language, seed);
    if (CountCandidates(program) > kMost) continue;
    ++small;
    SCOPED_TRACE(std::to_string(seed) + ": " + ToText(program));
    look(program);
  }
  return small;
}

class BruteForce : public testing::TestWithParam<Case> {};

TEST_P(BruteForce, TheAxiomsKeepWhatTheSearchVisits) {
  const Case& c = GetParam();
  int racy = 0;
  const int programs = ForEachProgram(c, [&](const Program& program) {
    const Kept kept = Keep(program, c.memory);
    const Visited visited = Search(program, c.memory);
    racy += kept.race;
    EXPECT_EQ(visited.result.verdict() == sim::Verdict::kDataRace, kept.race);
    if (kept.race) return;
    EXPECT_TRUE(visited.result.ok());
    EXPECT_TRUE(visited.result.exhausted);
    EXPECT_EQ(visited.executions.size(), visited.keys.size());
    EXPECT_EQ(visited.keys, kept.keys);
  });
  if (HasFailure()) return;
  EXPECT_GT(programs, static_cast<int>(c.programs) / 2);
  EXPECT_EQ(racy > 0, c.language.plain > 0);
}

const Language kAcquireRelease = {.name = "AcquireRelease", .fences = 2};
const Language kSeqCst = {.name = "SeqCst", .seq_cst = 6, .fences = 0};
const Language kSeqCstFences = {.name = "SeqCstFences", .seq_cst = 7, .fences = 4};
const Language kMixed = {.name = "Mixed", .seq_cst = 5, .fences = 2};
const Language kPlain = {.name = "Plain", .seq_cst = 2, .fences = 2, .plain = 3};

INSTANTIATE_TEST_SUITE_P(Rc11, BruteForce,
                         testing::Values(Case{kAcquireRelease, sim::Memory::kRc11, 1000},
                                         Case{kSeqCst, sim::Memory::kRc11, 1000},
                                         Case{kSeqCstFences, sim::Memory::kRc11, 1000},
                                         Case{kMixed, sim::Memory::kRc11, 2000},
                                         Case{kPlain, sim::Memory::kRc11, 1000}),
                         [](const auto& info) { return std::string(info.param.language.name); });
INSTANTIATE_TEST_SUITE_P(Sc, BruteForce,
                         testing::Values(Case{kMixed, sim::Memory::kSc, 1000},
                                         Case{kPlain, sim::Memory::kSc, 500}),
                         [](const auto& info) { return std::string(info.param.language.name); });

// Each axiom alone rejects something, so the comparison above would notice if one were missing.
TEST(BruteForce, NoAxiomFollowsFromTheOthers) {
  auto alone = [](sim::Memory memory) {
    std::set<std::string> names;
    ForEachProgram({kMixed, memory, 300}, [&](const Program& program) {
      ForEachCandidate(program, [&](const Execution& candidate) {
        const std::vector<std::string> violated = Violated(candidate, ModelOf(memory));
        if (violated.size() == 1) names.insert(violated.front());
      });
    });
    return names;
  };
  EXPECT_THAT(alone(sim::Memory::kRc11),
              UnorderedElementsAre("coherence", "atomicity", "no thin air", "psc"));
  EXPECT_THAT(alone(sim::Memory::kSc), UnorderedElementsAre("sc", "atomicity"));
}

// What `x` becomes by one wrong step: a read takes a write from before its source in coherence
// order, or two writes change places.
std::vector<Execution> Mutants(Execution x) {
  std::vector<Execution> mutants;
  for (Event& e : x.events) e.value.reset();  // values would give the mutant away
  for (std::size_t i = 0; i < x.events.size(); ++i) {
    if (x.events[i].kind != Kind::kRead) continue;
    for (const int write : x.co[static_cast<std::size_t>(x.events[i].location)]) {
      if (write == x.events[i].rf) break;
      mutants.push_back(x);
      mutants.back().events[i].rf = write;
    }
  }
  for (std::size_t l = 0; l < x.co.size(); ++l) {
    for (std::size_t place = 1; place + 1 < x.co[l].size(); ++place) {
      mutants.push_back(x);
      std::swap(mutants.back().co[l][place], mutants.back().co[l][place + 1]);
    }
  }
  return mutants;
}

TEST(BruteForce, AMutantIsRejectedUnlessItIsAnotherExecution) {
  int mutants = 0, rejected = 0;
  const Case c{kMixed, sim::Memory::kRc11, 500};
  ForEachProgram(c, [&](const Program& program) {
    const Visited visited = Search(program, c.memory);
    for (const Execution& execution : visited.executions) {
      for (const Execution& mutant : Mutants(execution)) {
        ++mutants;
        const bool accepted = WhyInconsistent(mutant, ModelOf(c.memory)).empty();
        rejected += !accepted;
        EXPECT_EQ(accepted, visited.keys.count(Key(mutant)) > 0);
      }
    }
  });
  EXPECT_GT(rejected, mutants / 2);
}

}  // namespace
}  // namespace axioms
