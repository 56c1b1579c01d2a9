// All that the program takes from outside besides its arguments, so that tests can stand in for it.
#ifndef SCENARIOS_PROGRAM_ENVIRONMENT_H_
#define SCENARIOS_PROGRAM_ENVIRONMENT_H_

#include <cstdint>
#include <functional>
#include <string>

#include "scenarios/catalog.h"

namespace scenarios {

struct Environment {
  Catalog catalog;
  // An environment variable; "" if it is not set.
  std::function<std::string(const char* name)> variable;
  std::function<std::uint64_t()> random_seed;
  std::function<std::int64_t()> now_ms;  // never goes back; any thread
  std::function<bool()> interrupted;     // Ctrl-C was pressed; any thread
  bool err_is_terminal = false;
};

// Of this process, with every scenario. Catches Ctrl-C from now on: the first is noted, the second
// ends the program as ever.
Environment ThisProcess();

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_ENVIRONMENT_H_
