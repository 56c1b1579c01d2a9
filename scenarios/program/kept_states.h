// What a states search that was ended keeps, so that it can go on; and what a shard leaves for
// `merge`. It is too much for a command line, and lies in a file beside the summary.
#ifndef SCENARIOS_PROGRAM_KEPT_STATES_H_
#define SCENARIOS_PROGRAM_KEPT_STATES_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "scenarios/program/fragment.h"
#include "scenarios/program/options.h"
#include "scenarios/program/outputs.h"

namespace scenarios {

// SUMMARY.states; "" if no summary is written.
std::string KeptStatesFile(const Outputs& outputs);
inline std::string KeptStatesOf(const std::string& summary) { return summary + ".states"; }

// Where --resume=@FILE (what was kept, or the summary beside it) or --resume=s1:... (what shards
// learned) says that it goes on. An error says what does not fit.
absl::StatusOr<std::shared_ptr<sim::StatesPosition>> StatesFrom(const std::string& option,
                                                                const Case& subject,
                                                                const Search& search);

// What the fragment's summary has beside it.
absl::StatusOr<std::shared_ptr<sim::StatesPosition>> ReadKeptStates(const Summary& summary);

// Keeps the fragment's position, if it has one and there is a place.
absl::Status KeepStates(const Case& subject, const Fragment& fragment, const Outputs& outputs);

// The command that goes on where a run ended, or why there is none; "" if nothing is left. With
// its end.
std::string LineToGoOnWithStates(const Case& subject, const Fragment& fragment,
                                 const Arguments& arguments, const Outputs& outputs);

// "s1:...", for --resume: the beginning of any shard that knows as much.
std::string BeginningText(const Case& subject, const Fragment& fragment,
                          const sim::StatesPosition& beginning);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_KEPT_STATES_H_
