// One search: who answers, how often, from which seed; and what it came to.
#ifndef SCENARIOS_PROGRAM_SEARCH_H_
#define SCENARIOS_PROGRAM_SEARCH_H_

#include <cstdint>
#include <optional>
#include <string>

#include "scenarios/catalog.h"
#include "scenarios/program/options.h"
#include "scenarios/program/progress.h"
#include "scenarios/program/seed.h"
#include "sim/sim.h"

namespace scenarios {

struct Search {
  std::string explorer = "random";  // or "pct", "exhaustive", "enumerate"
  std::uint64_t seed = 1;
  std::uint64_t executions = 0;                         // at most
  int depth = 3;                                        // of pct
  sim::Reduction reduction = sim::Reduction::kClasses;  // of exhaustive
  std::optional<std::uint32_t> preemptions;             // of enumerate: at most so many; none: any
  int jobs = 1;                                         // worker threads of exhaustive
  bool keep_going = false;
  std::uint32_t selfcheck_every = 0;  // 0: none
};

// Whether the explorer looks for every execution, and draws nothing.
bool VisitsAll(const std::string& explorer);

struct Searched {
  sim::Result result;  // exhausted only if no bound left anything out either
  bool visits_all = false;
  // All that there is within bounds, if all of it was visited; else "":
  // "exhaustive", "exhaustive up to 2 faults", "every interleaving with at most 1 preemption".
  std::string covered;
};

// From --seed, --depth, --selfcheck, --keep-going, --reduction and --preemptions; `executions`
// unless --executions is given.
Search SearchOf(const Arguments& arguments, const Seed& seed, std::uint64_t executions);

// Runs it, until it is done or `progress` stops it; `progress` also hears of marks.
Searched Run(const Search& search, const Case& subject, Progress& progress);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_SEARCH_H_
