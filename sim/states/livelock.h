// States from which no end can be reached any more, though fibers go on.
#ifndef SIM_STATES_LIVELOCK_H_
#define SIM_STATES_LIVELOCK_H_

#include <optional>
#include <string>
#include <vector>

#include "sim/states/machine.h"
#include "sim/states/walk.h"

namespace sim {

struct Livelock {
  std::vector<Machine::Step> way;   // the shortest to such a state, and to where the turn begins
  std::vector<Machine::Step> turn;  // from there back to the same state
  std::string text;                 // the turn, in words
};

// Visits the states once more, with the steps between them, which takes memory for each. Nothing if
// an end can be reached from every state. Requires: no way leads to a finding. The turn was taken
// once more before it is told.
std::optional<Livelock> FindLivelock(Machine& machine, Expand expand);

}  // namespace sim

#endif  // SIM_STATES_LIVELOCK_H_
