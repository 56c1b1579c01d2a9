#include "scenarios/program/cmd_run.h"

#include <optional>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include "absl/strings/str_split.h"
#include "scenarios/exit_status.h"
#include "scenarios/program/bazel_shard.h"
#include "scenarios/program/covered.h"
#include "scenarios/program/failure.h"
#include "scenarios/program/kept_states.h"
#include "scenarios/program/outcome.h"
#include "scenarios/program/outputs.h"
#include "scenarios/program/resume.h"
#include "scenarios/program/search.h"
#include "scenarios/replay_line.h"

namespace scenarios {
namespace {

// Options that mean something to some explorers only.
struct OfSomeExplorers {
  const char* option;
  const char* explorer;
  const char* another = "";
};
constexpr OfSomeExplorers kOfSomeExplorers[] = {{"--depth", "pct"},
                                                {"--preemptions", "enumerate"},
                                                {"--reduction", "exhaustive", "states"},
                                                {"--jobs", "exhaustive", "states"},
                                                {"--shard", "exhaustive", "states"},
                                                {"--resume", "exhaustive", "states"},
                                                {"--states", "states"},
                                                {"--order", "states"}};

absl::Status Bad(const std::string& sentence) { return absl::InvalidArgumentError(sentence); }

// Everything that the arguments ask for, checked.
struct Plan {
  Case subject;
  Search search;
  Seed seed;
  Outputs outputs;
  bool alone = false;  // nobody will merge what came of the shard
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

absl::StatusOr<std::optional<sim::Shard>> ShardOfBazel(const Arguments& arguments,
                                                       const std::string& explorer,
                                                       const Environment& environment) {
  const auto bazel = BazelShard(environment);
  if (!bazel.ok() || !bazel->has_value()) return bazel;
  const bool divides = explorer == "exhaustive" || explorer == "states";
  if (divides && !arguments.Has("--shard")) return bazel;
  return Bad(
      "TEST_TOTAL_SHARDS is " + std::to_string((*bazel)->count) + ", which means nothing " +
      (arguments.Has("--shard") ? "with --shard" : "to '" + explorer + "'") +
      "; allowed: --explorer=exhaustive or states without --shard, or a test without shard_count");
}

// Only searches by digests in depth can be left and divided.
absl::Status CheckParts(const Arguments& arguments, bool divided) {
  for (const auto& [option, value, instead] :
       {std::tuple("--states", "exact", "digests"), std::tuple("--order", "breadth", "depth")}) {
    if (arguments.Text(option) != value) continue;
    const char* part = arguments.Has("--resume") ? "--resume" : divided ? "a shard" : "";
    if (*part == 0) continue;
    return Bad(std::string(part) + " means nothing with " + option + "=" + value +
               "; allowed: " + option + "=" + instead);
  }
  return absl::OkStatus();
}

absl::Status CheckOptions(const Arguments& arguments, const std::string& explorer) {
  for (const auto& [option, whose, another] : kOfSomeExplorers) {
    if (!arguments.Has(option) || explorer == whose || explorer == another) continue;
    const std::string either = *another == 0 ? "" : std::string(" or ") + another;
    return Bad(std::string(option) + " means nothing to '" + explorer +
               "'; allowed: with --explorer=" + whose + either);
  }
  const std::string reduction = arguments.Text("--reduction");
  if (explorer == "states" ? reduction == "classes" : reduction == "persistent") {
    return Bad("--reduction=" + reduction + " means nothing to '" + explorer + "'; allowed: none" +
               (explorer == "states" ? ", persistent" : ", classes"));
  }
  return absl::OkStatus();
}

absl::StatusOr<Plan> PlanOf(const Arguments& arguments, const Environment& environment) {
  auto subject = CaseOf(arguments, environment.catalog);
  if (!subject.ok()) return subject.status();
  const std::string explorer =
      arguments.Has("--explorer") ? arguments.Text("--explorer") : "random";
  const absl::Status fits = CheckOptions(arguments, explorer);
  if (!fits.ok()) return fits;
  if (explorer == "states") {
    if (arguments.Text("--memory") == "rc11") {
      return Bad("--memory=rc11 means nothing to 'states'; allowed: sc, or --explorer=exhaustive");
    }
    const absl::Status sc = SetMemory(*subject, "sc");
    if (!sc.ok()) return sc;
  }
  if (arguments.Has("--seed") && VisitsAll(explorer)) {
    return Bad("--seed means nothing to '" + explorer +
               "'; allowed: with --explorer=random or pct");
  }
  const auto bazel = ShardOfBazel(arguments, explorer, environment);
  if (!bazel.ok()) return bazel.status();
  const absl::Status whole = CheckParts(arguments, bazel->has_value() || arguments.Has("--shard"));
  if (!whole.ok()) return whole;
  absl::StatusOr<Seed> seed = Seed::None();
  if (!VisitsAll(explorer)) {
    seed = ChooseSeed(arguments.Number("--seed"), (*subject).scenario->name, environment);
  }
  if (!seed.ok()) return seed.status();
  Search search = SearchOf(arguments, *seed, DefaultExecutions(arguments));
  search.explorer = explorer;
  if (bazel->has_value()) search.shard = **bazel;
  if (arguments.Has("--resume") && explorer == "states") {
    auto from = StatesFrom(arguments.Text("--resume"), *subject, search);
    if (!from.ok()) return from.status();
    search.going_on = *std::move(from);
  } else if (arguments.Has("--resume")) {
    const auto from = ResumeFrom(arguments.Text("--resume"), environment.catalog, *subject, search);
    if (!from.ok()) return from.status();
    search.resume = *from;
  }
  const auto outputs = OutputsOf(arguments, environment);
  if (!outputs.ok()) return outputs.status();
  return Plan{*subject, search, *seed, *outputs, bazel->has_value()};
}

// The status line is gone when it returns.
Outcome Look(const Plan& plan, const Progress::Config& config, const Environment& environment,
             std::ostream& err) {
  Progress progress(config, environment, err);
  const Searched searched = Run(plan.search, plan.subject, progress);
  Outcome outcome = JudgeRun(plan.subject, searched, progress.cut());
  if (plan.search.explorer != "exhaustive" && plan.search.explorer != "states") return outcome;
  outcome.fragment = FragmentOf(plan.subject, plan.search, searched);
  const bool states = outcome.fragment->by_states;
  if (plan.alone && outcome.status == kAsExpected &&
      !StartForAllShards(plan.subject, *outcome.fragment).empty()) {
    outcome.verdict = states ? "this shard knows what the others may not"
                             : "the tree of this shard is not that of all others";
    outcome.status = kCut;
    outcome.as_promised = false;
  }
  return outcome;
}

// Only a search that goes on from somewhere can find that it is not where it was.
bool PositionDiffers(const Outcome& outcome) {
  return outcome.failure && outcome.failure->finding.verdict == sim::Verdict::kDiverged;
}

// What to run next, if anything is left; with its end.
std::string LineToGoOn(const Plan& plan, const Outcome& outcome, const Arguments& arguments) {
  if (!outcome.fragment) return "";
  if (const std::string start = StartForAllShards(plan.subject, *outcome.fragment);
      plan.alone && !start.empty()) {
    return "run all shards with what this one learned: --resume=" + start + "\n";
  }
  if (outcome.fragment->by_states) {
    return LineToGoOnWithStates(plan.subject, *outcome.fragment, arguments, plan.outputs);
  }
  const std::string resume =
      ResumeCommand(plan.subject, *outcome.fragment, arguments, plan.outputs);
  return resume.empty() ? "" : "resume: " + resume + "\n";
}

}  // namespace

int RunScenario(const Arguments& arguments, const Environment& environment, std::ostream& out,
                std::ostream& err) {
  const absl::StatusOr<Plan> plan = PlanOf(arguments, environment);
  if (!plan.ok()) {
    err << "railyard run: " << plan.status().message() << "\n";
    return kUsage;
  }
  AnswerBazel(environment);
  out << plan->seed.Line() << std::endl;
  const Progress::How how = Progress::HowOf(arguments.Text("--progress"), environment);
  const Outcome outcome = Look(*plan,
                               {.how = how,
                                .limit_ms = arguments.Milliseconds("--time"),
                                .of = plan->subject.scenario->marks.size()},
                               environment, err);
  if (PositionDiffers(outcome)) {
    err << "railyard run: --resume: " << outcome.failure->finding.message << "\n";
    return kDiverged;
  }
  if (outcome.failure) out << FailureText(plan->subject, *outcome.failure) << "\n";
  out << CoveredLine(outcome) << "\n";
  out << LineToGoOn(*plan, outcome, arguments);
  if (plan->seed.used()) out << plan->seed.Line() << "\n";
  out << std::flush;
  absl::Status written;
  if (outcome.fragment) {
    written = KeepStates(plan->subject, *outcome.fragment, plan->outputs);
  }
  written.Update(
      Write(plan->outputs, plan->seed, outcome.status, {outcome}, /*promised_too=*/true));
  if (!written.ok()) {
    err << "railyard run: " << written.message() << "\n";
    return kInternal;
  }
  return outcome.status;
}

}  // namespace scenarios
