// What searches of a case came to, and whether that is what the catalog promises.
#ifndef SCENARIOS_PROGRAM_OUTCOME_H_
#define SCENARIOS_PROGRAM_OUTCOME_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scenarios/catalog.h"
#include "scenarios/program/fragment.h"
#include "scenarios/program/progress.h"
#include "scenarios/program/search.h"

namespace scenarios {

struct Outcome {
  struct Mark {
    std::string name;
    std::uint64_t executions = 0;
  };
  // Of an exhaustive search that came before the others.
  struct Exhaustive {
    std::uint64_t visited = 0;
    std::uint64_t found_after = 0;  // 0: nothing was found
    bool all = false;
    std::string remark;  // "await classes"
  };

  Case subject;
  std::string explorer;          // of the last search: "random walk, seed 7"
  std::uint64_t executions = 0;  // of all searches
  std::uint64_t findings = 0;    // executions with one
  bool exhausted = false;        // no execution was left out
  std::string covered;           // of the last search: all that there is within bounds; or ""
  std::string remark;            // of the last search: "await classes"
  std::uint64_t states = 0;      // that the states explorer visited
  // Not counted above:
  std::optional<Exhaustive> by_graphs;
  std::optional<Exhaustive> by_states;
  Progress::Cut cut = Progress::Cut::kNo;
  std::vector<Mark> marks;             // those that the scenario names, in its order
  std::optional<sim::Result> failure;  // the first search with a finding
  // Executions until the finding, those of earlier searches included; 0: none.
  std::uint64_t found_after = 0;
  bool as_promised = false;
  std::string verdict;  // a few words: "pass", "data race, as it must", "2 marks missed"
  std::optional<Fragment> fragment;  // of a run of the exhaustive search
  int status = 0;  // of the judgement: a bug that had to be reported, and was, gives 0

  std::uint64_t reached() const;
  std::string missed() const;  // names, quoted
};

// Judges searches of one case, in order. What must be reported, and the marks, are demanded only
// of a case as listed, and where neither Ctrl-C ended the search nor --preemptions left something
// out. Marks are not demanded of the exhaustive search: it comes to each graph in one order, and a
// mark may depend on that. A time limit is a bound as any other, which ends a search that is to
// visit everything too early.
Outcome Judge(const Case& subject, std::span<const Searched> searches, Progress::Cut cut);

// The same of one search, as `run` judges: the status is that of the finding.
Outcome JudgeRun(const Case& subject, const Searched& search, Progress::Cut cut);

// What a finding is known by: the rule that was broken, or "data race", "deadlock", ...
std::string Reported(const sim::Finding& finding);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_OUTCOME_H_
