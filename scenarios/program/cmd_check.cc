#include "scenarios/program/cmd_check.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "scenarios/exit_status.h"
#include "scenarios/program/columns.h"
#include "scenarios/program/crew.h"
#include "scenarios/program/failure.h"
#include "scenarios/program/outcome.h"
#include "scenarios/program/outputs.h"
#include "scenarios/program/search.h"
#include "scenarios/replay_line.h"

namespace scenarios {
namespace {

// Per explorer. All of it must take less than a minute on two cores; a mutant is found early.
constexpr std::uint64_t kExecutions = 50'000;
constexpr std::uint64_t kMutantExecutions = 100'000;
// Scenarios that have no more graphs than this are also explored exhaustively.
constexpr std::uint64_t kGraphs = 50'000;

struct Plan {
  std::vector<Case> cases;    // scenarios, then mutants
  std::size_t scenarios = 0;  // how many are scenarios
  Search search;              // for the scenarios
  Search mutant_search;
  Seed seed;
  Outputs outputs;
};

absl::StatusOr<Plan> PlanOf(const Arguments& arguments, const Environment& environment) {
  const Catalog& catalog = environment.catalog;
  Plan plan;
  for (const std::string& name : arguments.positional()) {
    const auto scenario = FindScenario(catalog, name);
    if (!scenario.ok()) return scenario.status();
  }
  const std::vector<std::string>& named = arguments.positional();
  auto chosen = [&named](const std::string& scenario) {
    return named.empty() || std::find(named.begin(), named.end(), scenario) != named.end();
  };
  for (const Scenario& s : catalog.scenarios) {
    if (chosen(s.name)) plan.cases.push_back(CaseOf(s));
  }
  plan.scenarios = plan.cases.size();
  for (const Mutant& m : catalog.mutants) {
    if (chosen(m.scenario)) plan.cases.push_back(CaseOf(catalog, m));
  }
  const auto seed = ChooseSeed(arguments.Number("--seed"), "check", environment);
  if (!seed.ok()) return seed.status();
  plan.seed = *seed;
  plan.search = SearchOf(arguments, plan.seed, kExecutions);
  plan.mutant_search = SearchOf(arguments, plan.seed, kMutantExecutions);
  const auto outputs = OutputsOf(arguments, environment);
  if (!outputs.ok()) return outputs.status();
  plan.outputs = *outputs;
  return plan;
}

// Random walk, then PCT; a mutant, and a scenario that must not fail, until the first finding. Then
// a scenario that must not fail, graph by graph, if there are not too many.
Outcome JudgeCase(const Case& subject, Search search, Progress& progress) {
  const bool to_the_end = subject.mutant == nullptr && !subject.scenario->must_report.empty();
  search.keep_going = to_the_end;
  std::vector<sim::Result> results;
  for (const char* explorer : {"random", "pct"}) {
    if (progress.cut() != Progress::Cut::kNo) break;
    search.explorer = explorer;
    results.push_back(Run(search, subject, progress));
    if (results.back().findings > 0 && !to_the_end) break;
  }
  Outcome sampled = Judge(subject, results, progress.cut());
  if (subject.mutant != nullptr || to_the_end || sampled.failure ||
      progress.cut() != Progress::Cut::kNo) {
    return sampled;
  }
  search.explorer = "exhaustive";
  search.executions = kGraphs;
  results.push_back(Run(search, subject, progress));
  if (results.back().findings > 0) return Judge(subject, results, progress.cut());
  if (results.back().exhausted) sampled.graphs = results.back().executions;
  return sampled;
}

std::vector<std::string> ScenarioRow(const Outcome& o) {
  return {o.subject.scenario->name, std::to_string(o.executions),
          o.graphs > 0 ? "all " + std::to_string(o.graphs) : "-",
          std::to_string(o.reached()) + "/" + std::to_string(o.marks.size()), o.verdict};
}

std::vector<std::string> MutantRow(const Outcome& o) {
  std::string by;
  if (o.failure) by = o.failure->explorer.substr(0, o.failure->explorer.find(' '));
  return {std::to_string(o.subject.mutant->number), o.subject.mutant->name,
          o.failure ? std::to_string(o.found_after) : "-", by,
          o.failure && o.as_promised ? Reported(o.failure->finding) : o.verdict};
}

// Two tables, whose columns are as wide as they can get.
class Tables {
 public:
  explicit Tables(const Plan& plan) : plan_(plan) {
    scenarios_.Fit(kScenarioHead);
    mutants_.Fit(kMutantHead);
    for (std::size_t i = 0; i < plan.cases.size(); ++i) {
      Outcome widest = Judge(plan.cases[i], {}, Progress::Cut::kNo);
      widest.executions = 2 * plan.search.executions;
      widest.graphs = kGraphs;
      if (i < plan.scenarios) {
        scenarios_.Fit(ScenarioRow(widest));
      } else {
        mutants_.Fit(MutantRow(widest));
      }
    }
    mutants_.Fit({"", "", std::to_string(2 * plan.mutant_search.executions), "random", ""});
  }

  std::string Row(std::size_t i, const Outcome& outcome) const {
    std::string text;
    if (i < plan_.scenarios) {
      if (i == 0) text += scenarios_.Line(kScenarioHead);
      return text + scenarios_.Line(ScenarioRow(outcome));
    }
    if (i == plan_.scenarios) text += "\n" + mutants_.Line(kMutantHead);
    return text + mutants_.Line(MutantRow(outcome));
  }

 private:
  inline static const std::vector<std::string> kScenarioHead = {"scenario", "executions", "graphs",
                                                                "marks", "verdict"};
  inline static const std::vector<std::string> kMutantHead = {"no", "mutant", "found after", "by",
                                                              "rule"};
  const Plan& plan_;
  Columns scenarios_{{false, true, true, true, false}};
  Columns mutants_{{true, false, true, false, false}};
};

// What all of it covered, in one line.
std::string Covered(const Plan& plan, const std::vector<Outcome>& outcomes) {
  std::uint64_t executions = 0, reached = 0, marks = 0, found = 0, bad = 0;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const Outcome& o = outcomes[i];
    executions += o.executions;
    if (!o.as_promised) ++bad;
    if (i < plan.scenarios) {
      reached += o.reached();
      marks += o.marks.size();
    } else if (o.as_promised) {
      ++found;
    }
  }
  std::string line = bad == 0 ? "pass: " : std::to_string(bad) + " not as promised: ";
  line += std::to_string(plan.scenarios) + " scenarios, marks " + std::to_string(reached) + "/" +
          std::to_string(marks) + "; " + std::to_string(found) + " of " +
          std::to_string(outcomes.size() - plan.scenarios) + " mutants found; " +
          std::to_string(executions) + " executions";
  return line;
}

}  // namespace

int Check(const Arguments& arguments, const Environment& environment, std::ostream& out,
          std::ostream& err) {
  const absl::StatusOr<Plan> plan = PlanOf(arguments, environment);
  if (!plan.ok()) {
    err << "railyard check: " << plan.status().message() << "\n";
    return kUsage;
  }
  out << plan->seed.Line() << "\n" << std::endl;
  std::vector<Outcome> outcomes(plan->cases.size());
  {
    const Tables tables(*plan);
    Progress progress({.how = Progress::HowOf(arguments.Text("--progress"), environment),
                       .limit_ms = arguments.Milliseconds("--time"),
                       .counts = Progress::Counts::kCases,
                       .of = outcomes.size()},
                      environment, err);
    InOrder(
        outcomes.size(),
        [&](std::size_t i) {
          const Search& search = i < plan->scenarios ? plan->search : plan->mutant_search;
          outcomes[i] = JudgeCase(plan->cases[i], search, progress);
        },
        [&](std::size_t i) {
          progress.Print(out, tables.Row(i, outcomes[i]));
          progress.Judged(i + 1);
        });
  }
  int status = outcomes.empty() ? kCut : kAsExpected;
  for (const Outcome& o : outcomes) {
    if (o.as_promised) continue;
    if (status == kAsExpected) status = o.status;
    out << "\n" << CaseText(o.subject) << ": " << o.verdict << "\n";
    if (o.failure) out << FailureText(o.subject, *o.failure);
  }
  out << "\n" << Covered(*plan, outcomes) << "\n" << plan->seed.Line() << std::endl;
  const absl::Status written =
      Write(plan->outputs, plan->seed, status, outcomes, /*promised_too=*/false);
  if (!written.ok()) {
    err << "railyard check: " << written.message() << "\n";
    return kInternal;
  }
  return status;
}

}  // namespace scenarios
