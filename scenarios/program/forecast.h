// How much of an exhaustive search is left, for the status line.
#ifndef SCENARIOS_PROGRAM_FORECAST_H_
#define SCENARIOS_PROGRAM_FORECAST_H_

#include <functional>
#include <optional>

#include "scenarios/program/progress.h"
#include "sim/sim.h"

namespace scenarios {

// To be asked by `search`, between two executions. All must outlive it.
Progress::Ask ForecastOf(const sim::Exhaustive& search, const std::function<void()>& body,
                         const sim::Options& options);

// Of a search on several threads: the tree is seen from its root, when it is first asked, and no
// better later. `again` is set once the search has started again: then nothing is known. Never
// asked by two threads at the same time. All must outlive it.
Progress::Ask ForecastOfThreads(const sim::Exhaustive::Config& config, const bool& again,
                                const std::function<void()>& body, const sim::Options& options);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_FORECAST_H_
