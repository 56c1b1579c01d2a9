// Rules that watch: conditions looked at after every write, callbacks of single locations, and what
// those remember.
#ifndef SIM_ENGINE_MONITORS_H_
#define SIM_ENGINE_MONITORS_H_

#include <algorithm>
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
  // Adds words that say what monitors remember now (sim::monitor_state).
  using Teller = std::function<void(std::vector<Bits>& words)>;

  void Clear() {
    invariants_.clear();
    watchers_.clear();
    tellers_.clear();
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
  std::size_t size() const { return invariants_.size() + watchers_.size(); }
  // Whether something may be remembered; whether somebody tells what.
  bool remembers() const { return !watchers_.empty() || tells(); }
  bool tells() const { return !tellers_.empty(); }
  // Whether a write of the location calls a watcher whose memory nobody tells.
  bool Heard(LocationId location) const {
    return std::any_of(watchers_.begin(), watchers_.end(),
                       [location](const Watched& w) { return w.location == location && !w.told; });
  }

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
  // `told`: what it remembers is told by somebody.
  void AddWatcher(LocationId location, Watcher watcher, bool told) {
    empty_ = false;
    watchers_.push_back({location, std::move(watcher), told});
  }
  int AddTeller(Teller teller) {
    tellers_.push_back(std::move(teller));
    return static_cast<int>(tellers_.size()) - 1;
  }
  void RemoveTeller(int id) {
    const auto i = static_cast<std::size_t>(id);
    if (i < tellers_.size()) tellers_[i] = nullptr;
  }
  void Tell(std::vector<Bits>& words) const {
    for (std::size_t i = 0; i < tellers_.size(); ++i) {
      if (!tellers_[i]) continue;
      const std::size_t before = words.size();
      tellers_[i](words);
      words.push_back(words.size() - before);
      words.push_back(i);
    }
  }

  // After a write of `location`: calls its watchers, then gives the first invariant that does not
  // hold, or null. A watcher may leave by an exception that unwinds the fiber; Clear comes next.
  const Invariant* Run(LocationId location, Bits before, Bits after) {
    running_ = true;
    for (const Watched& w : watchers_) {
      if (w.location == location) w.call(before, after);
    }
    const Invariant* broken = nullptr;
    for (const Invariant& i : invariants_) {
      if (broken == nullptr && i.active && !i.holds()) broken = &i;
    }
    running_ = false;
    return broken;
  }

 private:
  struct Watched {
    LocationId location;
    Watcher call;
    bool told;
  };

  std::vector<Invariant> invariants_;
  std::vector<Watched> watchers_;
  std::vector<Teller> tellers_;
  bool running_ = false;
  bool empty_ = true;
};

}  // namespace sim

#endif  // SIM_ENGINE_MONITORS_H_
