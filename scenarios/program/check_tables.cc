#include "scenarios/program/check_tables.h"

#include <algorithm>

#include "absl/strings/str_join.h"

namespace scenarios {
namespace {

using Cells = std::vector<std::string>;

const Cells& ScenarioHead() {
  static const Cells kHead = {"scenario", "graphs", "states", "executions", "marks", "verdict"};
  return kHead;
}
const Cells& MutantHead() {
  static const Cells kHead = {"no", "mutant", "graphs", "states", "found after", "by", "rule"};
  return kHead;
}

// Numbers that tables have room for; a row with a larger one is wider.
constexpr std::uint64_t kUsualGraphs = 99'999;

std::string ScenarioGraphs(const Checked& c) {
  const std::string visited = std::to_string(c.graphs.executions);
  if (c.graphs.executions == 0) return "-";
  if (c.graphs.exhausted) return "all " + visited;
  return c.graphs.failure && !c.graphs.as_promised ? visited : visited + ", cut";
}

// The states until the finding, if there is one that must be.
std::string ScenarioStates(const Checked& c) {
  const std::string visited = std::to_string(c.states.states);
  if (c.states.states == 0) return "-";
  if (c.states.exhausted) return "all " + visited;
  return c.states.failure ? visited : visited + ", cut";
}

std::vector<std::string> ScenarioRow(const Checked& c) {
  const Outcome& o = c.all;
  const bool sampled = o.executions > 0;
  return {o.subject.scenario->name,
          ScenarioGraphs(c),
          ScenarioStates(c),
          sampled ? std::to_string(o.executions) : "-",
          std::to_string(o.reached()) + "/" + std::to_string(o.marks.size()),
          o.verdict};
}

// The graphs until the first finding, and all of them.
std::string MutantGraphs(const Outcome& graphs) {
  if (graphs.subject.scenario == nullptr) return "-";
  return (graphs.failure ? std::to_string(graphs.found_after) : "-") + " / " +
         std::to_string(graphs.executions) + (graphs.exhausted ? "" : ", cut");
}

// The states until the finding.
std::string MutantStates(const Checked& c) {
  const Case& subject = c.all.subject;
  if (subject.mutant->weak && ByStates(subject.scenario->judges)) return "weak";
  return c.states.failure ? std::to_string(c.states.found_after) : "-";
}

// What each search reports, once.
std::string ReportedByAll(const Checked& c) {
  std::vector<std::string> all;
  for (const Outcome* o : {&c.graphs, &c.states, &c.sampled}) {
    if (!o->failure) continue;
    const std::string reported = Reported(o->failure->finding);
    if (std::find(all.begin(), all.end(), reported) == all.end()) all.push_back(reported);
  }
  return absl::StrJoin(all, ", ");
}

std::vector<std::string> MutantRow(const Checked& c) {
  const Outcome& o = c.all;
  std::string by;
  if (c.sampled.failure) {
    by = c.sampled.failure->explorer.substr(0, c.sampled.failure->explorer.find(' '));
  }
  return {std::to_string(o.subject.mutant->number),
          o.subject.mutant->name,
          MutantGraphs(c.graphs),
          MutantStates(c),
          c.sampled.failure ? std::to_string(c.sampled.found_after) : "-",
          by,
          o.as_promised ? ReportedByAll(c) : o.verdict};
}

}  // namespace

bool AnyByStates(const std::vector<Case>& cases) {
  return std::any_of(cases.begin(), cases.end(),
                     [](const Case& subject) { return ByStates(subject.scenario->judges); });
}

CheckTables::CheckTables(const std::vector<Case>& cases, std::size_t scenarios,
                         std::uint64_t executions, std::uint64_t mutant_executions)
    : count_(scenarios), states_(AnyByStates(cases)) {
  scenarios_.Fit(OfScenario(ScenarioHead()));
  mutants_.Fit(OfMutant(MutantHead()));
  const std::string usual = std::to_string(kUsualGraphs);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Case& subject = cases[i];
    if (i < count_) {
      const std::string marks = std::to_string(subject.scenario->marks.size());
      scenarios_.Fit(OfScenario(Cells{subject.scenario->name, "all " + usual, "all " + usual,
                                      std::to_string(executions), marks + "/" + marks, ""}));
    } else {
      mutants_.Fit(OfMutant(Cells{std::to_string(subject.mutant->number), subject.mutant->name,
                                  usual + " / " + usual, usual, std::to_string(mutant_executions),
                                  "random", ""}));
    }
  }
}

std::string CheckTables::Row(std::size_t i, const Checked& checked) const {
  std::string text;
  if (i < count_) {
    if (i == 0) text += scenarios_.Line(OfScenario(ScenarioHead()));
    return text + scenarios_.Line(OfScenario(ScenarioRow(checked)));
  }
  if (i == count_) text += "\n" + mutants_.Line(OfMutant(MutantHead()));
  return text + mutants_.Line(OfMutant(MutantRow(checked)));
}

}  // namespace scenarios
