// Where a search by states stands: all that it takes to go on as if it had never been stopped.
#ifndef SIM_STATES_POSITION_H_
#define SIM_STATES_POSITION_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/explore/partition.h"
#include "sim/states/promise.h"
#include "sim/states/visited.h"
#include "sim/states/walk.h"

namespace sim {

// A search makes passes until it learns nothing new that it relied on (accesses.h); this is within
// one of them. Belongs to one program, its settings, and its shard.
struct StatesPosition {
  Shard shard = {};
  std::uint32_t again = 0;  // how often it began again since nothing but a look around was known
  Expand expand = Expand::kAll;
  Accesses known{false};    // who touches what, as it was when the pass began
  Accesses learned{false};  // now
  // Whether one thread alone came here, so that the first finding of one that goes on is the same
  // in every run; and whether it must be so, since several threads have found something.
  bool in_order = true;
  bool only_in_order = false;
  Walked walked = {};
  bool left_out_faults = false;
  std::vector<std::string> marks;    // that were reached, in that order
  std::shared_ptr<Visited> visited;  // null: the pass has not begun, and all above says nothing
  std::vector<Way> ways;             // what is left
  std::vector<Counted> counted;      // of a shard: what its states add to the whole
  Promise::Memory tested;
  Digest128 root = {};  // the initial state
};

// The same without what was visited: where another search begins that knows as much.
inline StatesPosition BeginningOf(const StatesPosition& position, const Accesses& known) {
  StatesPosition beginning;
  beginning.shard = position.shard;
  beginning.again = position.again;
  beginning.expand = position.expand;
  beginning.known = beginning.learned = known;
  return beginning;
}

}  // namespace sim

#endif  // SIM_STATES_POSITION_H_
