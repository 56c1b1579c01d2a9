// Ways that threads give to each other: where one has more than it needs, another goes on.
#ifndef SIM_STATES_WAYS_H_
#define SIM_STATES_WAYS_H_

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "sim/states/machine.h"

namespace sim {

// A step that is to be taken yet.
struct OpenStep {
  Machine::Step step;
  bool known;  // `digest` is that of the state it leads to
  Digest128 digest = {};
};

// A state of which steps are to be taken yet.
struct Level {
  std::size_t first;        // where in a list of open steps its own begin
  Accesses::Fibers asleep;  // whose steps lead where another way leads
  Accesses::Fibers listed;  // whose steps are taken
};

// The way to a state, and what is open there and at the states before it.
struct Way {
  std::vector<Machine::Step> steps;
  std::vector<Level>
      levels;  // the last of them is where the way ends, one step from the one before
  std::vector<OpenStep> open;
  Digest128 state = {};  // where it ends, if somebody looked
};

// Thread safe.
class Ways {
 public:
  // `go_on` is told how many were visited, and asked, by one thread at a time. No more than
  // `states` are visited, or with several threads little more; `before` were already.
  using GoingOn = std::function<bool(std::uint64_t states)>;
  Ways(int threads, std::uint64_t states, std::uint64_t before, GoingOn go_on)
      : threads_(threads), states_(states), go_on_(std::move(go_on)), all_(before) {}

  // Whether a thread waits.
  bool hungry() const { return hungry_.load(std::memory_order_relaxed); }
  void Give(Way way) {
    const std::lock_guard lock(mutex_);
    ways_.push_back(std::move(way));
    Compare();
    changed_.notify_one();
  }
  // Waits for a way; none if all threads wait, or it is over.
  std::optional<Way> Get() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    if (waiting_ == threads_ && ways_.empty()) EndLocked();
    Compare();
    changed_.wait(lock, [this] { return over() || !ways_.empty(); });
    if (over()) return std::nullopt;
    --waiting_;
    Way way = std::move(ways_.front());
    ways_.pop_front();
    Compare();
    return way;
  }

  // No thread goes on.
  void End() {
    const std::lock_guard lock(mutex_);
    EndLocked();
  }
  bool over() const { return over_.load(std::memory_order_relaxed); }

  // Whether to go on, after so many more states.
  bool GoOn(std::uint64_t more) {
    const std::uint64_t all = Count(more);
    if (all > states_ || !Ask(all)) {
      cut_.store(true, std::memory_order_relaxed);
      End();
    }
    return !over();
  }
  // Whether it is over before all was visited, though nothing was found.
  bool cut() const { return cut_.load(std::memory_order_relaxed); }
  bool alone() const { return threads_ == 1; }
  // Those that nobody took. Needs that all threads have ended.
  std::deque<Way> Left() { return std::exchange(ways_, {}); }

 private:
  // An addition that is not atomic costs less.
  std::uint64_t Count(std::uint64_t more) {
    if (!alone()) return all_.fetch_add(more, std::memory_order_relaxed) + more;
    const std::uint64_t all = all_.load(std::memory_order_relaxed) + more;
    all_.store(all, std::memory_order_relaxed);
    return all;
  }
  void EndLocked() {
    over_.store(true, std::memory_order_relaxed);
    changed_.notify_all();
  }
  void Compare() {
    hungry_.store(waiting_ > static_cast<int>(ways_.size()), std::memory_order_relaxed);
  }
  // A thread that is alone comes here with each step, several seldom.
  bool Ask(std::uint64_t all) {
    constexpr std::uint32_t kEach = 64;
    if (alone()) return ++asked_ % kEach != 0 || go_on_(all);
    const std::lock_guard lock(asking_);
    return go_on_(all);
  }

  const int threads_;
  const std::uint64_t states_;
  const GoingOn go_on_;
  std::mutex mutex_;
  std::mutex asking_;
  std::uint32_t asked_ = 0;
  std::condition_variable changed_;
  std::deque<Way> ways_;
  int waiting_ = 0;
  std::atomic<bool> hungry_{false};
  std::atomic<bool> over_{false};
  std::atomic<bool> cut_{false};
  std::atomic<std::uint64_t> all_;
};

}  // namespace sim

#endif  // SIM_STATES_WAYS_H_
