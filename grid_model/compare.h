// Whether a run did what the replay says, and if not, where it first left it.
//
// Final rounds, sum, groups and state are not enough: a wrong result word that happens to leave the
// same remainder chooses the same group, and the next round's word is right again. So every round's
// result word is compared with the replay's sum of that round, both as the leader returned it and
// as the thread received it.

#ifndef GRID_MODEL_COMPARE_H_
#define GRID_MODEL_COMPARE_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "grid_model/cpu_ring.h"
#include "grid_model/cpu_thread.h"
#include "grid_model/replay.h"

namespace grid_model {

struct Comparison {
  bool same_results = false;   // code, rounds, sum, trail, groups, each round's sum
  bool same_commands = false;  // the commands run, in order, field by field
  uint64_t state_wrong = 0;    // words of the loop's cores that differ
  std::string why;             // the first difference in a sentence; empty if there is none

  bool ok() const { return same_results && same_commands && state_wrong == 0; }
};

// `log` is the ring's; `state` the grid's words, by absolute core number; `address` the state
// tensor's. REQUIRES: `replay` comes from ReplayCores(loop).
Comparison Compare(const ReplayLoop& loop, const ReplayResult& replay, const ThreadEnd& end,
                   const std::vector<CommandRun>& log, std::span<const uint64_t> state,
                   uint64_t address);

}  // namespace grid_model

#endif  // GRID_MODEL_COMPARE_H_
