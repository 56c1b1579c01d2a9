// One search: who answers, how often, from which seed; and what it came to.
#ifndef SCENARIOS_PROGRAM_SEARCH_H_
#define SCENARIOS_PROGRAM_SEARCH_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "scenarios/catalog.h"
#include "scenarios/program/options.h"
#include "scenarios/program/progress.h"
#include "scenarios/program/seed.h"
#include "sim/sim.h"

namespace scenarios {

struct Search {
  std::string explorer = "random";  // or "pct", "exhaustive", "states", "enumerate"
  std::uint64_t seed = 1;
  std::uint64_t executions = 0;                         // at most, besides those before
  int depth = 3;                                        // of pct
  sim::Reduction reduction = sim::Reduction::kClasses;  // of exhaustive
  bool every_step = false;                              // of states: without reduction
  std::optional<std::uint32_t> preemptions;             // of enumerate: at most so many; none: any
  int jobs = 1;                                         // worker threads
  sim::Shard shard = {};                                // of exhaustive and states
  std::string resume = {};  // a position that exhaustive goes on from; "": the beginning
  std::shared_ptr<sim::StatesPosition> going_on = {};  // the same of states; null: the beginning
  bool exact = false;                                  // of states: keys, no digests
  sim::SearchOrder order = sim::SearchOrder::kDepth;   // of states
  bool keep_going = false;
  std::uint32_t selfcheck_every = 0;  // 0: none
};

// Whether the explorer looks for every execution, and draws nothing.
bool VisitsAll(const std::string& explorer);

// What a search saw on its way that bounds left something out.
struct LeftOut {
  bool limit = false;   // an execution was cut
  bool faults = false;  // some would have had more

  void Add(const LeftOut& other) {
    limit = limit || other.limit;
    faults = faults || other.faults;
  }
};

struct Searched {
  sim::Result result = {};  // exhausted only if it was all, and no bound left anything out either
  bool visits_all = false;
  // All that there is within bounds, if all of it was visited; else "":
  // "exhaustive", "exhaustive up to 2 faults", "every interleaving with at most 1 preemption"; of a
  // search that visits a part "all of shard 2 of 3", "all of the rest".
  std::string covered = {};
  bool finished = false;     // nothing is left of what it had to visit
  std::uint64_t states = 0;  // that the states explorer visited
  std::size_t way = 0;       // its steps to the finding
  // Where it goes on; also of a shard that is over.
  std::shared_ptr<sim::StatesPosition> position = {};
  LeftOut left_out = {};
};

// Whether the exhaustive search visits a part only, of a shard or after an earlier search.
inline bool IsPart(const sim::Result& result) { return result.shards > 1 || result.before > 0; }
// "shard 2 of 3", as users count.
std::string ShardText(const sim::Shard& shard);

// From --seed, --depth, --selfcheck, --keep-going, --reduction, --preemptions, --jobs, --shard,
// --states and --order; `executions` unless --executions is given.
Search SearchOf(const Arguments& arguments, const Seed& seed, std::uint64_t executions);

// What exhaustive searches came to whose results make this one. `result.exhausted`: nothing is
// left.
Searched SearchedGraphs(const Case& subject, sim::Result result, const LeftOut& left_out);

// What a search by states came to, or all shards of it.
Searched SearchedStates(const Search& search, const Case& subject, sim::StatesResult all);

// Runs it, until it is done or `progress` stops it; `progress` also hears of marks.
Searched Run(const Search& search, const Case& subject, Progress& progress);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_SEARCH_H_
