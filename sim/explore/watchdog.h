// Names the fiber that never comes back: a real blocking call, or a loop that calls no engine.
#ifndef SIM_EXPLORE_WATCHDOG_H_
#define SIM_EXPLORE_WATCHDOG_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "sim/engine/execution.h"

namespace sim {

// While it lives, a thread of its own looks once per `seconds` whether an execution ended since. If
// not, it prints the running fiber and the choices so far, and ends the program with status 70: a
// fiber that is stuck in a real call cannot be unwound. Its clock decides nothing else. 0: none.
class Watchdog {
 public:
  Watchdog(const Execution& engine, std::uint32_t seconds);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  // An execution ended. Told by one thread.
  void Fed() { fed_.store(fed_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }

 private:
  void Watch(std::uint32_t seconds);

  const Execution& engine_;
  std::atomic<std::uint64_t> fed_{0};
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
  std::thread thread_;
};

}  // namespace sim

#endif  // SIM_EXPLORE_WATCHDOG_H_
