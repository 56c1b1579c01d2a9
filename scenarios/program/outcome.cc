#include "scenarios/program/outcome.h"

#include <algorithm>
#include <cstring>

#include "absl/strings/str_join.h"
#include "scenarios/exit_status.h"

namespace scenarios {
namespace {

void Set(Outcome& outcome, int status, const std::string& verdict) {
  outcome.status = status;
  outcome.verdict = verdict;
  outcome.as_promised = status == kAsExpected;
}

// Of the marks that other executions had to come to, once nothing else is wrong.
void JudgeMarks(Outcome& outcome, const std::string& verdict) {
  const std::uint64_t missed = outcome.marks.size() - outcome.reached();
  if (missed == 0 || outcome.subject.mutant != nullptr || !outcome.subject.AsListed()) {
    return Set(outcome, kAsExpected, verdict);
  }
  Set(outcome, kMissed, verdict + ", but missed " + outcome.missed());
}

void JudgeFinding(Outcome& outcome) {
  const sim::Finding& finding = outcome.failure->finding;
  const std::string reported = Reported(finding);
  const std::vector<std::string>& must = outcome.subject.MustReport();
  if (must.empty() || !outcome.subject.AsListed()) {
    return Set(outcome, StatusOf(finding.verdict), reported);
  }
  if (std::find(must.begin(), must.end(), reported) != must.end()) {
    return JudgeMarks(outcome, reported + ", as it must");
  }
  const int status = StatusOf(finding.verdict);
  const bool sound = status == kRuleBroken || status == kDeadlock || status == kDataRace;
  Set(outcome, sound ? kMissed : status, reported + " instead of " + absl::StrJoin(must, " or "));
}

void JudgePass(Outcome& outcome) {
  if (outcome.cut == Progress::Cut::kInterrupted) return Set(outcome, kCut, "interrupted");
  if (outcome.executions == 0) return Set(outcome, kCut, "0 executions: nothing was checked");
  const std::vector<std::string>& must = outcome.subject.MustReport();
  if (!must.empty() && outcome.subject.AsListed()) {
    return Set(outcome, kMissed, "not found: " + absl::StrJoin(must, " or "));
  }
  JudgeMarks(outcome, "pass");
}

}  // namespace

std::uint64_t Outcome::reached() const {
  return static_cast<std::uint64_t>(
      std::count_if(marks.begin(), marks.end(), [](const Mark& m) { return m.executions > 0; }));
}

std::string Outcome::missed() const {
  std::string text;
  for (const Mark& m : marks) {
    if (m.executions == 0) text += (text.empty() ? "'" : ", '") + m.name + "'";
  }
  return text;
}

Outcome Judge(const Case& subject, std::span<const sim::Result> searches, Progress::Cut cut) {
  Outcome outcome{
      .subject = subject, .explorer = "", .cut = cut, .marks = {}, .failure = {}, .verdict = ""};
  for (const char* name : subject.scenario->marks) outcome.marks.push_back({name, 0});
  std::optional<sim::Result> wrong;  // a finding other than those that must be
  const std::vector<std::string>& must = subject.MustReport();
  for (const sim::Result& result : searches) {
    if (result.findings > 0) {
      const bool right =
          std::find(must.begin(), must.end(), Reported(result.finding)) != must.end();
      if (!outcome.failure || (!right && !wrong)) {
        outcome.failure = result;
        outcome.found_after = outcome.executions + result.found_after;
      }
      if (!right) wrong = result;
    }
    outcome.explorer = result.explorer;
    outcome.executions += result.executions;
    outcome.findings += result.findings;
    outcome.exhausted = outcome.exhausted || result.exhausted;
    for (const sim::Marks::Mark& m : result.marks) {
      for (Outcome::Mark& mine : outcome.marks) {
        if (mine.name == m.name) mine.executions += m.executions;
      }
    }
  }
  if (outcome.failure) {
    JudgeFinding(outcome);
  } else {
    JudgePass(outcome);
  }
  return outcome;
}

std::string Reported(const sim::Finding& finding) {
  return finding.verdict == sim::Verdict::kRuleBroken ? finding.rule : NameOf(finding.verdict);
}

}  // namespace scenarios
