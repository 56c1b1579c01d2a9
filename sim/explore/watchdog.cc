#include "sim/explore/watchdog.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace sim {

Watchdog::Watchdog(const Execution& engine, std::uint32_t seconds) : engine_(engine) {
  if (seconds > 0) thread_ = std::thread([this, seconds] { Watch(seconds); });
}

Watchdog::~Watchdog() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    end_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

void Watchdog::Watch(std::uint32_t seconds) {
  std::unique_lock lock(mutex_);
  for (;;) {
    const std::uint64_t before = fed_.load(std::memory_order_relaxed);
    if (ended_.wait_for(lock, std::chrono::seconds(seconds), [this] { return end_; })) return;
    if (fed_.load(std::memory_order_relaxed) != before) continue;
    // The execution's thread is stuck, so its state stands still while it is read here.
    std::fprintf(stderr,
                 "sim: fiber \"%s\" has not come back for %u s: a real "
                 "blocking call (std::mutex, "
                 "sleep, read, ...) or an endless loop without sim's "
                 "calls\nchoices so far: %s\n",
                 engine_.fiber_name(engine_.running()), seconds, ToText(engine_.tape()).c_str());
    std::_Exit(70);
  }
}

}  // namespace sim
