#include "scenarios/program/merge_states.h"

#include <optional>
#include <utility>
#include <variant>

#include "scenarios/program/kept_states.h"
#include "scenarios/replay_line.h"
#include "sim/sim.h"

namespace scenarios {
namespace {

using Summaries = std::vector<Summary>;

absl::Status Bad(const std::string& sentence) { return absl::InvalidArgumentError(sentence); }
std::string Quoted(const Summary& summary) { return "'" + summary.file + "'"; }
bool IsOver(const Summary& summary) {
  return summary.fragment.result.exhausted || summary.fragment.result.findings > 0;
}

std::string SettingsOf(const Summary& s) {
  return CaseText(s.subject) +
         (s.fragment.reduction == sim::Reduction::kNone ? " --reduction=none" : "");
}

absl::Status Belong(const Summaries& summaries) {
  const Summary& first = summaries[0];
  for (const Summary& s : summaries) {
    const sim::Result& result = s.fragment.result;
    if (!s.fragment.by_states) {
      return Bad(Quoted(s) + " is of graphs; allowed: those of one search, by states");
    }
    if (SettingsOf(s) != SettingsOf(first)) {
      return Bad(Quoted(s) + " is of " + SettingsOf(s) + " and " + Quoted(first) + " of " +
                 SettingsOf(first) + "; allowed: those of one search");
    }
    if (result.shards == 1) {
      return Bad(Quoted(s) +
                 " is of a run by states without --shard, which tells of all before it; allowed: "
                 "those of all shards");
    }
    if (result.shards != first.fragment.result.shards) {
      return Bad(Quoted(s) + " is one of " + std::to_string(result.shards) + " shards and " +
                 Quoted(first) + " one of " + std::to_string(first.fragment.result.shards) +
                 "; allowed: those of one search");
    }
    if (result.finding.verdict == sim::Verdict::kNondeterminism) {
      return Bad(Quoted(s) + " is of a program that is not deterministic: " +
                 result.finding.message + "; allowed: programs whose parts make a whole");
    }
  }
  return absl::OkStatus();
}

// The last run of each shard: each tells of all before it.
absl::StatusOr<std::vector<const Summary*>> LastOfEach(const Summaries& summaries) {
  const std::uint32_t count = summaries[0].fragment.result.shards;
  std::vector<const Summary*> last(count, nullptr);
  for (const Summary& s : summaries) {
    const Summary*& known = last[s.fragment.result.shard];
    if (known == nullptr || (IsOver(s) && !IsOver(*known))) {
      known = &s;
    } else if (IsOver(s)) {
      return Bad(Quoted(s) + " is of the same part as " + Quoted(*known) +
                 "; allowed: one of them");
    } else if (!IsOver(*known)) {
      return Bad(Quoted(s) + " and " + Quoted(*known) +
                 " are of one shard, and neither is over; allowed: the last of them");
    }
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (last[i] != nullptr) continue;
    return Bad(ShardText({i, count}) + " is missing; allowed: the summaries of all " +
               std::to_string(count));
  }
  return last;
}

sim::StatesResult ResultOf(const Summary& summary, std::shared_ptr<sim::StatesPosition> position) {
  const Fragment& fragment = summary.fragment;
  return {.result = fragment.result,
          .states = position->walked.states,
          .steps = position->walked.steps,
          .expand = position->expand,
          .why_not_reduced =
              fragment.reduction == sim::Reduction::kNone ? nullptr : position->learned.why_not(),
          .way = fragment.way,
          .left_out_faults = position->left_out_faults,
          .position = std::move(position)};
}

absl::Status LearnedDifferentThings(const Summary& any, const sim::StatesPosition& beginning) {
  Fragment first = any.fragment;
  first.result.shard = 0;
  return Bad(
      "the shards learned different things of the program, so that their states are not "
      "those of one search; allowed: the summaries of " +
      std::to_string(first.result.shards) + " runs that begin with what all know: " +
      RunCommand(any.subject, first, BeginningText(any.subject, first, beginning)) + ", and so on");
}

}  // namespace

absl::Status Repeat(const Case& subject, sim::Result& result) {
  if (result.confirmed == 0 || !result.has_tape) return absl::OkStatus();  // it never came again
  sim::Options options = subject.Options();
  options.points = result.points;
  sim::Result again = sim::ReplayTape(subject.Body(), result.tape, options);
  const sim::Finding& now = again.finding;
  const sim::Finding& then = result.finding;
  if (now.verdict != then.verdict || now.rule != then.rule || now.message != then.message ||
      now.where != then.where) {
    return Bad("the failure \"" + then.message +
               "\" does not come again: the summaries are of another version of the program; "
               "allowed: those of this one");
  }
  result.finding = again.finding;
  result.trace = std::move(again.trace);
  return absl::OkStatus();
}

absl::StatusOr<MergedStates> MergeStates(Summaries summaries) {
  if (const absl::Status status = Belong(summaries); !status.ok()) return status;
  const auto last = LastOfEach(summaries);
  if (!last.ok()) return last.status();
  MergedStates merged{.subject = summaries[0].subject, .search = {}, .searched = {}, .resume = {}};
  merged.search.explorer = "states";
  merged.search.every_step = summaries[0].fragment.reduction == sim::Reduction::kNone;
  std::vector<sim::StatesResult> shards;
  for (const Summary* summary : *last) {
    auto position = ReadKeptStates(*summary);
    if (!position.ok()) return position.status();
    if (!IsOver(*summary)) {
      Fragment fragment = summary->fragment;
      fragment.position = *position;
      merged.resume.push_back(
          LineToGoOnWithStates(merged.subject, fragment, Arguments(),
                               {.folder = "", .json = summary->file, .junit = ""}));
    }
    shards.push_back(ResultOf(*summary, *std::move(position)));
  }
  if (const sim::CommonKnowledge known = sim::WhatAllKnow(shards); known.matters) {
    return LearnedDifferentThings(summaries[0], known.beginning);
  }
  auto united = sim::Unite(std::move(shards));
  if (const auto* why = std::get_if<std::string>(&united)) {
    return Bad("the summaries make no whole: " + *why + "; allowed: those of this version");
  }
  auto& all = std::get<sim::StatesResult>(united);
  constexpr int kReplays = 3;  // what is confirmed less often no replay shows
  if (all.result.confirmed == kReplays) {
    if (const absl::Status status = Repeat(merged.subject, all.result); !status.ok()) return status;
  }
  merged.searched = SearchedStates(merged.search, merged.subject, std::move(all));
  return merged;
}

}  // namespace scenarios
