// The direct rail: what it promises, its callers' duties, and the bugs that must be caught.
#ifndef SCENARIOS_RAIL_SCENARIOS_H_
#define SCENARIOS_RAIL_SCENARIOS_H_

#include <vector>

#include "scenarios/catalog.h"
#include "scenarios/scenario.h"

namespace scenarios {

std::vector<Scenario> RailScenarios();

// Numbered as in the contract's list; from 61 our own.
std::vector<Mutant> RailMutants();

std::vector<Rule> RailRules();

}  // namespace scenarios

#endif  // SCENARIOS_RAIL_SCENARIOS_H_
