#include "scenarios/program/cmd_run.h"

#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "scenarios/exit_status.h"
#include "scenarios/program/failure.h"
#include "scenarios/program/outcome.h"
#include "scenarios/program/outputs.h"
#include "scenarios/program/search.h"
#include "scenarios/replay_line.h"

namespace scenarios {
namespace {

// Options that mean something to one explorer only.
struct OfOneExplorer {
  const char* option;
  const char* explorer;
};
constexpr OfOneExplorer kOfOneExplorer[] = {
    {"--depth", "pct"}, {"--preemptions", "enumerate"}, {"--reduction", "exhaustive"}};

absl::Status Bad(const std::string& sentence) { return absl::InvalidArgumentError(sentence); }

// Everything that the arguments ask for, checked.
struct Plan {
  Case subject;
  Search search;
  Seed seed;
  Outputs outputs;
};

absl::Status SetParameters(const std::string& text, Case& subject) {
  if (text.empty()) return absl::OkStatus();
  for (const std::string& pair : std::vector<std::string>(absl::StrSplit(text, ','))) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string::npos) {
      return Bad("--set can't have '" + pair + "'; allowed: name=value, several with commas");
    }
    const absl::Status status =
        SetParameter(subject, pair.substr(0, equals), pair.substr(equals + 1));
    if (!status.ok()) return Bad("--set " + pair + ": " + std::string(status.message()));
  }
  return absl::OkStatus();
}

absl::StatusOr<Case> CaseOf(const Arguments& arguments, const Catalog& catalog) {
  if (arguments.positional().size() != 1) {
    return Bad("takes one scenario, not " + std::to_string(arguments.positional().size()) +
               "; allowed: those that ./railyard list shows");
  }
  const auto scenario = FindScenario(catalog, arguments.positional()[0]);
  if (!scenario.ok()) return scenario.status();
  const Mutant* mutant = nullptr;
  if (arguments.Has("--mutant")) {
    const auto found = FindMutant(catalog, **scenario, arguments.Text("--mutant"));
    if (!found.ok()) return found.status();
    mutant = *found;
  }
  Case subject = CaseOf(**scenario, mutant);
  absl::Status status = SetParameters(arguments.Text("--set"), subject);
  if (arguments.Has("--memory")) status.Update(SetMemory(subject, arguments.Text("--memory")));
  if (const auto faults = arguments.Number("--faults")) {
    subject.faults = static_cast<std::uint32_t>(*faults);
  }
  if (!status.ok()) return status;
  return subject;
}

std::uint64_t DefaultExecutions(const Arguments& arguments) {
  if (arguments.Has("--time")) return ~std::uint64_t{0};
  return VisitsAll(arguments.Text("--explorer")) ? 10'000'000 : 10'000;
}

absl::StatusOr<Plan> PlanOf(const Arguments& arguments, const Environment& environment) {
  const auto subject = CaseOf(arguments, environment.catalog);
  if (!subject.ok()) return subject.status();
  const std::string explorer =
      arguments.Has("--explorer") ? arguments.Text("--explorer") : "random";
  for (const auto& [option, whose] : kOfOneExplorer) {
    if (!arguments.Has(option) || explorer == whose) continue;
    return Bad(std::string(option) + " means nothing to '" + explorer +
               "'; allowed: with --explorer=" + whose);
  }
  if (arguments.Has("--seed") && VisitsAll(explorer)) {
    return Bad("--seed means nothing to '" + explorer +
               "'; allowed: with --explorer=random or pct");
  }
  absl::StatusOr<Seed> seed = Seed{0, "not used"};
  if (!VisitsAll(explorer)) {
    seed = ChooseSeed(arguments.Number("--seed"), (*subject).scenario->name, environment);
  }
  if (!seed.ok()) return seed.status();
  const auto outputs = OutputsOf(arguments, environment);
  if (!outputs.ok()) return outputs.status();
  Search search = SearchOf(arguments, *seed, DefaultExecutions(arguments));
  search.explorer = explorer;
  return Plan{*subject, search, *seed, *outputs};
}

// The status line is gone when it returns.
Outcome Look(const Plan& plan, const Progress::Config& config, const Environment& environment,
             std::ostream& err) {
  Progress progress(config, environment, err);
  const Searched searched = Run(plan.search, plan.subject, progress);
  Outcome outcome = Judge(plan.subject, std::span(&searched, 1), progress.cut());
  if (outcome.failure) outcome.status = StatusOf(searched.result.finding.verdict);
  return outcome;
}

// The word is kept for searches that left nothing out.
std::string NameOf(const std::string& explorer) {
  return explorer == "exhaustive" ? "each graph once" : explorer;
}

// What was covered, in one line.
std::string Covered(const Outcome& outcome) {
  std::string line = CaseText(outcome.subject) + ": " + outcome.verdict + "; " +
                     std::to_string(outcome.executions) + " executions (" +
                     NameOf(outcome.explorer) + ")";
  for (const std::string& what : {outcome.covered, outcome.remark}) {
    if (!what.empty()) line += ", " + what;
  }
  if (outcome.findings > 1) line += ", " + std::to_string(outcome.findings) + " with a finding";
  if (outcome.cut != Progress::Cut::kNo) line += std::string(", ") + NameOf(outcome.cut);
  line +=
      ", marks " + std::to_string(outcome.reached()) + "/" + std::to_string(outcome.marks.size());
  const bool one_order = outcome.explorer == "exhaustive" && !outcome.missed().empty();
  return one_order ? line + " in one order of each graph" : line;
}

}  // namespace

int RunScenario(const Arguments& arguments, const Environment& environment, std::ostream& out,
                std::ostream& err) {
  const absl::StatusOr<Plan> plan = PlanOf(arguments, environment);
  if (!plan.ok()) {
    err << "railyard run: " << plan.status().message() << "\n";
    return kUsage;
  }
  out << plan->seed.Line() << std::endl;
  const Progress::How how = Progress::HowOf(arguments.Text("--progress"), environment);
  const Outcome outcome = Look(*plan,
                               {.how = how,
                                .limit_ms = arguments.Milliseconds("--time"),
                                .of = plan->subject.scenario->marks.size()},
                               environment, err);
  if (outcome.failure) out << FailureText(plan->subject, *outcome.failure) << "\n";
  out << Covered(outcome) << "\n" << plan->seed.Line() << std::endl;
  const absl::Status written =
      Write(plan->outputs, plan->seed, outcome.status, {outcome}, /*promised_too=*/true);
  if (!written.ok()) {
    err << "railyard run: " << written.message() << "\n";
    return kInternal;
  }
  return outcome.status;
}

}  // namespace scenarios
