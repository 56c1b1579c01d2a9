// One search: who answers, how often, from which seed.
#ifndef SCENARIOS_PROGRAM_SEARCH_H_
#define SCENARIOS_PROGRAM_SEARCH_H_

#include <cstdint>
#include <string>

#include "scenarios/catalog.h"
#include "scenarios/program/options.h"
#include "scenarios/program/progress.h"
#include "scenarios/program/seed.h"

namespace scenarios {

struct Search {
  std::string explorer = "random";  // or "pct", "exhaustive", "enumerate"
  std::uint64_t seed = 1;
  std::uint64_t executions = 0;  // at most
  int depth = 3;                 // of pct
  bool keep_going = false;
  std::uint32_t selfcheck_every = 0;  // 0: none
};

// From --seed, --depth, --selfcheck, --keep-going; `executions` unless --executions is given.
Search SearchOf(const Arguments& arguments, const Seed& seed, std::uint64_t executions);

// Runs it, until it is done or `progress` stops it; `progress` also hears of marks.
sim::Result Run(const Search& search, const Case& subject, Progress& progress);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_SEARCH_H_
