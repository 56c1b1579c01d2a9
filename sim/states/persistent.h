// Which fibers' steps are enough to be taken from a state: persistent sets.
#ifndef SIM_STATES_PERSISTENT_H_
#define SIM_STATES_PERSISTENT_H_

#include <cstdint>

#include "sim/states/machine.h"

namespace sim {

// Of the fibers that can step, those of which all steps are to be taken from the machine's state,
// and no others need be: as few as can be found, all that have a step if there is nothing better. A
// function of the state and of what is known of who touches what.
//
// The set is persistent (Godefroid, "Partial-Order Methods for the Verification of Concurrent
// Systems", 1996, chapter 4): whatever the fibers outside of it do from here on commutes with its
// steps, until one of those is taken. It is closed under: if a member can step, all who may ever
// conflict with that step are members; if it waits, so are all who may end its wait.
//
// Condition on cycles: a set that is smaller than all has no step that may lead its fiber back to a
// state of its own (by local_state, or a poll that led to nothing). A cycle of states has such a
// step of each fiber that moves in it, so in one of its states all steps are taken, and nobody is
// put off for ever. So what is searched has: the same deadlocks and ends; each broken rule, race
// and mark, since every order of steps that do not commute is taken; and a livelock if there is
// one, since each state that is left out leads to one that is not.
Accesses::Fibers PersistentSet(Machine& machine, Accesses::Fibers can);

}  // namespace sim

#endif  // SIM_STATES_PERSISTENT_H_
