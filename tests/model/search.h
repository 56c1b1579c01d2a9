// Searches of rail scenarios, as their tests need them.
#ifndef TESTS_MODEL_SEARCH_H_
#define TESTS_MODEL_SEARCH_H_

#include <cstdint>
#include <string>

#include "scenarios/rail_scenarios.h"
#include "scenarios/scenario.h"
#include "sim/sim.h"

namespace scenarios {

enum class By { kRandomWalk, kPct };

const char* NameOf(By by);

// The rail scenario of that name.
Scenario RailScenario(const std::string& name);

// The rail mutant of that number.
Mutant RailMutant(int number);

// Runs a scenario with its defaults except for `set`, correct or with a bug, until a finding or
// `executions`.
sim::Result Search(const Scenario& scenario, const Values& set, const Mutant* mutant, By by,
                   std::uint64_t seed, std::uint64_t executions);
// The same of a mutant in its smallest scenario.
sim::Result Search(const Mutant& mutant, By by, std::uint64_t seed, std::uint64_t executions);

// What a finding is called in Mutant::caught_by: a rule's id, or the verdict's name.
std::string KindOf(const sim::Finding& finding);

}  // namespace scenarios

#endif  // TESTS_MODEL_SEARCH_H_
