// One case as `railyard check` judges it: every graph, then by sampling.
#ifndef SCENARIOS_PROGRAM_CHECK_CASE_H_
#define SCENARIOS_PROGRAM_CHECK_CASE_H_

#include <cstdint>

#include "scenarios/program/outcome.h"
#include "scenarios/program/search.h"

namespace scenarios {

// Graphs of a case, and executions by each explorer that samples. All of `check` must take less
// than a minute on two cores.
inline constexpr std::uint64_t kMostGraphs = 1'000'000;
inline constexpr std::uint64_t kScenarioExecutions = 50'000;
inline constexpr std::uint64_t kMutantExecutions = 100'000;

struct Checked {
  Outcome graphs;   // of the exhaustive search
  Outcome sampled;  // of random walk and PCT
  Outcome both;     // as promised if both are; counts and marks are those of sampling
};

// The exhaustive search first; where something must be reported, it goes on to the end and counts.
// If it finds what it must not, that is all. Then random walk and PCT, `sampling.executions` of
// each: they see many orders of one graph, and choose by tape. What must be reported, a mutant or a
// caller's neglect, has to be found by the one and by the others.
Checked CheckCase(const Case& subject, const Search& sampling, Progress& progress);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_CHECK_CASE_H_
