#include "scenarios/program/covered.h"

#include "scenarios/replay_line.h"

namespace scenarios {
namespace {

// The word is kept for searches that left nothing out.
std::string NameOf(const std::string& explorer) {
  return explorer == "exhaustive" ? "each graph once" : explorer;
}

// Of a search that visits a part of all there is.
std::string PartOf(const Outcome& outcome) {
  if (!outcome.fragment) return "";
  const sim::Result& result = outcome.fragment->result;
  std::string text;
  if (result.before > 0) text = " after " + std::to_string(result.before) + " of earlier runs";
  if (result.shards > 1 && outcome.covered.empty()) {
    text += ", " + ShardText({result.shard, result.shards});
  }
  return text;
}

}  // namespace

std::string CoveredLine(const Outcome& outcome) {
  std::string line = CaseText(outcome.subject) + ": " + outcome.verdict + "; " +
                     std::to_string(outcome.executions) + " executions (" +
                     NameOf(outcome.explorer) + ")" + PartOf(outcome);
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

}  // namespace scenarios
