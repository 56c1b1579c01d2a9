// Small programs on sim alone, to see what a finding looks like: a race, a deadlock, a broken rule.
#ifndef SCENARIOS_SIM_SCENARIOS_H_
#define SCENARIOS_SIM_SCENARIOS_H_

#include <vector>

#include "scenarios/scenario.h"

namespace scenarios {

std::vector<Scenario> SimScenarios();

// Numbered from 101; below are the mutants of the rail's contract.
std::vector<Mutant> SimMutants();

}  // namespace scenarios

#endif  // SCENARIOS_SIM_SCENARIOS_H_
