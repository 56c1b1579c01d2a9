#include "scenarios/program/cmd_check.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/exit_status.h"
#include "scenarios/program/check_case.h"
#include "scenarios/program/columns.h"
#include "scenarios/program/crew.h"
#include "scenarios/program/failure.h"
#include "scenarios/program/outputs.h"
#include "scenarios/replay_line.h"

namespace scenarios {
namespace {

struct Plan {
  std::vector<Case> cases;    // scenarios, then mutants
  std::size_t scenarios = 0;  // how many are scenarios
  Search search;              // for the scenarios
  Search mutant_search;
  int jobs = 2;  // cases at once
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
  plan.search = SearchOf(arguments, plan.seed, kScenarioExecutions);
  plan.mutant_search = SearchOf(arguments, plan.seed, kMutantExecutions);
  if (const auto jobs = arguments.Number("--jobs")) plan.jobs = static_cast<int>(*jobs);
  plan.search.jobs = plan.mutant_search.jobs = 1;
  const auto outputs = OutputsOf(arguments, environment);
  if (!outputs.ok()) return outputs.status();
  plan.outputs = *outputs;
  return plan;
}

// Numbers that tables have room for; a row with a larger one is wider.
constexpr std::uint64_t kUsualGraphs = 99'999;

std::string ScenarioGraphs(const Checked& c) {
  const std::string visited = std::to_string(c.graphs.executions);
  if (c.graphs.executions == 0) return "-";
  if (c.graphs.exhausted) return "all " + visited;
  return c.graphs.failure && !c.graphs.as_promised ? visited : visited + ", cut";
}

std::vector<std::string> ScenarioRow(const Checked& c) {
  const Outcome& o = c.both;
  const bool sampled = o.executions > 0;
  return {o.subject.scenario->name, ScenarioGraphs(c), sampled ? std::to_string(o.executions) : "-",
          std::to_string(o.reached()) + "/" + std::to_string(o.marks.size()), o.verdict};
}

// The graphs until the first finding, and all of them.
std::string MutantGraphs(const Outcome& graphs) {
  return (graphs.failure ? std::to_string(graphs.found_after) : "-") + " / " +
         std::to_string(graphs.executions) + (graphs.exhausted ? "" : ", cut");
}

std::vector<std::string> MutantRow(const Checked& c) {
  const Outcome& o = c.both;
  std::string by, rule;
  if (c.sampled.failure) {
    by = c.sampled.failure->explorer.substr(0, c.sampled.failure->explorer.find(' '));
  }
  if (o.as_promised) {
    rule = Reported(c.graphs.failure->finding);
    const std::string other = Reported(c.sampled.failure->finding);
    if (other != rule) rule += ", " + other;
  }
  return {std::to_string(o.subject.mutant->number),
          o.subject.mutant->name,
          MutantGraphs(c.graphs),
          c.sampled.failure ? std::to_string(c.sampled.found_after) : "-",
          by,
          o.as_promised ? rule : o.verdict};
}

// Two tables, whose columns are as wide as they usually get.
class Tables {
 public:
  explicit Tables(const Plan& plan) : plan_(plan) {
    scenarios_.Fit(kScenarioHead);
    mutants_.Fit(kMutantHead);
    const std::string graphs = std::to_string(kUsualGraphs);
    for (std::size_t i = 0; i < plan.cases.size(); ++i) {
      const Case& subject = plan.cases[i];
      if (i < plan.scenarios) {
        const std::string marks = std::to_string(subject.scenario->marks.size());
        scenarios_.Fit({subject.scenario->name, "all " + graphs,
                        std::to_string(2 * plan.search.executions), marks + "/" + marks, ""});
      } else {
        mutants_.Fit({std::to_string(subject.mutant->number), subject.mutant->name,
                      graphs + " / " + graphs, std::to_string(2 * plan.mutant_search.executions),
                      "random", ""});
      }
    }
  }

  std::string Row(std::size_t i, const Checked& checked) const {
    std::string text;
    if (i < plan_.scenarios) {
      if (i == 0) text += scenarios_.Line(kScenarioHead);
      return text + scenarios_.Line(ScenarioRow(checked));
    }
    if (i == plan_.scenarios) text += "\n" + mutants_.Line(kMutantHead);
    return text + mutants_.Line(MutantRow(checked));
  }

 private:
  inline static const std::vector<std::string> kScenarioHead = {"scenario", "graphs", "executions",
                                                                "marks", "verdict"};
  inline static const std::vector<std::string> kMutantHead = {"no",          "mutant", "graphs",
                                                              "found after", "by",     "rule"};
  const Plan& plan_;
  Columns scenarios_{{false, true, true, true, false}};
  Columns mutants_{{true, false, true, true, false, false}};
};

// Where await classes were given up, by the reason, in the order of the table.
std::string WithoutClasses(const std::vector<Checked>& checked) {
  std::vector<std::pair<std::string, std::string>> cases;  // by remark
  for (const Checked& c : checked) {
    const std::string& remark = c.graphs.remark;
    if (remark.empty() || remark == "await classes") continue;
    auto at = std::find_if(cases.begin(), cases.end(),
                           [&remark](const auto& entry) { return entry.first == remark; });
    if (at == cases.end()) at = cases.insert(at, {remark, ""});
    at->second += (at->second.empty() ? "" : ", ") + CaseText(c.both.subject);
  }
  std::string text;
  for (const auto& [remark, names] : cases) text += "\n" + remark + " (" + names + ")";
  return text.empty() ? "" : text + "\n";
}

// What all of it covered, in one line.
std::string Covered(const Plan& plan, const std::vector<Checked>& checked) {
  std::uint64_t executions = 0, graphs = 0, reached = 0, marks = 0, found = 0, bad = 0;
  bool all = true;
  for (std::size_t i = 0; i < checked.size(); ++i) {
    const Outcome& o = checked[i].both;
    executions += o.executions;
    graphs += checked[i].graphs.executions;
    all = all && checked[i].graphs.exhausted;
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
          std::to_string(checked.size() - plan.scenarios) + " mutants found; ";
  line += (all ? "all " : "") + std::to_string(graphs) + " graphs visited" +
          (all ? ", " : " (not all), ") + std::to_string(executions) + " executions sampled";
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
  std::vector<Checked> checked(plan->cases.size());
  {
    const Tables tables(*plan);
    Progress progress({.how = Progress::HowOf(arguments.Text("--progress"), environment),
                       .limit_ms = arguments.Milliseconds("--time"),
                       .counts = Progress::Counts::kCases,
                       .of = checked.size()},
                      environment, err);
    InOrder(
        checked.size(), plan->jobs,
        [&](std::size_t i) {
          const Search& search = i < plan->scenarios ? plan->search : plan->mutant_search;
          checked[i] = CheckCase(plan->cases[i], search, progress);
        },
        [&](std::size_t i) {
          progress.Print(out, tables.Row(i, checked[i]));
          progress.Judged(i + 1);
        });
  }
  out << WithoutClasses(checked);
  int status = checked.empty() ? kCut : kAsExpected;
  std::vector<Outcome> outcomes;
  for (const Checked& c : checked) {
    const Outcome& o = outcomes.emplace_back(c.both);
    if (o.as_promised) continue;
    if (status == kAsExpected) status = o.status;
    out << "\n" << CaseText(o.subject) << ": " << o.verdict << "\n";
    if (o.failure) out << FailureText(o.subject, *o.failure);
  }
  out << "\n" << Covered(*plan, checked) << "\n" << plan->seed.Line() << std::endl;
  const absl::Status written =
      Write(plan->outputs, plan->seed, status, outcomes, /*promised_too=*/false);
  if (!written.ok()) {
    err << "railyard check: " << written.message() << "\n";
    return kInternal;
  }
  return status;
}

}  // namespace scenarios
