#include "scenarios/program/cmd_merge.h"

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/exit_status.h"
#include "scenarios/program/covered.h"
#include "scenarios/program/failure.h"
#include "scenarios/program/merge_states.h"
#include "scenarios/program/merge_summaries.h"
#include "scenarios/program/outcome.h"
#include "scenarios/program/outputs.h"
#include "scenarios/program/resume.h"

namespace scenarios {
namespace {

// What came of it all, and the lines to go on with.
struct All {
  Case subject;
  Outcome outcome;
  std::vector<std::string> lines;
};

All AllOf(const Merged& merged) {
  const Fragment& fragment = merged.fragment;
  const Searched searched = SearchedGraphs(merged.subject, fragment.result, fragment.left_out);
  All all{merged.subject, JudgeRun(merged.subject, searched, Progress::Cut::kNo), {}};
  all.outcome.fragment = fragment;
  for (const Fragment& unfinished : merged.unfinished) {
    all.lines.push_back(
        "resume: " + ResumeCommand(merged.subject, unfinished, Arguments(), Outputs()) + "\n");
  }
  return all;
}

All AllOf(const MergedStates& merged) {
  All all{merged.subject, JudgeRun(merged.subject, merged.searched, Progress::Cut::kNo),
          merged.resume};
  all.outcome.fragment = FragmentOf(merged.subject, merged.search, merged.searched);
  return all;
}

absl::StatusOr<All> MergedOf(const Arguments& arguments, const Environment& environment) {
  if (arguments.positional().empty()) {
    return absl::InvalidArgumentError(
        "takes files, not 0; allowed: the summaries (--json) of all runs of one exhaustive search, "
        "or of all shards of one by states");
  }
  std::vector<Summary> summaries;
  for (const std::string& file : arguments.positional()) {
    auto summary = ReadSummary(environment.catalog, file);
    if (!summary.ok()) return summary.status();
    summaries.push_back(*std::move(summary));
  }
  if (summaries[0].fragment.by_states) {
    const auto merged = MergeStates(std::move(summaries));
    if (!merged.ok()) return merged.status();
    return AllOf(*merged);
  }
  const auto merged = MergeSummaries(std::move(summaries));
  if (!merged.ok()) return merged.status();
  return AllOf(*merged);
}

}  // namespace

int MergeRuns(const Arguments& arguments, const Environment& environment, std::ostream& out,
              std::ostream& err) {
  const absl::StatusOr<All> merged = MergedOf(arguments, environment);
  absl::Status status = merged.status();
  absl::StatusOr<Outputs> outputs = Outputs();
  if (status.ok()) {
    outputs = OutputsOf(arguments, environment);
    status = outputs.status();
  }
  if (!status.ok()) {
    err << "railyard merge: " << status.message() << "\n";
    return kUsage;
  }
  const Outcome& outcome = merged->outcome;
  if (outcome.failure) out << FailureText(merged->subject, *outcome.failure) << "\n";
  out << CoveredLine(outcome) << "\n";
  for (const std::string& line : merged->lines) out << line;
  out << std::flush;
  const absl::Status written =
      Write(*outputs, Seed::None(), outcome.status, {outcome}, /*promised_too=*/true);
  if (!written.ok()) {
    err << "railyard merge: " << written.message() << "\n";
    return kInternal;
  }
  return outcome.status;
}

}  // namespace scenarios
