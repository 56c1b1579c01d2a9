// What `run` and `merge` wrote, read back.
#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <variant>

#include "nlohmann/json.hpp"
#include "scenarios/program/fragment.h"
#include "scenarios/replay_line.h"
#include "sim/explore/position.h"

namespace scenarios {
namespace {

using Json = nlohmann::ordered_json;

absl::Status Bad(const std::string& sentence) { return absl::InvalidArgumentError(sentence); }

constexpr char kAllowed[] =
    "allowed: what run --explorer=exhaustive (or states) or merge wrote with --json";

// Thrown in this file only, where a summary has not what it must have.
struct Misfit {
  std::string what;
};

template <class T>
T Get(const Json& json, const char* key) {
  const auto at = json.is_object() ? json.find(key) : json.end();
  if (!json.is_object() || at == json.end()) throw Misfit{std::string("it has no '") + key + "'"};
  try {
    return at->get<T>();
  } catch (const Json::exception&) {
    throw Misfit{std::string("its '") + key + "' can't be " + at->dump()};
  }
}

std::uint64_t GetNumber(const Json& json, const char* key) {
  const auto text = Get<std::string>(json, key);
  const std::optional<std::uint64_t> number = ReadNumber(text);
  if (!number) throw Misfit{std::string("its '") + key + "' can't be '" + text + "'"};
  return *number;
}

std::string GetPosition(const Json& json, const char* key) {
  std::string text = Get<std::string>(json, key);
  if (const auto parsed = sim::ParsePosition(text);
      !text.empty() && std::holds_alternative<std::string>(parsed)) {
    throw Misfit{std::string("its '") + key + "': " + std::get<std::string>(parsed)};
  }
  return text;
}

void Need(const absl::Status& status) {
  if (!status.ok()) throw Misfit{std::string(status.message())};
}

Case CaseOf(const Catalog& catalog, const Json& json) {
  const auto scenario = FindScenario(catalog, Get<std::string>(json, "scenario"));
  Need(scenario.status());
  const Mutant* mutant = nullptr;
  if (json.contains("mutant")) {
    const auto found = FindMutant(catalog, **scenario, Get<std::string>(json, "mutant"));
    Need(found.status());
    mutant = *found;
  }
  Case subject = CaseOf(**scenario, mutant);
  const auto parameters = Get<Json>(json, "parameters");
  for (const Parameter& p : (*scenario)->parameters) {
    Need(SetParameter(subject, p.name, Get<std::string>(parameters, p.name.c_str())));
  }
  Need(SetMemory(subject, Get<std::string>(json, "memory")));
  if (json.contains("faults")) {
    const std::uint64_t faults = GetNumber(json, "faults");
    if (faults > UINT32_MAX) throw Misfit{"its 'faults' can't be so many"};
    subject.faults = static_cast<std::uint32_t>(faults);
  }
  return subject;
}

// A mark as the catalog has it, which lives as long.
sim::Marks::Mark MarkOf(const Case& subject, const std::string& name, std::uint64_t executions) {
  for (const char* known : subject.scenario->marks) {
    if (name == known) return {.name = known, .executions = executions};
  }
  throw Misfit{"it has a mark '" + name + "', which the scenario has not"};
}

sim::Part PartOf(const Case& subject, const Json& json) {
  sim::Part part{.number = static_cast<std::uint32_t>(GetNumber(json, "part")),
                 .executions = GetNumber(json, "executions"),
                 .events = GetNumber(json, "events")};
  if (json.contains("findings")) {
    part.findings = GetNumber(json, "findings");
    part.found_after = GetNumber(json, "found_after");
  }
  if (!json.contains("marks")) return part;
  for (const auto& [name, count] : json["marks"].items()) {
    part.marks.push_back(MarkOf(subject, name, GetNumber(json["marks"], name.c_str())));
  }
  return part;
}

sim::Verdict VerdictOf(const std::string& name) {
  for (int v = 0; v <= static_cast<int>(sim::Verdict::kDiverged); ++v) {
    const auto verdict = static_cast<sim::Verdict>(v);
    if (name == sim::NameOf(verdict)) return verdict;
  }
  throw Misfit{"its 'verdict' can't be '" + name + "'"};
}

void ReadFailure(const Catalog& catalog, const Json& json, sim::Result& result) {
  result.finding = {.verdict = VerdictOf(Get<std::string>(json, "verdict")),
                    .rule = Get<std::string>(json, "rule"),
                    .message = Get<std::string>(json, "message"),
                    .where = Get<std::string>(json, "where")};
  result.found_after = GetNumber(json, "found_after");
  result.confirmed = static_cast<int>(GetNumber(json, "confirmed"));
  const auto replay = Get<std::string>(json, "replay");
  result.has_tape = !replay.empty();
  if (!result.has_tape) return;
  const auto replayable = ParseReplayFile(catalog, replay);
  Need(replayable.status());
  result.tape = replayable->tape;
  result.points = replayable->points;
}

void ReadShard(const Json& json, sim::Result& result) {
  const std::uint64_t shard = GetNumber(json, "shard");
  const std::uint64_t shards = GetNumber(json, "shards");
  if (shard < 1 || shard > shards || shards > sim::Partition::kParts) {
    throw Misfit{"there is no shard " + std::to_string(shard) + " of " + std::to_string(shards)};
  }
  result.shard = static_cast<std::uint32_t>(shard - 1);
  result.shards = static_cast<std::uint32_t>(shards);
}

void ReadMarks(const Case& subject, const Json& outcome, sim::Result& result) {
  for (const Json& mark : Get<Json>(outcome, "marks")) {
    result.marks.push_back(
        MarkOf(subject, Get<std::string>(mark, "name"), GetNumber(mark, "executions")));
  }
}

Fragment StatesFragmentOf(const Catalog& catalog, const Case& subject, const Json& outcome,
                          const Json& json) {
  const auto reduction = Get<std::string>(json, "reduction");
  if (reduction != "none" && reduction != "persistent") {
    throw Misfit{"its 'reduction' can't be '" + reduction + "'"};
  }
  Fragment fragment{
      .reduction = reduction == "none" ? sim::Reduction::kNone : sim::Reduction::kClasses,
      .from = "",
      .result = {},
      .left_out = {},
      .by_states = true,
      .states = GetNumber(json, "states"),
      .way = static_cast<std::size_t>(GetNumber(json, "way"))};
  sim::Result& result = fragment.result;
  ReadShard(json, result);
  result.explorer = "states";
  result.executions = GetNumber(outcome, "executions");
  result.findings = GetNumber(outcome, "findings");
  result.exhausted = Get<bool>(json, "finished");
  result.stopped = result.findings > 0;
  ReadMarks(subject, outcome, result);
  if (result.findings > 0) ReadFailure(catalog, Get<Json>(outcome, "failure"), result);
  return fragment;
}

Fragment FragmentOf(const Catalog& catalog, const Case& subject, const Json& outcome) {
  const auto json = Get<Json>(outcome, "search");
  if (const auto format = Get<std::string>(json, "format"); format != kSummaryFormat) {
    throw Misfit{"its format is '" + format + "', and this version of railyard reads '" +
                 kSummaryFormat + "'"};
  }
  if (json.contains("explorer")) return StatesFragmentOf(catalog, subject, outcome, json);
  const auto reduction = Get<std::string>(json, "reduction");
  if (reduction != "none" && reduction != "classes") {
    throw Misfit{"its 'reduction' can't be '" + reduction + "'"};
  }
  Fragment fragment{
      .reduction = reduction == "none" ? sim::Reduction::kNone : sim::Reduction::kClasses,
      .keep_going = Get<bool>(json, "keep_going"),
      .from = GetPosition(json, "from"),
      .result = {},
      .left_out = {.limit = Get<bool>(json, "cut_an_execution"),
                   .faults = Get<bool>(json, "left_out_faults") && subject.faults.has_value()}};
  sim::Result& result = fragment.result;
  ReadShard(json, result);
  result.before = GetNumber(json, "before");
  result.started_again = Get<bool>(json, "started_again");
  result.executions = GetNumber(outcome, "executions");
  result.events = GetNumber(json, "events");
  result.findings = GetNumber(outcome, "findings");
  result.exhausted = Get<bool>(json, "finished");
  result.stopped = result.findings > 0 && !fragment.keep_going;
  result.explorer = "exhaustive";
  result.remark = Get<std::string>(outcome, "remark");
  result.position = GetPosition(json, "position");
  result.learned = GetPosition(json, "learned");
  for (const Json& part : Get<Json>(json, "parts")) {
    result.parts.push_back(PartOf(subject, part));
  }
  ReadMarks(subject, outcome, result);
  if (result.findings > 0) ReadFailure(catalog, Get<Json>(outcome, "failure"), result);
  return fragment;
}

}  // namespace

absl::StatusOr<Summary> ReadSummary(const Catalog& catalog, const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) return Bad("can't read '" + file + "'; " + kAllowed);
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return Bad("'" + file + "' is no JSON; " + kAllowed);
  try {
    const auto outcomes = Get<Json>(json, "outcomes");
    if (outcomes.size() != 1)
      throw Misfit{"it tells of " + std::to_string(outcomes.size()) + " cases"};
    Summary summary{.file = file, .subject = CaseOf(catalog, outcomes[0]), .fragment = {}};
    summary.fragment = FragmentOf(catalog, summary.subject, outcomes[0]);
    return summary;
  } catch (const Misfit& misfit) {
    return Bad("'" + file + "' is no summary of an exhaustive search of one case: " + misfit.what +
               "; " + kAllowed);
  }
}

}  // namespace scenarios
