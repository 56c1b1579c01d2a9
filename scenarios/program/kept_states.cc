#include "scenarios/program/kept_states.h"

#include <sstream>
#include <string>
#include <utility>
#include <variant>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "scenarios/program/one_search.h"
#include "scenarios/replay_line.h"
#include "sim/sim.h"

namespace scenarios {
namespace {

using Position = std::shared_ptr<sim::StatesPosition>;
constexpr char kText[] = "s1:";
constexpr char kAllowed[] =
    "; allowed: what a run with --explorer=states printed behind 'resume:', or @FILE, its summary";

bool EveryStep(const Fragment& fragment) { return fragment.reduction == sim::Reduction::kNone; }

std::string WithShard(const std::string& settings, const sim::Shard& shard) {
  if (shard.count == 1) return settings;
  return settings + " --shard=" + std::to_string(shard.index + 1) + "/" +
         std::to_string(shard.count);
}

absl::StatusOr<Position> Fitting(std::variant<sim::KeptPosition, std::string> read,
                                 const std::string& name, const std::string& settings,
                                 const sim::Shard& shard) {
  if (const auto* why = std::get_if<std::string>(&read)) return Bad(name + " " + *why + kAllowed);
  auto& kept = std::get<sim::KeptPosition>(read);
  const sim::Shard own = kept.position.shard;
  const bool same = own.count == 0 || (own.index == shard.index && own.count == shard.count);
  if (kept.search != settings || !same) {
    return Bad(name + " is of " + WithShard(kept.search, own.count == 0 ? shard : own) +
               "; allowed: one of " + WithShard(settings, shard));
  }
  return std::make_shared<sim::StatesPosition>(std::move(kept.position));
}

std::string Given(const std::string& name, const std::string& value) {
  return value.empty() ? "" : " --" + name + "=" + value;
}

}  // namespace

std::string KeptStatesFile(const Outputs& outputs) {
  if (!outputs.json.empty()) return KeptStatesOf(outputs.json);
  return outputs.folder.empty() ? "" : KeptStatesOf(outputs.folder + "/summary.json");
}

absl::StatusOr<Position> StatesFrom(const std::string& option, const Case& subject,
                                    const Search& search) {
  const std::string settings = SettingsText(subject, search.every_step);
  if (option.starts_with(kText)) {
    std::string bytes;
    if (!absl::WebSafeBase64Unescape(option.substr(sizeof kText - 1), &bytes)) bytes.clear();
    std::istringstream in(bytes);
    return Fitting(sim::ReadPosition(in), "--resume: what stands there", settings, search.shard);
  }
  if (!option.starts_with("@")) {
    return Bad("--resume can't be '" + option + "'" + kAllowed);
  }
  std::string file = option.substr(1);
  if (!absl::EndsWith(file, ".states")) file = KeptStatesOf(file);
  auto from =
      Fitting(sim::ReadPositionFile(file), "--resume: '" + file + "'", settings, search.shard);
  if (from.ok() && (*from)->visited != nullptr && (*from)->ways.empty()) {
    return Bad("--resume: '" + file + "' is of a run that left nothing to go on with" + kAllowed);
  }
  return from;
}

absl::StatusOr<Position> ReadKeptStates(const Summary& summary) {
  const std::string file = KeptStatesOf(summary.file);
  const Fragment& fragment = summary.fragment;
  auto read = sim::ReadPositionFile(file);
  const std::string name = "'" + file + "'";
  if (const auto* why = std::get_if<std::string>(&read)) {
    return Bad(name + " " + *why + "; allowed: what the run left beside its summary");
  }
  auto position = Fitting(std::move(read), name, SettingsText(summary.subject, EveryStep(fragment)),
                          {fragment.result.shard, fragment.result.shards});
  if (position.ok() && (*position)->walked.states != fragment.states) {
    return Bad(name + " has " + std::to_string((*position)->walked.states) +
               " states and the summary beside it tells of " + std::to_string(fragment.states) +
               "; allowed: those of one run");
  }
  return position;
}

absl::Status KeepStates(const Case& subject, const Fragment& fragment, const Outputs& outputs) {
  const std::string file = KeptStatesFile(outputs);
  if (fragment.position == nullptr || file.empty()) return absl::OkStatus();
  const std::string error = sim::WritePositionFile(
      {SettingsText(subject, EveryStep(fragment)), *fragment.position}, file);
  return error.empty() ? absl::OkStatus() : absl::UnavailableError(error);
}

std::string LineToGoOnWithStates(const Case& subject, const Fragment& fragment,
                                 const Arguments& arguments, const Outputs& outputs) {
  if (fragment.position == nullptr || fragment.position->ways.empty()) return "";
  const std::string file = KeptStatesFile(outputs);
  if (file.empty()) {
    return "nothing was kept to go on with: that needs --out=DIR or --json=FILE\n";
  }
  std::string more;
  for (const char* name : {"--executions", "--time", "--jobs", "--selfcheck"}) {
    if (arguments.Has(name)) more += std::string(" ") + name + "=" + arguments.Text(name);
  }
  more += Given("out", outputs.folder) + Given("json", outputs.json);
  return "resume: " + RunCommand(subject, fragment, "@" + file, more) + "\n";
}

std::string BeginningText(const Case& subject, const Fragment& fragment,
                          const sim::StatesPosition& beginning) {
  std::ostringstream bytes;
  sim::WritePosition({SettingsText(subject, EveryStep(fragment)), beginning}, bytes);
  return kText + absl::WebSafeBase64Escape(bytes.str());
}

}  // namespace scenarios
