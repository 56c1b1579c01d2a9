// The exhaustive search on several threads.
#ifndef SIM_EXPLORE_PARALLEL_H_
#define SIM_EXPLORE_PARALLEL_H_

#include <functional>

#include "sim/explore/exhaustive.h"
#include "sim/explore/explore.h"

namespace sim {

// The same as Explore(body, Exhaustive(config), options), by `jobs` threads: the result is equal
// field by field, whatever `jobs` is and however the threads run, but for these:
//
//   - `position` may be another one that leaves the same to be visited;
//   - Options::selfcheck_every picks other executions;
//   - if Options::observe ends the search, that depends on time; then the result counts what was
//     visited up to then, and the position leaves what was not.
//
// The first thread begins at the root. Whenever another one has nothing to do, a busy one gives it
// the subtree that it would visit last; a subtree is told by the way to it, so nothing is shared
// but the list of them, which keeps the order of the search in one go. A first finding is one that
// has none before it in that order: what comes behind is dropped, what comes before is visited.
//
// Each thread has a copy of `body`, which is called on several at once: all that it shares with
// itself must be made inside it, or const. Options::observe is called on all of them, but never
// twice at the same time, and in no particular order. With `jobs` 1 there are no threads.
Result ExploreInParallel(const std::function<void()>& body, const Exhaustive::Config& config,
                         const Options& options, int jobs);

}  // namespace sim

#endif  // SIM_EXPLORE_PARALLEL_H_
