// Locks, doorbells and channels, built on the atomics' own events, so that every explorer knows
// them.
#ifndef SIM_API_SYNC_H_
#define SIM_API_SYNC_H_

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "sim/api/atomic.h"

namespace sim {

// std::mutex: lock takes the free state in one step, unlock gives it back with release order.
class mutex {
 public:
  explicit mutex(const char* name = "mutex") : holder_(kFree, name) {}

  void lock(Site site = Site::current()) {
    holder_.await_exchange([](std::int32_t h) { return h == kFree; }, Me(),
                           std::memory_order_acquire, site);
  }
  bool try_lock(Site site = Site::current()) {
    std::int32_t expected = kFree;
    return holder_.compare_exchange_strong(expected, Me(), std::memory_order_acquire,
                                           std::memory_order_relaxed, site);
  }
  // Stands in destructors (std::lock_guard), so it never throws.
  void unlock(Site site = Site::current()) noexcept {
    Execution* engine = Execution::Current();
    if (engine == nullptr || engine->halted()) return;
    if (holder_.newest() != Me()) {
      engine->Fail(Verdict::kMisuse, "the holder unlocks",
                   std::string(engine->fiber_name(engine->running())) +
                       " unlocks a mutex that it does not hold",
                   site, /*may_throw=*/false);
      return;
    }
    holder_.release_store(kFree, site);
  }

 private:
  static constexpr std::int32_t kFree = -1;
  static std::int32_t Me() { return Execution::Require("sim::mutex").running(); }
  atomic<std::int32_t> holder_;
};

// An event flag: ring sets it, wait blocks until it is set and clears it. Rings in a row are one.
class doorbell {
 public:
  explicit doorbell(const char* name = "doorbell") : rung_(false, name) {}
  void ring(Site site = Site::current()) { rung_.exchange(true, std::memory_order_acq_rel, site); }
  void wait(Site site = Site::current()) {
    rung_.await_exchange([](bool rung) { return rung; }, false, std::memory_order_acq_rel, site);
  }
  // False if its time was over first, which may be at any moment.
  bool wait_timed(Site site = Site::current()) {
    return rung_
        .await_modify_timed([](bool rung) { return rung; },
                            Modify{"wait", [](Bits, Bits) { return Bits{0}; }}, site)
        .has_value();
  }
  bool try_wait(Site site = Site::current()) {
    return rung_.exchange(false, std::memory_order_acq_rel, site);
  }

 private:
  atomic<bool> rung_;
};

// A bounded queue: what is sent is received once, in order. Send blocks while it is full, receive
// while it is empty; close ends both. As if behind one lock: each call orders all that came before
// it in the queue.
template <class T>
class channel {
 public:
  explicit channel(std::uint32_t capacity, const char* name = "channel")
      : capacity_(capacity), state_(0, name) {}

  // False if the channel is closed: the value was not taken.
  bool send(T value, Site site = Site::current()) {
    const std::uint32_t capacity = capacity_;
    const State before =
        Step([capacity](State s) { return (s & kClosed) != 0 || Count(s) < capacity; },
             [](Bits old, Bits) { return (old & kClosed) != 0 ? old : old + kOne; }, "send", site);
    if ((before & kClosed) != 0) return false;
    if constexpr (Word<T>) {
      const Bits bits = ToBits(value);
      state_.sent(&bits);
    } else {
      state_.sent(nullptr);
    }
    queue_.push_back(std::move(value));
    return true;
  }
  // Nothing if the channel is closed and empty.
  std::optional<T> receive(Site site = Site::current()) {
    const State before =
        Step([](State s) { return Count(s) > 0 || (s & kClosed) != 0; },
             [](Bits old, Bits) { return Count(old) > 0 ? old - kOne : old; }, "receive", site);
    if (Count(before) == 0 || queue_.empty()) return std::nullopt;
    state_.received();
    std::optional<T> value(std::move(queue_.front()));
    queue_.pop_front();
    return value;
  }
  // What is in it can still be received.
  void close(Site site = Site::current()) {
    Step([](State) { return true; }, [](Bits old, Bits) { return old | kClosed; }, "close", site);
  }

 private:
  // The number of values in the queue times two, plus one if it is closed. All steps are updates of
  // this one location, so their order is the queue's order.
  using State = std::uint64_t;
  static constexpr State kClosed = 1;
  static constexpr State kOne = 2;
  static constexpr State Count(State s) { return s / kOne; }

  template <class Until>
  State Step(const Until& until, Bits (*result)(Bits, Bits), const char* name, Site site) {
    return state_.await_modify(until, Modify{name, result, /*more=*/true}, site);
  }

  const std::uint32_t capacity_;
  atomic<State> state_;
  std::deque<T> queue_;
};

}  // namespace sim

#endif  // SIM_API_SYNC_H_
