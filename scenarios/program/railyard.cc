#include "scenarios/program/railyard.h"

#include <algorithm>
#include <ostream>
#include <vector>

#include "grid_model/work_cluster.h"
#include "scenarios/exit_status.h"
#include "scenarios/nearest.h"
#include "scenarios/program/cmd_check.h"
#include "scenarios/program/cmd_list.h"
#include "scenarios/program/cmd_litmus.h"
#include "scenarios/program/cmd_merge.h"
#include "scenarios/program/cmd_replay.h"
#include "scenarios/program/cmd_run.h"
#include "scenarios/program/options.h"

namespace scenarios {
namespace {

constexpr char kHelp[] =
    R"(railyard runs small programs of fibers in the orders that C++'s memory model allows, and
finds the races, deadlocks and broken rules that only some of them have.

  ./railyard list                          what can be checked
  ./railyard check                         all of it, in under a minute
  ./railyard run demo/message_passing --mutant=relaxed-publish
                                           a bug, found and shown
  ./railyard replay 'demo/message_passing?mutant=relaxed-publish#t1:'
                                           one execution again, from the line of a failure
  ./railyard litmus tests/litmus/named/SB+sc.litmus
                                           what a litmus test in herd's format allows
  ./railyard work_cluster                  the card's loop against its replay, as one JSON line

./railyard COMMAND --help shows the options of a command.
Exit status: 0 as expected, 2 usage, 10 a rule was broken, 11 deadlock, 12 data race, 20 something
that had to be reached was not, 21 cut short, 30 not deterministic, 31 the replay diverged.
)";

constexpr char kWorkClusterHelp[] =
    R"(railyard work_cluster [--paths cpu] [--cores 119] [--count 30] [--limit 1000000]
    [--max-rounds 1000] [--clusters 1 2 3]
  The card's loop on the model, compared with its replay; one JSON line.
)";

using Command = int (*)(const Arguments&, const Environment&, std::ostream&, std::ostream&);
struct Entry {
  const char* name;
  const char* usage;
  Command run;
};
constexpr Entry kCommands[] = {
    {"list", "railyard list\n  Scenarios with promise, parameters and marks; mutants; rules.\n",
     &List},
    {"check",
     "railyard check [SCENARIO...] [OPTION...]\n  Every scenario (or these), then every mutant of "
     "theirs: all of its execution graphs, then samples.\n",
     &Check},
    {"run",
     "railyard run SCENARIO [OPTION...]\n  Looks for a failure of one scenario; ends with the "
     "status of what it finds.\n",
     &RunScenario},
    {"merge",
     "railyard merge FILE... [OPTION...]\n  What the runs of all shards, or of a run that was "
     "ended "
     "and resumed, came to together: of their summaries (--json; of states with FILE.states "
     "beside it).\n",
     &MergeRuns},
    {"replay",
     "railyard replay LINE|FILE [OPTION...]\n  Repeats one execution; ends with the status of what "
     "it finds.\n",
     &ReplayFailure},
    {"litmus",
     "railyard litmus FILE... [OPTION...]\n  C litmus tests in herd's format, in every execution: "
     "final states, counts, the last clause.\n  Ends with 0 whether the clauses hold or not, with "
     "2 if a file could not be run (the others are).\n",
     &RunLitmusFiles},
};
constexpr char kWorkCluster[] = "work_cluster";
constexpr const char* kLater[] = {"shrink", "explain", "view", "export", "conform"};

int WorkCluster(std::span<const std::string> args, std::ostream& out, std::ostream& err) {
  if (args.size() == 1 && args[0] == "--help") {
    out << kWorkClusterHelp;
    return kAsExpected;
  }
  const auto options = grid_model::ParseWorkCluster(args);
  if (!options.ok()) {
    err << "railyard work_cluster: " << options.status().message() << "\n";
    return kUsage;
  }
  const grid_model::WorkClusterReport report = grid_model::RunWorkCluster(*options);
  out << report.json << std::endl;
  return report.ok ? kAsExpected : kRuleBroken;
}

int UnknownCommand(const std::string& name, std::ostream& err) {
  std::vector<std::string> names;
  for (const Entry& e : kCommands) names.push_back(e.name);
  names.push_back(kWorkCluster);
  if (std::find(std::begin(kLater), std::end(kLater), name) != std::end(kLater)) {
    err << "railyard: command " << name << " is not there yet; allowed:";
    for (const std::string& n : names) err << " " << n;
    err << "\n";
  } else {
    err << "railyard: " << UnknownName("command", name, names) << "\n";
  }
  return kUsage;
}

}  // namespace

int Railyard(std::span<const std::string> args, const Environment& environment, std::ostream& out,
             std::ostream& err) {
  if (args.empty() || args[0] == "--help" || args[0] == "-h" || args[0] == "help") {
    out << kHelp;
    return kAsExpected;
  }
  if (args[0] == kWorkCluster) return WorkCluster(args.subspan(1), out, err);
  for (const Entry& command : kCommands) {
    if (args[0] != command.name) continue;
    const auto arguments = ParseArguments(command.name, args.subspan(1));
    if (!arguments.ok()) {
      err << "railyard " << command.name << ": " << arguments.status().message() << "\n";
      return kUsage;
    }
    if (arguments->Has("--help")) {
      out << command.usage << OptionsHelp(command.name);
      return kAsExpected;
    }
    return command.run(*arguments, environment, out, err);
  }
  return UnknownCommand(args[0], err);
}

int Railyard(std::span<const std::string> args, std::ostream& out, std::ostream& err) {
  return Railyard(args, ThisProcess(), out, err);
}

}  // namespace scenarios
