// The policy of real threads: standard atomics, host memory, operating-system threads.
#ifndef PROTOCOL_STD_POLICY_H_
#define PROTOCOL_STD_POLICY_H_

#include <time.h>

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>

#include "protocol/count.h"
#include "protocol/policy.h"

namespace protocol {

// Fulfils Policy; what each member promises is said there.
struct StdPolicy {
  // Nothing but a std::atomic<T>: the same size, and its name is forgotten.
  template <class T>
  class atomic : public std::atomic<T> {
   public:
    atomic(T initial, const char* /*name*/) : std::atomic<T>(initial) {}
  };

  template <class T>
  static T FetchMax(atomic<T>& word, T v, std::memory_order order) {
    T old = word.load(std::memory_order_relaxed);
    while (old < v && !word.compare_exchange_weak(old, v, order, std::memory_order_relaxed)) {
    }
    return old;
  }

  // Polls: who advances a count, such as a device, may be unable to wake a thread.
  template <class T, class Predicate>
  static T Await(const atomic<T>& word, Predicate holds, std::memory_order order) {
    constexpr int kYields = 64;
    constexpr timespec kNap = {.tv_sec = 0, .tv_nsec = 50'000};
    for (int polls = 0;; ++polls) {
      const T value = word.load(order);
      if (holds(value)) return value;
      if (polls < kYields) {
        std::this_thread::yield();
      } else {
        nanosleep(&kNap, nullptr);
      }
    }
  }

  static bool AwaitCount(const atomic<uint64_t>& word, uint64_t c, std::memory_order order) {
    return Await(
               word, [c](uint64_t value) { return value >= c; }, order) != kFailed;
  }

  // Whole pages of their own, zeroed, so that a device can borrow them. Throws std::bad_alloc if
  // there are none.
  class area {
   public:
    area(size_t size, const char* name);
    ~area();
    area(const area&) = delete;
    area& operator=(const area&) = delete;

    std::byte* data() { return data_; }  // on a page's first byte; null if size() is 0
    size_t size() const { return size_; }
    void write(size_t offset, const void* from, size_t bytes);
    void read(size_t offset, void* into, size_t bytes) const;

   private:
    friend StdPolicy;
    const std::byte* At(size_t offset, size_t bytes) const;

    const size_t size_;
    std::byte* data_ = nullptr;
  };

  static void Copy(area& to, size_t to_offset, const area& from, size_t from_offset, size_t bytes);

  class doorbell {
   public:
    explicit doorbell(const char* /*name*/) {}
    void ring();
    void wait();

   private:
    std::mutex mutex_;
    std::condition_variable rung_;
    bool set_ = false;
  };

  class mutex : public std::mutex {
   public:
    explicit mutex(const char* /*name*/) {}
  };

  static uint32_t Choose(uint32_t /*options*/) { return 0; }

  class thread {
   public:
    template <class F>
    thread(const char* /*name*/, F f) : thread_(std::move(f)) {}

   private:
    std::jthread thread_;
  };
};

static_assert(Policy<StdPolicy>);
static_assert(sizeof(StdPolicy::atomic<uint64_t>) == sizeof(uint64_t));
static_assert(StdPolicy::atomic<uint64_t>::is_always_lock_free);

}  // namespace protocol

#endif  // PROTOCOL_STD_POLICY_H_
