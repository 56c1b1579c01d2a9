#include "scenarios/program/check_case.h"

#include <algorithm>
#include <string>
#include <vector>

namespace scenarios {
namespace {

// No search at all once time is up.
Outcome SearchAll(const Case& subject, Search search, Progress& progress) {
  search.keep_going = !subject.MustReport().empty();
  std::vector<Searched> searches;
  if (progress.cut() == Progress::Cut::kNo) searches.push_back(Run(search, subject, progress));
  return Judge(subject, searches, progress.cut());
}

Outcome SearchGraphs(const Case& subject, Search search, Progress& progress) {
  search.explorer = "exhaustive";
  search.executions = kMostGraphs;
  return SearchAll(subject, search, progress);
}

// What it finds is told, and replayed, under sc.
Outcome SearchStates(const Case& subject, Search search, Progress& progress) {
  search.explorer = "states";
  search.executions = kMostStates;
  Outcome outcome = SearchAll(subject, search, progress);
  outcome.subject.memory = sim::Memory::kSc;
  return outcome;
}

// A mutant, and a scenario that must not fail, until the first finding.
Outcome Sample(const Case& subject, Search search, Progress& progress) {
  search.keep_going = subject.mutant == nullptr && !subject.MustReport().empty();
  std::vector<Searched> searches;
  for (const char* explorer : {"random", "pct"}) {
    if (progress.cut() != Progress::Cut::kNo) break;
    search.explorer = explorer;
    searches.push_back(Run(search, subject, progress));
    if (searches.back().result.findings > 0 && !search.keep_going) break;
  }
  return Judge(subject, searches, progress.cut());
}

bool FoundWrong(const Outcome& outcome) { return outcome.failure && !outcome.as_promised; }

// One of the searches that judge a case.
struct Judgement {
  const char* by;
  const Outcome* outcome;
};

// The first that is not as promised; but what sampling found and must not be comes first.
const Judgement& Deciding(const std::vector<Judgement>& judgements) {
  const Judgement& sampling = judgements.back();
  if (FoundWrong(*sampling.outcome)) return sampling;
  for (const Judgement& j : judgements) {
    if (!j.outcome->as_promised) return j;
  }
  return sampling;
}

// The failure that is told: what sampling found and must not be, else that of the first search.
const Judgement* Telling(const std::vector<Judgement>& judgements) {
  const Judgement& sampling = judgements.back();
  if (FoundWrong(*sampling.outcome)) return &sampling;
  for (const Judgement& j : judgements) {
    if (j.outcome->failure) return &j;
  }
  return nullptr;
}

Outcome All(const Outcome& sampled, const std::vector<Judgement>& judgements) {
  Outcome all = sampled;
  const Outcome& exhaustive = *judgements.front().outcome;
  all.exhausted = exhaustive.exhausted;
  all.covered = exhaustive.covered;
  if (const Judgement* const telling = Telling(judgements); telling != nullptr) {
    all.subject.memory = telling->outcome->subject.memory;
    all.failure = telling->outcome->failure;
    all.found_after = telling->outcome->found_after;
  }
  const Judgement& judge = Deciding(judgements);
  all.as_promised = judge.outcome->as_promised;
  all.status = judge.outcome->status;
  all.verdict = judge.outcome->verdict;
  const bool alone =
      std::any_of(judgements.begin(), judgements.end(), [&judge](const Judgement& j) {
        return j.outcome->as_promised != judge.outcome->as_promised;
      });
  const bool searched = judge.outcome->executions > 0;
  if (alone && searched && !judge.outcome->as_promised && !sampled.subject.MustReport().empty()) {
    all.verdict = judge.by + (": " + judge.outcome->verdict);
  }
  return all;
}

Outcome::Exhaustive Exhaustive(const Outcome& outcome, std::uint64_t visited) {
  return {.visited = visited,
          .found_after = outcome.found_after,
          .all = outcome.exhausted,
          .remark = outcome.remark};
}

}  // namespace

Checked CheckCase(const Case& subject, const Search& sampling, Progress& progress) {
  Checked checked;
  std::vector<Judgement> judgements;
  bool wrong = false;
  if (ByGraphs(subject)) {
    checked.graphs = SearchGraphs(subject, sampling, progress);
    judgements.push_back({"exhaustive search", &checked.graphs});
    wrong = FoundWrong(checked.graphs);
  }
  if (ByStates(subject) && !wrong) {
    checked.states = SearchStates(subject, sampling, progress);
    judgements.push_back({"states", &checked.states});
    wrong = FoundWrong(checked.states);
  }
  checked.sampled =
      wrong ? Judge(subject, {}, progress.cut()) : Sample(subject, sampling, progress);
  judgements.push_back({"sampling", &checked.sampled});
  checked.all = All(checked.sampled, judgements);
  if (ByGraphs(subject)) {
    checked.all.by_graphs = Exhaustive(checked.graphs, checked.graphs.executions);
  }
  if (ByStates(subject)) {
    checked.all.by_states = Exhaustive(checked.states, checked.states.states);
  }
  return checked;
}

}  // namespace scenarios
