// One case as `railyard check` judges it: every graph, every state, then by sampling.
#ifndef SCENARIOS_PROGRAM_CHECK_CASE_H_
#define SCENARIOS_PROGRAM_CHECK_CASE_H_

#include <cstdint>

#include "scenarios/program/outcome.h"
#include "scenarios/program/search.h"

namespace scenarios {

// Graphs of a case, its states, and executions by each explorer that samples. All of `check` must
// take less than a minute on two cores.
inline constexpr std::uint64_t kMostGraphs = 1'000'000;
inline constexpr std::uint64_t kMostStates = 1'000'000;
inline constexpr std::uint64_t kScenarioExecutions = 50'000;
inline constexpr std::uint64_t kMutantExecutions = 100'000;

// Whether the case is judged by its graphs, and by its states. A mutant that only weak memory shows
// has nothing to show there.
inline bool ByGraphs(const Case& subject) { return ByGraphs(subject.scenario->judges); }
inline bool ByStates(const Case& subject) {
  return ByStates(subject.scenario->judges) && (subject.mutant == nullptr || !subject.mutant->weak);
}

struct Checked {
  Outcome graphs;   // of the search by graphs, and
  Outcome states;   // by states, under sc; nothing, where the case is not judged so
  Outcome sampled;  // of random walk and PCT
  Outcome all;      // as promised if each is; counts and marks are those of sampling
};

// The exhaustive searches that the scenario's author names come first, that of graphs before that
// of states. Where something must be reported, the former goes on to the end and counts; the latter
// ends where it finds it. If one finds what it must not, that is all. Then random walk and PCT,
// `sampling.executions` of each: they see many orders of one graph, and choose by tape. What must
// be reported, a mutant or a caller's neglect, has to be found by each of them.
Checked CheckCase(const Case& subject, const Search& sampling, Progress& progress);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_CHECK_CASE_H_
