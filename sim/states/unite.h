// One result of the shards of a search by states.
#ifndef SIM_STATES_UNITE_H_
#define SIM_STATES_UNITE_H_

#include <string>
#include <variant>
#include <vector>

#include "sim/states/states.h"

namespace sim {

// The result of the search that was not divided, of those of all its shards, in order; or one
// sentence that says why they do not make one. States that several visited count once. It is equal
// to that of the search in one go (states, steps, ends, marks, whether all was visited) if no shard
// has a finding. There is a finding in one of them exactly if there is one in that search; told is
// that of the first shard that has one, with what it and those before it visited until then, which
// may be another than that search finds, and after another number of states. (Nobody knows the
// order of that search who has not made it.) What selfcheck_every compared is not told.
//
// Each result needs its position, which is taken. Steps that were left out were so because of what
// the shard learned; where shards learned different things, their states are not those of one
// search, and the sentence says so: see WhatAllKnow.
std::variant<StatesResult, std::string> Unite(std::vector<StatesResult> shards);

// What all of these learned together, and whether one of them knows too little of it.
struct CommonKnowledge {
  bool matters = false;
  StatesPosition beginning;  // of any shard that knows all of it
};
CommonKnowledge WhatAllKnow(const std::vector<StatesResult>& shards);

}  // namespace sim

#endif  // SIM_STATES_UNITE_H_
