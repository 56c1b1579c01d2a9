#include "scenarios/program/environment.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>

#include "scenarios/all_scenarios.h"
#include "scenarios/program/clock.h"

namespace scenarios {
namespace {

// A signal has no other place to leave a word: the program's one global.
constinit std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void CatchInterrupt() {
  struct sigaction action = {};
  action.sa_handler = [](int) { interrupted.store(true, std::memory_order_relaxed); };
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
}

// By hand only: the seed is printed, and everything else follows from it. Short, to be retyped.
std::uint64_t RandomSeed() {
  std::uint32_t seed = 1;
  std::ifstream source("/dev/urandom", std::ios::binary);
  source.read(reinterpret_cast<char*>(&seed), sizeof seed);
  return seed;
}

}  // namespace

Environment ThisProcess() {
  CatchInterrupt();
  return {.catalog = AllScenarios(),
          .variable =
              [](const char* name) {
                const char* value = std::getenv(name);
                return std::string(value == nullptr ? "" : value);
              },
          .random_seed = RandomSeed,
          .now_ms = NowMilliseconds,
          .interrupted = [] { return interrupted.load(std::memory_order_relaxed); },
          .err_is_terminal = isatty(STDERR_FILENO) == 1};
}

}  // namespace scenarios
