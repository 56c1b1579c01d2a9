// Executions run again: to replay a tape, to confirm a finding, to compare.
#ifndef SIM_EXPLORE_RERUN_H_
#define SIM_EXPLORE_RERUN_H_

#include <functional>
#include <memory>

#include "sim/explore/explore.h"

namespace sim {

// On the heap: an engine is too large for a fiber's stack, from which Explore may be called by
// mistake. It belongs to the thread that makes it.
std::unique_ptr<Execution> MakeEngine(const Options& options, Points points);

// Runs a tape once; a misfit becomes the finding.
Finding RunTape(Execution& engine, const std::function<void()>& body, const Tape& tape, bool trace);

// Gives the result the tape of its finding, which the last run of `engine` came to. `guided`: that
// run asked no questions. False if it has none: only a guided run can find it.
bool TakeTape(const Execution& engine, bool guided, const std::function<void()>& body,
              const Options& options, Result& result);
// Replays what was found; the result then holds the trace, or the difference.
void Confirm(const std::function<void()>& body, const Options& options, Result& result);

// Whether the execution that `engine` just ran, which passed, comes out the same when `second`
// repeats it.
bool SameAgain(const Execution& engine, bool guided, Execution& second,
               const std::function<void()>& body);

}  // namespace sim

#endif  // SIM_EXPLORE_RERUN_H_
