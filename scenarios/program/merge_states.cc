#include "scenarios/program/merge_states.h"

#include <optional>
#include <utility>
#include <variant>

#include "scenarios/program/kept_states.h"
#include "scenarios/program/one_search.h"
#include "scenarios/replay_line.h"
#include "sim/sim.h"

namespace scenarios {
namespace {

using Summaries = std::vector<Summary>;

bool IsOver(const Summary& summary) {
  return summary.fragment.result.exhausted || summary.fragment.result.findings > 0;
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

absl::StatusOr<MergedStates> MergeStates(Summaries summaries) {
  if (const absl::Status status = OfOneSearch(summaries, /*by_states=*/true); !status.ok()) {
    return status;
  }
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
