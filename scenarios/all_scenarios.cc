#include "scenarios/all_scenarios.h"

#include <iterator>
#include <utility>

#include "scenarios/rail_scenarios.h"
#include "scenarios/sim_scenarios.h"

namespace scenarios {
namespace {

template <class T>
std::vector<T> Both(std::vector<T> first, std::vector<T> second) {
  first.insert(first.end(), std::make_move_iterator(second.begin()),
               std::make_move_iterator(second.end()));
  return first;
}

}  // namespace

Catalog AllScenarios() {
  return {.scenarios = Both(SimScenarios(), RailScenarios()),
          .mutants = Both(SimMutants(), RailMutants()),
          .rules = RailRules()};
}

}  // namespace scenarios
