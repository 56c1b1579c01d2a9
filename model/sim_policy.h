// The checker's policy: the reference rail, as it is, on fibers and in a memory whose every outcome
// is tried.
#ifndef MODEL_SIM_POLICY_H_
#define MODEL_SIM_POLICY_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "protocol/count.h"
#include "protocol/policy.h"
#include "sim/sim.h"

namespace model {

// Hears of every access to a landing area just before it happens, whoever makes it. May end the
// execution with a finding, and thus names what a bare data race would not.
class AreaWatcher {
 public:
  virtual void OnRead(std::size_t first, std::size_t count, sim::Site site) = 0;
  virtual void OnWrite(std::size_t first, std::size_t count, sim::Site site) = 0;

 protected:
  ~AreaWatcher() = default;
};

// Hears of every value that was read from a count, just after.
class LoadWatcher {
 public:
  virtual void OnLoad(std::uint64_t value) = 0;

 protected:
  ~LoadWatcher() = default;
};

// Fulfils protocol::Policy; what each member promises is said there. Every operation carries the
// source line that asked for it, so that a table shows the rail's own lines.
struct SimPolicy {
  template <class T>
  class atomic : public sim::atomic<T> {
   public:
    using sim::atomic<T>::atomic;

    T load(std::memory_order order, sim::Site site = sim::Site::current()) const {
      return Loaded(sim::atomic<T>::load(order, site));
    }
    // For monitors: `watcher` outlives the word's last access.
    void watch_loads(LoadWatcher& watcher) { watcher_ = &watcher; }

   private:
    friend SimPolicy;
    T Loaded(T value) const {
      if (watcher_ != nullptr) watcher_->OnLoad(value);
      return value;
    }
    LoadWatcher* watcher_ = nullptr;
  };

  template <class T>
  static T FetchMax(atomic<T>& word, T v, std::memory_order order,
                    sim::Site site = sim::Site::current()) {
    return word.Loaded(word.grow(v, order, site));
  }

  template <class T, class Predicate>
  static T Await(const atomic<T>& word, const Predicate& holds, std::memory_order order,
                 sim::Site site = sim::Site::current()) {
    return word.Loaded(word.await_value(holds, order, site));
  }

  // Waits until a count has reached `c`. All that the caller learns is the class of what it saw:
  // true if it is a count, false if it is max, which stands for a failed job.
  static bool AwaitCount(const atomic<std::uint64_t>& word, std::uint64_t c,
                         std::memory_order order, sim::Site site = sim::Site::current()) {
    enum class Class { kReached, kFailed };
    const auto class_of = [c](std::uint64_t value) -> std::optional<Class> {
      if (value < c) return std::nullopt;
      return value == protocol::kFailed ? Class::kFailed : Class::kReached;
    };
    return word.await(class_of, order, site) == Class::kReached;
  }

  class area {
   public:
    area(std::size_t size, const char* name) : bytes_(size, name) {}

    std::size_t size() const { return bytes_.size(); }
    void write(std::size_t offset, const void* from, std::size_t count,
               sim::Site site = sim::Site::current()) {
      if (watcher_ != nullptr) watcher_->OnWrite(offset, count, site);
      bytes_.write(offset, from, count, site);
    }
    void read(std::size_t offset, void* into, std::size_t count,
              sim::Site site = sim::Site::current()) const {
      if (watcher_ != nullptr) watcher_->OnRead(offset, count, site);
      bytes_.read(offset, into, count, site);
    }

    // For monitors: `watcher` outlives the area's last access.
    void watch(AreaWatcher& watcher) { watcher_ = &watcher; }
    // The bytes as they are, as no access.
    const std::byte* peek() const { return bytes_.peek(); }

   private:
    friend SimPolicy;
    sim::bytes bytes_;
    AreaWatcher* watcher_ = nullptr;
  };

  static void Copy(area& to, std::size_t to_offset, const area& from, std::size_t from_offset,
                   std::size_t count, sim::Site site = sim::Site::current()) {
    if (from.watcher_ != nullptr) from.watcher_->OnRead(from_offset, count, site);
    if (to.watcher_ != nullptr) to.watcher_->OnWrite(to_offset, count, site);
    to.bytes_.copy(to_offset, from.bytes_, from_offset, count, site);
  }

  using doorbell = sim::doorbell;
  using mutex = sim::mutex;
  using thread = sim::fiber;

  static std::uint32_t Choose(std::uint32_t options) { return sim::choose(options); }
};

static_assert(protocol::Policy<SimPolicy>);

}  // namespace model

#endif  // MODEL_SIM_POLICY_H_
