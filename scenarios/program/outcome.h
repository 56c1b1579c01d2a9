// What searches of a case came to, and whether that is what the catalog promises.
#ifndef SCENARIOS_PROGRAM_OUTCOME_H_
#define SCENARIOS_PROGRAM_OUTCOME_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scenarios/catalog.h"
#include "scenarios/program/progress.h"

namespace scenarios {

struct Outcome {
  struct Mark {
    std::string name;
    std::uint64_t executions = 0;
  };

  Case subject;
  std::string explorer;          // of the last search: "random walk, seed 7"
  std::uint64_t executions = 0;  // of all searches
  std::uint64_t findings = 0;    // executions with one
  bool exhausted = false;        // no execution was left out
  std::uint64_t graphs = 0;      // how many there are, if each was visited once besides; else 0
  Progress::Cut cut = Progress::Cut::kNo;
  std::vector<Mark> marks;             // those that the scenario names, in its order
  std::optional<sim::Result> failure;  // the first search with a finding
  // Executions until the finding, those of earlier searches included; 0: none.
  std::uint64_t found_after = 0;
  bool as_promised = false;
  std::string verdict;  // a few words: "pass", "data race, as it must", "2 marks missed"
  int status = 0;       // of the judgement: a bug that had to be reported, and was, gives 0

  std::uint64_t reached() const;
  std::string missed() const;  // names, quoted
};

// Judges searches of one case, in order. What must be reported, and the marks, are demanded only
// of a case as listed, and not where Ctrl-C ended the search. A time limit is a bound as any other.
Outcome Judge(const Case& subject, std::span<const sim::Result> searches, Progress::Cut cut);

// What a finding is known by: the rule that was broken, or "data race", "deadlock", ...
std::string Reported(const sim::Finding& finding);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_OUTCOME_H_
