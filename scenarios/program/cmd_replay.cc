#include "scenarios/program/cmd_replay.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string>

#include "scenarios/exit_status.h"
#include "scenarios/replay_line.h"
#include "sim/report/table.h"

namespace scenarios {
namespace {

absl::Status Bad(const std::string& sentence) { return absl::InvalidArgumentError(sentence); }

absl::StatusOr<Replayable> Read(const Catalog& catalog, const std::string& argument) {
  if (argument.find('#') != std::string::npos) {
    absl::StatusOr<Replayable> line = ParseReplayLine(catalog, argument);
    if (!line.ok()) return Bad("replay line, " + std::string(line.status().message()));
    return line;
  }
  std::error_code error;
  std::ifstream file(argument, std::ios::binary);
  if (!file || std::filesystem::is_directory(argument, error)) {
    return Bad("'" + argument +
               "' can't be read; allowed: a readable file, or a line SCENARIO?name=value#t1:...");
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  absl::StatusOr<Replayable> found = ParseReplayFile(catalog, text);
  if (!found.ok()) return Bad(argument + ", " + std::string(found.status().message()));
  return found;
}

absl::StatusOr<Replayable> ReplayableOf(const Arguments& arguments, const Catalog& catalog) {
  if (arguments.positional().size() != 1) {
    return Bad("takes one line or file, not " + std::to_string(arguments.positional().size()) +
               "; allowed: what stands behind 'replay:' in a failure, or a kept file");
  }
  return Read(catalog, arguments.positional()[0]);
}

// The first `steps` steps.
sim::Trace Until(sim::Trace trace, std::size_t steps) {
  trace.steps.resize(steps);
  return trace;
}

}  // namespace

int ReplayFailure(const Arguments& arguments, const Environment& environment, std::ostream& out,
                  std::ostream& err) {
  const auto replayable = ReplayableOf(arguments, environment.catalog);
  if (!replayable.ok()) {
    err << "railyard replay: " << replayable.status().message() << "\n";
    return kUsage;
  }
  sim::Options options = replayable->subject.Options();
  options.points = replayable->points;
  const sim::Result result = sim::ReplayTape(replayable->subject.Body(), replayable->tape, options);
  const std::size_t steps = result.trace.steps.size();
  const auto until = arguments.Number("--until");
  if (until && *until > steps) {
    err << "railyard replay: --until can't be '" << *until << "'; allowed: 1 to " << steps
        << ", the steps of this execution\n";
    return kUsage;
  }
  out << sim::Sentence(result) << "\n";
  if (until) {
    out << "\nuntil step " << *until << " of " << steps << "\n"
        << sim::Table(Until(result.trace, *until), /*all=*/true) << "\n";
  } else if (steps > 0) {
    out << "\n" << sim::Table(result.trace) << "\n";
  }
  out << "replay: " << ReplayCommand(*replayable) << "\n";
  return StatusOf(result.finding.verdict);
}

}  // namespace scenarios
