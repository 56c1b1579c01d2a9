#include "scenarios/program/check_case.h"

#include <vector>

namespace scenarios {
namespace {

// No search at all once time is up.
Outcome SearchGraphs(const Case& subject, Search search, Progress& progress) {
  search.explorer = "exhaustive";
  search.executions = kMostGraphs;
  search.keep_going = !subject.MustReport().empty();
  std::vector<Searched> searches;
  if (progress.cut() == Progress::Cut::kNo) searches.push_back(Run(search, subject, progress));
  return Judge(subject, searches, progress.cut());
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

Outcome Both(const Outcome& graphs, const Outcome& sampled) {
  Outcome both = sampled;
  both.graphs = Outcome::Graphs{.visited = graphs.executions,
                                .found_after = graphs.found_after,
                                .all = graphs.exhausted,
                                .remark = graphs.remark};
  both.exhausted = graphs.exhausted;
  both.covered = graphs.covered;
  const bool bad_sample = sampled.failure && !sampled.as_promised;
  if (graphs.failure && !bad_sample) {
    both.failure = graphs.failure;
    both.found_after = graphs.found_after;
  }
  const Outcome& judge = graphs.as_promised || bad_sample ? sampled : graphs;
  both.as_promised = judge.as_promised;
  both.status = judge.status;
  both.verdict = judge.verdict;
  const bool one_alone = graphs.as_promised != sampled.as_promised && sampled.executions > 0;
  if (one_alone && !both.subject.MustReport().empty()) {
    both.verdict = (&judge == &graphs ? "exhaustive search: " : "sampling: ") + judge.verdict;
  }
  return both;
}

}  // namespace

Checked CheckCase(const Case& subject, const Search& sampling, Progress& progress) {
  Checked checked;
  checked.graphs = SearchGraphs(subject, sampling, progress);
  const bool wrong = checked.graphs.failure && !checked.graphs.as_promised;
  checked.sampled =
      wrong ? Judge(subject, {}, progress.cut()) : Sample(subject, sampling, progress);
  checked.both = Both(checked.graphs, checked.sampled);
  return checked;
}

}  // namespace scenarios
