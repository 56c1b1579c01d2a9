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
  // The shortest from there to such a state, and on to where the turn begins.
  std::vector<Machine::Step> way;
  std::vector<Machine::Step> turn;  // from there back to the same state
  std::string text;                 // the turn, in words
};

// Where to look: all that can be reached from these ways, but for what can be reached from
// `elsewhere`, which is taken to lead to an end.
struct Surroundings {
  std::vector<std::vector<Machine::Step>> ways = {{}};  // the initial state
  std::vector<Digest128> elsewhere = {};
};

// Visits the states once more, with the steps between them, which takes memory for each. Nothing if
// an end, a deadlock or a finding can be reached from every state. The turn was taken once more
// before it is told.
std::optional<Livelock> FindLivelock(Machine& machine, Expand expand,
                                     const Surroundings& where = {});

}  // namespace sim

#endif  // SIM_STATES_LIVELOCK_H_
