// An exhaustive search, or one by states, that may be a part of a larger one, as its summary tells
// of it.
#ifndef SCENARIOS_PROGRAM_FRAGMENT_H_
#define SCENARIOS_PROGRAM_FRAGMENT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "nlohmann/json_fwd.hpp"
#include "scenarios/catalog.h"
#include "scenarios/program/search.h"
#include "sim/sim.h"

namespace scenarios {

struct Fragment {
  sim::Reduction reduction = sim::Reduction::kClasses;
  bool keep_going = false;
  std::string from;    // the position that it went on from; "": the beginning
  sim::Result result;  // as the search gave it: `exhausted` says that nothing is left
  LeftOut left_out;
  // Of one by states, whose `reduction` is kNone or anything else:
  bool by_states = false;
  std::uint64_t states = 0;
  std::size_t way = 0;                                 // steps to the finding
  std::shared_ptr<sim::StatesPosition> position = {};  // kept in a file of its own; kept_states.h
};

// Of what a summary says below "search"; another one is of another version of the program.
inline constexpr char kSummaryFormat[] = "1";

Fragment FragmentOf(const Case& subject, const Search& search, const Searched& searched);

// What is searched, as options: in what the runs of one search do not differ.
std::string SettingsText(const Case& subject, bool reduction_none);

// What a summary has of it under "search", besides what it has of every outcome.
nlohmann::ordered_json JsonOf(const Fragment& fragment);

// The command that runs the case as the fragment was run, from `position`: what is left of its
// shard, if that is where it ended. `more`: other options, each with a blank before it.
std::string RunCommand(const Case& subject, const Fragment& fragment, const std::string& position,
                       const std::string& more = "");

// A summary of one exhaustive search, or one by states.
struct Summary {
  std::string file;
  Case subject;
  Fragment fragment;
};
// Reads what `run` or `merge` wrote to `file`, of a scenario of `catalog`. A failure has its
// finding and tape, but no trace. An error names the file and says what is allowed.
absl::StatusOr<Summary> ReadSummary(const Catalog& catalog, const std::string& file);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_FRAGMENT_H_
