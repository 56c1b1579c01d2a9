// Everything that the program knows, as plain lists one after the other.
#ifndef SCENARIOS_ALL_SCENARIOS_H_
#define SCENARIOS_ALL_SCENARIOS_H_

#include "scenarios/catalog.h"

namespace scenarios {

Catalog AllScenarios();

}  // namespace scenarios

#endif  // SCENARIOS_ALL_SCENARIOS_H_
