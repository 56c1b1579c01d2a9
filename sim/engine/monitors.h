// Rules that watch: conditions looked at after every write, and callbacks of single locations.
#ifndef SIM_ENGINE_MONITORS_H_
#define SIM_ENGINE_MONITORS_H_

#include <functional>
#include <utility>
#include <vector>

#include "sim/engine/op.h"
#include "sim/memory/event.h"

namespace sim {

// Of one execution; cleared for the next. While they run, `running()` holds, and the engine gives
// newest values for loads. Thread safety: none.
class Monitors {
 public:
  struct Invariant {
    const char* rule;
    std::function<bool()> holds;
    Site site;
    bool active;
  };
  using Watcher = std::function<void(Bits before, Bits after)>;

  void Clear() {
    invariants_.clear();
    watchers_.clear();
    running_ = false;
    empty_ = true;
  }
  bool empty() const { return empty_; }
  bool running() const { return running_; }

  // Which of the first 64 invariants are looked at, one bit each.
  std::uint64_t active() const {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < invariants_.size() && i < 64; ++i) {
      bits |= std::uint64_t{invariants_[i].active} << i;
    }
    return bits;
  }
  void SetActive(std::uint64_t bits) {
    for (std::size_t i = 0; i < invariants_.size() && i < 64; ++i) {
      invariants_[i].active = (bits >> i & 1) != 0;
    }
  }
  bool watches() const { return !watchers_.empty(); }
  std::size_t size() const { return invariants_.size() + watchers_.size(); }

  int AddInvariant(Invariant invariant) {
    empty_ = false;
    invariants_.push_back(std::move(invariant));
    return static_cast<int>(invariants_.size()) - 1;
  }
  // Ids of an earlier execution are ignored: what was unwound late may still call.
  void RemoveInvariant(int id) {
    const auto i = static_cast<std::size_t>(id);
    if (i < invariants_.size()) invariants_[i].active = false;
  }
  void AddWatcher(LocationId location, Watcher watcher) {
    empty_ = false;
    watchers_.emplace_back(location, std::move(watcher));
  }

  // After a write of `location`: calls its watchers, then gives the first invariant that does not
  // hold, or null. A watcher may leave by an exception that unwinds the fiber; Clear comes next.
  const Invariant* Run(LocationId location, Bits before, Bits after) {
    running_ = true;
    for (const auto& [watched, call] : watchers_) {
      if (watched == location) call(before, after);
    }
    const Invariant* broken = nullptr;
    for (const Invariant& i : invariants_) {
      if (broken == nullptr && i.active && !i.holds()) broken = &i;
    }
    running_ = false;
    return broken;
  }

 private:
  std::vector<Invariant> invariants_;
  std::vector<std::pair<LocationId, Watcher>> watchers_;
  bool running_ = false;
  bool empty_ = true;
};

}  // namespace sim

#endif  // SIM_ENGINE_MONITORS_H_
