// The line that repeats an execution: what ran, and its tape.
#ifndef SCENARIOS_REPLAY_LINE_H_
#define SCENARIOS_REPLAY_LINE_H_

#include <string>

#include "absl/status/statusor.h"
#include "scenarios/catalog.h"
#include "sim/choice/tape.h"

namespace scenarios {

// SCENARIO[?name=value[&name=value...]]#TAPE, without spaces or quotes:
//   rail/failure?n=1&runs=2&mutant=ready-plain-store#t1:f1/3f0r1/2
// The names are the scenario's parameters, where they differ from its own defaults (a mutant's
// settings are written out: the line must survive their change), then `mutant`, `memory`, `faults`
// and `points` where they are not the usual. No parameter may have one of these four names.
struct Replayable {
  Case subject;
  sim::Tape tape;
  sim::Points points = sim::Points::kWhereItMatters;  // that the tape was made with
};
// The first finding of a search.
inline Replayable ReplayableOf(const Case& subject, const sim::Result& result) {
  return {subject, result.tape, result.points};
}

std::string ReplayLine(const Replayable& replayable);
// What ran, in the same form.
std::string CaseText(const Case& subject);

// Inverse of ReplayLine. The error names the place: "character 12: ..." (from 1).
absl::StatusOr<Replayable> ParseReplayLine(const Catalog& catalog, const std::string& line);

// The command that a user pastes: ./railyard replay '...'
std::string ReplayCommand(const Replayable& replayable);

// What a schedule file holds: the case, then one choice a line, with what was chosen in words.
std::string ScheduleText(const Replayable& replayable);

// Finds what to replay in the text of a file: the first replay command in it (a log, failure.txt,
// failure.json), a bare replay line, or a schedule. Errors as above, with the line's number.
absl::StatusOr<Replayable> ParseReplayFile(const Catalog& catalog, const std::string& text);

}  // namespace scenarios

#endif  // SCENARIOS_REPLAY_LINE_H_
