#include "scenarios/program/cmd_check.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/exit_status.h"
#include "scenarios/program/check_case.h"
#include "scenarios/program/check_tables.h"
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

constexpr char kWhatSearchesMean[] =
    "\ngraphs: every execution under RC11, each in one order\n"
    "states: every interleaving under sc, without weak orders\n";

// Where await classes were given up, by the reason, in the order of the table.
std::string WithoutClasses(const std::vector<Checked>& checked) {
  std::vector<std::pair<std::string, std::string>> cases;  // by remark
  for (const Checked& c : checked) {
    const std::string& remark = c.graphs.remark;
    if (remark.empty() || remark == "await classes") continue;
    auto at = std::find_if(cases.begin(), cases.end(),
                           [&remark](const auto& entry) { return entry.first == remark; });
    if (at == cases.end()) at = cases.insert(at, {remark, ""});
    at->second += (at->second.empty() ? "" : ", ") + CaseText(c.graphs.subject);
  }
  std::string text;
  for (const auto& [remark, names] : cases) text += "\n" + remark + " (" + names + ")";
  return text.empty() ? "" : text + "\n";
}

// Of the scenarios that are judged by states and report nothing: those that do end there.
std::string StatesCovered(const Plan& plan, const std::vector<Checked>& checked) {
  std::uint64_t states = 0, scenarios = 0;
  bool all = true;
  for (std::size_t i = 0; i < plan.scenarios; ++i) {
    if (!ByStates(plan.cases[i]) || !plan.cases[i].MustReport().empty()) continue;
    ++scenarios;
    states += checked[i].states.states;
    all = all && checked[i].states.exhausted;
  }
  if (scenarios == 0) return "";
  return (all ? "all " : "") + std::to_string(states) + " states of " + std::to_string(scenarios) +
         (scenarios == 1 ? " scenario" : " scenarios") + (all ? "" : " (not all)") + ", ";
}

// What all of it covered, in one line.
std::string Covered(const Plan& plan, const std::vector<Checked>& checked) {
  std::uint64_t executions = 0, graphs = 0, reached = 0, marks = 0, found = 0, bad = 0;
  bool all = true, by_graphs = checked.empty();
  for (std::size_t i = 0; i < checked.size(); ++i) {
    const Outcome& o = checked[i].all;
    by_graphs = by_graphs || ByGraphs(o.subject);
    executions += o.executions;
    graphs += checked[i].graphs.executions;
    all = all && (!ByGraphs(o.subject) || checked[i].graphs.exhausted);
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
  if (by_graphs) {
    line += (all ? "all " : "") + std::to_string(graphs) + " graphs visited" +
            (all ? ", " : " (not all), ");
  }
  return line + StatesCovered(plan, checked) + std::to_string(executions) + " executions sampled";
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
    const CheckTables tables(plan->cases, plan->scenarios, 2 * plan->search.executions,
                             2 * plan->mutant_search.executions);
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
  if (AnyByStates(plan->cases)) out << kWhatSearchesMean;
  int status = checked.empty() ? kCut : kAsExpected;
  std::vector<Outcome> outcomes;
  for (const Checked& c : checked) {
    const Outcome& o = outcomes.emplace_back(c.all);
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
