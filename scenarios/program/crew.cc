#include "scenarios/program/crew.h"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace scenarios {

void InOrder(std::size_t count, int jobs, const std::function<void(std::size_t)>& work,
             const std::function<void(std::size_t)>& done) {
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t next = 0;
  std::vector<bool> finished(count, false);
  auto take_turns = [&] {
    std::unique_lock lock(mutex);
    while (next < count) {
      const std::size_t mine = next++;
      lock.unlock();
      work(mine);
      lock.lock();
      finished[mine] = true;
      changed.notify_one();
    }
  };
  std::vector<std::jthread> crew;
  for (int j = 0; j < jobs; ++j) crew.emplace_back(take_turns);
  for (std::size_t i = 0; i < count; ++i) {
    {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return finished[i]; });
    }
    done(i);
  }
}

}  // namespace scenarios
