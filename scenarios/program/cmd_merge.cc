#include "scenarios/program/cmd_merge.h"

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/exit_status.h"
#include "scenarios/program/covered.h"
#include "scenarios/program/failure.h"
#include "scenarios/program/merge_summaries.h"
#include "scenarios/program/outcome.h"
#include "scenarios/program/outputs.h"
#include "scenarios/program/resume.h"

namespace scenarios {
namespace {

absl::StatusOr<Merged> MergedOf(const Arguments& arguments, const Environment& environment) {
  if (arguments.positional().empty()) {
    return absl::InvalidArgumentError(
        "takes files, not 0; allowed: the summaries (--json) of all runs of one exhaustive search");
  }
  std::vector<Summary> summaries;
  for (const std::string& file : arguments.positional()) {
    auto summary = ReadSummary(environment.catalog, file);
    if (!summary.ok()) return summary.status();
    summaries.push_back(*std::move(summary));
  }
  return MergeSummaries(std::move(summaries));
}

}  // namespace

int MergeRuns(const Arguments& arguments, const Environment& environment, std::ostream& out,
              std::ostream& err) {
  const absl::StatusOr<Merged> merged = MergedOf(arguments, environment);
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
  const Fragment& fragment = merged->fragment;
  const Searched searched = SearchedGraphs(merged->subject, fragment.result, fragment.left_out);
  Outcome outcome = JudgeRun(merged->subject, searched, Progress::Cut::kNo);
  outcome.fragment = fragment;
  if (outcome.failure) out << FailureText(merged->subject, *outcome.failure) << "\n";
  out << CoveredLine(outcome) << "\n";
  for (const Fragment& unfinished : merged->unfinished) {
    out << "resume: " << ResumeCommand(merged->subject, unfinished, Arguments(), Outputs()) << "\n";
  }
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
