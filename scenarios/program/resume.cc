#include "scenarios/program/resume.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <variant>

#include "absl/strings/ascii.h"
#include "scenarios/program/kept_states.h"
#include "scenarios/replay_line.h"
#include "sim/explore/position.h"

namespace scenarios {
namespace {

absl::Status Bad(const std::string& sentence) { return absl::InvalidArgumentError(sentence); }

constexpr char kAllowed[] = "; allowed: what a run printed behind 'resume:', or @FILE, its summary";

std::string ShardOf(const sim::Shard& shard) {
  return shard.count == 1 ? "a run without --shard" : ShardText(shard);
}

// Where the run of a summary ended.
absl::StatusOr<std::string> EndOf(const Summary& summary, const Case& subject,
                                  const Search& search) {
  const Fragment& f = summary.fragment;
  const std::string name = "'" + summary.file + "' is of ";
  if (CaseText(summary.subject) != CaseText(subject)) {
    return Bad(name + CaseText(summary.subject) + "; allowed: one of " + CaseText(subject));
  }
  const sim::Shard shard{f.result.shard, f.result.shards};
  if (shard.index != search.shard.index || shard.count != search.shard.count) {
    return Bad(name + ShardOf(shard) + "; allowed: one of " + ShardOf(search.shard));
  }
  if (f.keep_going != search.keep_going) {
    return Bad(name + "a run " + (f.keep_going ? "with" : "without") +
               " --keep-going; allowed: the same here");
  }
  if (f.result.position.empty()) {
    return Bad("'" + summary.file + "' is of a run that left nothing to go on with" + kAllowed);
  }
  return f.result.position;
}

absl::StatusOr<std::string> PositionIn(const std::string& file, const Catalog& catalog,
                                       const Case& subject, const Search& search) {
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) return Bad("can't read '" + file + "'" + kAllowed);
  if (!text.starts_with("{")) return std::string(absl::StripAsciiWhitespace(text));
  const auto summary = ReadSummary(catalog, file);
  if (!summary.ok()) return summary.status();
  return EndOf(*summary, subject, search);
}

// What is wrong with going on from there.
std::string WhyNot(const sim::SearchState& from, const Case& subject, const Search& search) {
  if (from.sc != (subject.memory == sim::Memory::kSc)) {
    return std::string("it is of a search with --memory=") + (from.sc ? "sc" : "rc11");
  }
  if (from.reduced != (search.reduction == sim::Reduction::kClasses)) {
    return std::string("it is of a search with --reduction=") + (from.reduced ? "classes" : "none");
  }
  if (from.pieces == from.AtRoot().pieces) return "";
  const bool numbered = std::ranges::any_of(from.pieces, [](auto& p) { return p.number != 0; });
  if (numbered && search.shard.count == 1) return "it is of a search with --shard";
  if (!numbered && search.shard.count > 1) return "it is of a search without --shard";
  return "";
}

}  // namespace

absl::StatusOr<std::string> ResumeFrom(const std::string& option, const Catalog& catalog,
                                       const Case& subject, const Search& search) {
  absl::StatusOr<std::string> position = option;
  if (option.starts_with("@")) position = PositionIn(option.substr(1), catalog, subject, search);
  if (!position.ok()) return Bad("--resume: " + std::string(position.status().message()));
  const auto parsed = sim::ParsePosition(*position);
  if (const auto* error = std::get_if<std::string>(&parsed)) {
    return Bad("--resume: " + *error + kAllowed);
  }
  const std::string why = WhyNot(std::get<sim::SearchState>(parsed), subject, search);
  if (!why.empty()) return Bad("--resume: " + why + "; allowed: the same here");
  return position;
}

std::string ResumeCommand(const Case& subject, const Fragment& fragment, const Arguments& arguments,
                          const Outputs& outputs) {
  constexpr std::size_t kFits = 100'000;  // Linux takes 131,071 in one argument
  const sim::Result& result = fragment.result;
  if (result.position.empty() || result.stopped) return "";
  std::string more;
  for (const char* option : {"--executions", "--time", "--jobs", "--selfcheck"}) {
    if (arguments.Has(option)) more += std::string(" ") + option + "=" + arguments.Text(option);
  }
  std::string position = result.position;
  const std::string file = outputs.json.empty() && !outputs.folder.empty()
                               ? outputs.folder + "/summary.json"
                               : outputs.json;
  if (position.size() > kFits && !file.empty()) position = "@" + file;
  return RunCommand(subject, fragment, position, more);
}

std::string StartForAllShards(const Case& subject, const Fragment& fragment) {
  if (fragment.by_states) {
    const auto& position = fragment.position;
    if (fragment.result.shards == 1 || position == nullptr || position->again == 0) return "";
    sim::StatesPosition beginning = sim::BeginningOf(*position, position->learned);
    beginning.shard = {.index = 0, .count = 0};
    beginning.again = 0;
    return BeginningText(subject, fragment, beginning);
  }
  const auto began = sim::ParsePosition(fragment.from);
  const auto* from = std::get_if<sim::SearchState>(&began);
  const auto parsed = sim::ParsePosition(fragment.result.learned);
  const auto* now = std::get_if<sim::SearchState>(&parsed);
  if (fragment.result.shards == 1 || now == nullptr) return "";
  const sim::Learned before = from == nullptr ? sim::Learned() : from->learned;
  return now->learned.SameTree(before) ? "" : fragment.result.learned;
}

}  // namespace scenarios
