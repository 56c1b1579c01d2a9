#include "scenarios/program/one_search.h"

#include <utility>

namespace scenarios {
namespace {

// In what two of them must not differ, as options.
std::string SettingsOf(const Summary& s) {
  std::string text = SettingsText(s.subject, s.fragment.reduction == sim::Reduction::kNone);
  if (!s.fragment.by_states && s.fragment.keep_going) text += " --keep-going";
  return text;
}

}  // namespace

absl::Status OfOneSearch(const std::vector<Summary>& summaries, bool by_states) {
  const Summary& first = summaries[0];
  for (const Summary& s : summaries) {
    const sim::Result& result = s.fragment.result;
    if (s.fragment.by_states != by_states) {
      return Bad(Quoted(s) + (by_states ? " is of graphs; allowed: those of one search, by states"
                                        : " is of a search by states; allowed: those of one "
                                          "search, of graphs"));
    }
    if (SettingsOf(s) != SettingsOf(first)) {
      return Bad(Quoted(s) + " is of " + SettingsOf(s) + " and " + Quoted(first) + " of " +
                 SettingsOf(first) + "; allowed: those of one search");
    }
    if (by_states && result.shards == 1) {
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

}  // namespace scenarios
