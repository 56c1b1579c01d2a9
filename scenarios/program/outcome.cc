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

// What the catalog promises of what was run.
struct Promise {
  bool reports = false;  // one of MustReport()
  bool marks = false;
};

Promise PromiseOf(const Case& subject, std::span<const Searched> searches) {
  bool everything = true;
  bool in_many_orders = searches.empty();
  for (const Searched& s : searches) {
    everything = everything && (s.covered.empty() || s.result.exhausted);
    in_many_orders = in_many_orders || s.result.explorer != "exhaustive";
  }
  const bool listed = subject.AsListed() && everything;
  return {.reports = listed && !subject.MustReport().empty(),
          .marks = listed && in_many_orders && subject.mutant == nullptr};
}

// Of the marks that other executions had to come to, once nothing else is wrong.
void JudgeMarks(Outcome& outcome, const Promise& promise, const std::string& verdict) {
  const std::uint64_t missed = outcome.marks.size() - outcome.reached();
  if (missed == 0 || !promise.marks) return Set(outcome, kAsExpected, verdict);
  Set(outcome, kMissed, verdict + ", but missed " + outcome.missed());
}

void JudgeFinding(Outcome& outcome, const Promise& promise) {
  const sim::Finding& finding = outcome.failure->finding;
  const std::string reported = Reported(finding);
  if (!promise.reports) return Set(outcome, StatusOf(finding.verdict), reported);
  const std::vector<std::string>& must = outcome.subject.MustReport();
  if (std::find(must.begin(), must.end(), reported) != must.end()) {
    return JudgeMarks(outcome, promise, reported + ", as it must");
  }
  const int status = StatusOf(finding.verdict);
  const bool sound = status == kRuleBroken || status == kDeadlock || status == kDataRace;
  Set(outcome, sound ? kMissed : status, reported + " instead of " + absl::StrJoin(must, " or "));
}

// `done`: all that it had to visit was, which may be nothing.
void JudgePass(Outcome& outcome, const Promise& promise, bool cut, bool done) {
  if (outcome.cut == Progress::Cut::kInterrupted) return Set(outcome, kCut, "interrupted");
  if (outcome.executions == 0 && !done)
    return Set(outcome, kCut, "0 executions: nothing was checked");
  if (cut) return Set(outcome, kCut, "cut before every execution was visited");
  if (promise.reports) {
    return Set(outcome, kMissed,
               "not found: " + absl::StrJoin(outcome.subject.MustReport(), " or "));
  }
  JudgeMarks(outcome, promise, "pass");
}

void Count(const Searched& search, Outcome& outcome) {
  outcome.explorer = search.result.explorer;
  outcome.executions += search.result.executions;
  outcome.states += search.states;
  outcome.findings += search.result.findings;
  outcome.exhausted = outcome.exhausted || search.result.exhausted;
  outcome.covered = search.covered;
  outcome.remark = search.result.remark;
  for (const sim::Marks::Mark& m : search.result.marks) {
    for (Outcome::Mark& mine : outcome.marks) {
      if (mine.name == m.name) mine.executions += m.executions;
    }
  }
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

Outcome Judge(const Case& subject, std::span<const Searched> searches, Progress::Cut cut) {
  Outcome outcome;
  outcome.subject = subject;
  outcome.cut = cut;
  for (const char* name : subject.scenario->marks) outcome.marks.push_back({name, 0});
  bool wrong = false;  // there is a finding other than those that must be
  bool cut_short = false;
  bool done_part = false;
  const std::vector<std::string>& must = subject.MustReport();
  for (const Searched& search : searches) {
    const sim::Result& result = search.result;
    if (result.findings > 0) {
      const bool right =
          std::find(must.begin(), must.end(), Reported(result.finding)) != must.end();
      if (!outcome.failure || (!right && !wrong)) {
        outcome.failure = result;
        outcome.found_after = outcome.executions + result.found_after;
      }
      wrong = wrong || !right;
    }
    done_part = done_part || (IsPart(result) && search.finished);
    cut_short = cut_short || (search.visits_all && search.covered.empty());
    Count(search, outcome);
  }
  const Promise promise = PromiseOf(subject, searches);
  if (outcome.failure) {
    JudgeFinding(outcome, promise);
  } else {
    JudgePass(outcome, promise, cut_short, done_part);
  }
  return outcome;
}

Outcome JudgeRun(const Case& subject, const Searched& search, Progress::Cut cut) {
  Outcome outcome = Judge(subject, std::span(&search, 1), cut);
  if (outcome.failure) outcome.status = StatusOf(search.result.finding.verdict);
  return outcome;
}

std::string Reported(const sim::Finding& finding) {
  return finding.verdict == sim::Verdict::kRuleBroken ? finding.rule : NameOf(finding.verdict);
}

}  // namespace scenarios
