#include "scenarios/program/merge_summaries.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <variant>

#include "scenarios/program/one_search.h"
#include "scenarios/replay_line.h"
#include "sim/explore/merge.h"
#include "sim/explore/position.h"

namespace scenarios {
namespace {

using Summaries = std::vector<Summary>;

// How much was known where a run began: it never gets less.
int KnownBefore(const Summary& s) {
  const auto parsed = sim::ParsePosition(s.fragment.from);
  const auto* from = std::get_if<sim::SearchState>(&parsed);
  if (from == nullptr) return 0;
  int known = 1 + (from->learned.no_classes != nullptr) + from->learned.incomplete;
  for (const auto& habits : from->learned.habits) {
    for (const std::uint8_t bits : habits) known += __builtin_popcount(bits);
  }
  return known;
}

// It was ended where it began.
bool GotNowhere(const Summary& s) {
  return !s.fragment.from.empty() && s.fragment.from == s.fragment.result.position;
}

// The runs of one shard in the order of time: each goes on where the one before it ended. Several
// rows of such runs are there where the shard had to begin again.
absl::Status PutInOrder(Summaries& shard) {
  if (!std::ranges::all_of(shard, GotNowhere)) std::erase_if(shard, GotNowhere);
  std::map<std::string, const Summary*> by_start;
  for (const Summary& s : shard) {
    const auto [other, is_new] = by_start.emplace(s.fragment.from, &s);
    if (is_new) continue;
    return Bad(Quoted(s) + " is of the same part as " + Quoted(*other->second) +
               "; allowed: one of them");
  }
  Summaries heads, ordered;
  for (const Summary& s : shard) {
    const bool follows =
        !s.fragment.from.empty() && std::ranges::any_of(shard, [&s](const Summary& before) {
          return before.fragment.result.position == s.fragment.from;
        });
    if (follows) continue;
    if (s.fragment.result.before > 0) {
      return Bad(Quoted(s) + " goes on after " + std::to_string(s.fragment.result.before) +
                 " executions of runs that are missing; allowed: all of them together");
    }
    heads.push_back(s);
  }
  std::ranges::stable_sort(heads, {}, KnownBefore);
  for (const Summary& head : heads) {
    const Summary* at = &head;
    for (std::size_t i = 0; i < shard.size(); ++i) {
      ordered.push_back(*at);
      const auto next = by_start.find(at->fragment.result.position);
      if (at->fragment.result.position.empty() || next == by_start.end()) break;
      at = next->second;
    }
  }
  shard = std::move(ordered);
  return absl::OkStatus();
}

// Those that count: what came before a shard began again does not.
std::vector<Fragment> Counting(const Summaries& shard) {
  std::vector<Fragment> counting;
  for (const Summary& s : shard) {
    if (s.fragment.result.started_again) counting.clear();
    counting.push_back(s.fragment);
  }
  return counting;
}

absl::Status CannotMerge(const Case& subject, const Fragment& any, std::vector<sim::Result> results,
                         const std::string& why) {
  const std::string start = sim::StartForAll(std::move(results));
  if (start.empty()) return Bad("the summaries make no whole: " + why);
  Fragment first = any;
  first.result.shard = 0;
  return Bad(
      "the shards learned different things of the program, so that their parts are not those of "
      "one tree; allowed: the summaries of " +
      std::to_string(any.result.shards) +
      " runs that begin with what all know: " + RunCommand(subject, first, start) + ", and so on");
}

}  // namespace

absl::StatusOr<Merged> MergeSummaries(Summaries summaries) {
  if (const absl::Status status = OfOneSearch(summaries, /*by_states=*/false); !status.ok())
    return status;
  const Fragment any = summaries[0].fragment;
  Merged merged{.subject = summaries[0].subject, .fragment = {}, .unfinished = {}};
  std::vector<Summaries> shards(any.result.shards);
  for (Summary& s : summaries) shards[s.fragment.result.shard].push_back(std::move(s));
  LeftOut left_out;
  std::vector<sim::Result> results;
  for (std::uint32_t i = 0; i < shards.size(); ++i) {
    if (shards[i].empty()) {
      return Bad(ShardText({i, any.result.shards}) + " is missing; allowed: the summaries of all " +
                 std::to_string(any.result.shards));
    }
    if (const absl::Status status = PutInOrder(shards[i]); !status.ok()) return status;
    const std::vector<Fragment> counting = Counting(shards[i]);
    for (const Fragment& f : counting) {
      left_out.Add(f.left_out);
      results.push_back(f.result);
    }
    if (const Fragment& last = counting.back(); !last.result.position.empty()) {
      merged.unfinished.push_back(last);
    }
  }
  auto total = sim::Merge(results);
  if (const auto* why = std::get_if<std::string>(&total)) {
    return CannotMerge(merged.subject, any, std::move(results), *why);
  }
  merged.fragment = {.reduction = any.reduction,
                     .keep_going = any.keep_going,
                     .from = "",
                     .result = std::get<sim::Result>(std::move(total)),
                     .left_out = left_out};
  sim::Result& result = merged.fragment.result;
  if (any.result.shards == 1) result.position = results.back().position;
  if (result.findings > 0) {
    if (const absl::Status status = Repeat(merged.subject, result); !status.ok()) return status;
  }
  return merged;
}

}  // namespace scenarios
