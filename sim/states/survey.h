// A look around before a search: who touches what, and which reduction pays.
#ifndef SIM_STATES_SURVEY_H_
#define SIM_STATES_SURVEY_H_

#include "sim/states/machine.h"
#include "sim/states/walk.h"

namespace sim {

// Walks down from the initial state some times, a fixed choice of steps, so that the machine learns
// who touches what. Gives kPersistent if persistent sets would leave out half of the steps, or if
// fibers come back to states of their own; else kOneOrder.
Expand Survey(Machine& machine);

}  // namespace sim

#endif  // SIM_STATES_SURVEY_H_
