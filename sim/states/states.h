// Every state of a program exactly once, under sequential consistency.
#ifndef SIM_STATES_STATES_H_
#define SIM_STATES_STATES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "sim/explore/explore.h"
#include "sim/explore/partition.h"
#include "sim/states/machine.h"
#include "sim/states/pass.h"
#include "sim/states/position.h"
#include "sim/states/walk.h"

namespace sim {

enum class SearchOrder : std::uint8_t {
  kDepth,  // on from where it is, as far as it goes: fastest
  // Nearest states first, by all steps and one thread: the way to a finding is the shortest.
  // 8 bytes more a state.
  kBreadth,
};

struct StatesConfig {
  std::uint64_t states = UINT64_MAX;  // gives up after so many
  // The author's promise of ExhaustiveConfig::snapshots; steps are then undone instead of running
  // the program again.
  bool snapshots = false;
  // Which steps are taken; none: Survey decides. Where a reduction turns out not to be sound for
  // the program, the search starts again with one that is (StatesResult::expand).
  std::optional<Expand> expand = {};
  // Threads, each with a program of its own: the body must be fit for that. The result does not
  // depend on how many.
  int jobs = 1;
  // Full keys in place of digests, for small models: see exact.h. By one thread.
  bool exact = false;
  SearchOrder order = SearchOrder::kDepth;
  // Told now and then how many states were visited, by one thread at a time.
  std::function<void(std::uint64_t states)> visited = {};
  // Goes on from StatesResult::position, by any number of threads; what it holds is taken. The
  // result is that of the search that was not stopped. (But of the pairs of ways that
  // selfcheck_every compares: with the same number of threads.) `states` bounds what comes now. One
  // that belongs to another program gives kDiverged.
  std::shared_ptr<StatesPosition> resume = {};
  // Visits only this part of the states; see pass.h, and Unite in unite.h. A shard looks for a
  // livelock in all that can be reached from its part.
  Shard shard = {};
  // So many states are where parts begin; the same in all shards.
  std::size_t frontier = kFrontier;
};

struct StatesResult {
  // executions: ways that came to an end of all fibers; events: steps taken; found_after: states
  // visited until then
  Result result;
  std::uint64_t states = 0;
  std::uint64_t steps = 0;  // transitions: those that are possible; with kPersistent, its own
  Expand expand = Expand::kAll;
  const char* why_not_reduced = nullptr;  // if nothing could be left out
  std::size_t way = 0;                    // steps that lead to the finding, if there is one
  // Of the chance that two of the states had one digest, and something was left out; 0 if exact.
  double collision = 0;
  std::uint64_t key_bytes = 0;   // of exact keys
  bool left_out_faults = false;  // some ways would have had more than Limits::max_faults
  bool saved = false;            // steps were undone by what was saved
  std::uint64_t tested = 0;      // pairs of ways to one state that were taken on
  // Where it goes on, if something is left; also of a shard that is over. None with exact keys, or
  // in breadth.
  std::shared_ptr<StatesPosition> position = {};
};

// That two of so many states had one digest.
double ChanceOfCollision(std::uint64_t states);

// Depth first over what fibers can do next, with a set of the states that were visited; for models
// whose fibers take locks and wait a lot, which have many orders and few states. A state is what
// Machine says. What is found is replayed under Memory::kSc, with a tape. It stops at the first
// finding. If there is none, it looks for a livelock: states from which no end can be reached. The
// tape of one leads into it, and then goes round until a limit ends it. A use of what is destroyed
// may have no tape: no execution shows it, only a state in which both could come next. Not
// reentrant: never call it on a fiber.
//
// Options: memory is Memory::kSc whatever is set; limits and expect_marks hold; keep_going and
// observe do not. go_on is asked at each step. selfcheck_every: where a fiber's past was given up
// (sim::local_state, a poll), of one state in so many it is tested that it did not matter; what
// promise.h says of that is a finding (misuse). With one thread only.
StatesResult ExploreStates(const std::function<void()>& body, const StatesConfig& config = {},
                           const Options& options = {});

}  // namespace sim

#endif  // SIM_STATES_STATES_H_
