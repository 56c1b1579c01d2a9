// What an exhaustive search can be told.
#ifndef SIM_EXPLORE_EXHAUSTIVE_CONFIG_H_
#define SIM_EXPLORE_EXHAUSTIVE_CONFIG_H_

#include <cstdint>
#include <string>

#include "sim/explore/partition.h"

namespace sim {

// Await classes: where an await learns no more than the class of what it saw, the writes of one
// class differ only in how much they order. Of those that the await may take, the oldest of each
// class stands for all, since it orders least: every race, later read and broken rule that another
// allows, it allows as well. That holds as long as, along coherence order, no write orders less
// than the one before, and no seq_cst event is about; the search looks, and starts again without
// classes where it does not, which remark() then says. Awaits that also write are not reduced.
// (Found twice by this team, compared on random programs at length; not proven.)
enum class Reduction : std::uint8_t { kNone, kClasses };

struct ExhaustiveConfig {
  std::uint64_t executions = UINT64_MAX;  // gives up after so many
  Reduction reduction = Reduction::kClasses;
  // A promise of the author: all that the body and its fibers change, from one event to the next,
  // is on their stacks or in sim's own objects; nothing on the heap, nothing that outlives an
  // execution. Then an execution that begins as an earlier one did goes on from a copy of its
  // stacks, and what came before is not run again. The result is the same, sooner.
  //
  // While operator new has given more than was deleted, nothing is copied, nor with monitors,
  // sim::yield, Memory::kSc, a sanitizer that knows stacks, or a fiber that was left in a catch
  // block: then the program runs from the beginning. Anything else that breaks the promise is not
  // seen (malloc, a global variable): executions would begin with what another one left.
  bool snapshots = false;
  // Goes on with the execution after those that this says were visited: a Position of a search of
  // the same program with the same settings.
  std::string resume = {};
  // Visits only this part of the tree; see partition.h, and Merge in merge.h.
  Shard shard = {};
};

}  // namespace sim

#endif  // SIM_EXPLORE_EXHAUSTIVE_CONFIG_H_
