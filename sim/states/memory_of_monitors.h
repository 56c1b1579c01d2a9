// What monitors remember, as far as the states of a program are told apart by it.
#ifndef SIM_STATES_MEMORY_OF_MONITORS_H_
#define SIM_STATES_MEMORY_OF_MONITORS_H_

#include <cstdint>
#include <vector>

#include "sim/engine/monitors.h"
#include "sim/states/digest.h"
#include "sim/states/moments.h"

namespace sim {

// What monitors remember is in no cell. Either they tell it themselves (sim::monitor_state), or it
// is taken to be everything that they could have noticed:
//
//   1. What monitors that do not tell remember changes only where their watcher is called, or where
//      sim::moment::now() is; in what the fiber does until its next step.
//   2. Each such call adds the whole state, as it was then, to a chain. So two states have the same
//      chain only if the same calls came in the same states: then the same is remembered, and each
//      fiber found the same whenever it looked.
//   3. Their moments that are not over yet belong to the state, each as Moments::Word.
//
// Steps of programs that have such monitors are taken back by replay only: nobody knows where
// monitors keep what they remember. Thread safety: none.
class MemoryOfMonitors {
 public:
  void Clear() {
    chain_ = {};
    pending_.clear();
    calls_ = 0;
    if (has_moments_) moments_.Clear();
    has_moments_ = false;
  }

  // A monitor that does not tell is called now, about a write of `location` that had `before`.
  void Heard(const Digest128& state, LocationId location, Bits before) {
    chain_ = Then(Then(Then(Then(chain_, state.a), state.b), location), before);
    ++calls_;
  }
  // A moment of the fiber; `told`: by a sim::monitor_state.
  int Now(const Digest128& state, int fiber, bool told) {
    has_moments_ = true;
    const int place = moments_.Now(fiber);
    if (told) return place;
    chain_ = Then(Then(chain_, state.a), state.b);
    pending_.push_back({++calls_, fiber, place});
    return place;
  }
  bool has_moments() const { return has_moments_; }
  Moments& moments() { return moments_; }
  const Moments& moments() const { return moments_; }

  // The part of a state's digest; none if nothing is remembered.
  Digest128 Digest(const Monitors& monitors) {
    if (calls_ == 0 && !monitors.tells()) return {};
    std::erase_if(pending_, [this](const Pending& m) { return WordOf(m) == kOver; });
    Digest128 all = Then(DigestOf(kTag, chain_.a), chain_.b);
    for (const Pending& m : pending_) all = Then(Then(all, m.call), WordOf(m));
    words_.clear();
    monitors.Tell(words_);
    for (const Bits word : words_) all = Then(all, word);
    return all;
  }
  // The same while a step of `fiber` is taken and the fiber has not gone on: no state's.
  static Digest128 Between(const Digest128& before, int fiber) {
    return Then(Then(DigestOf(kBetween, static_cast<unsigned>(fiber)), before.a), before.b);
  }

 private:
  struct Pending {
    std::uint64_t call;
    int fiber;
    int place;
  };
  static constexpr Bits kOver = 1;
  static constexpr std::uint64_t kTag = std::uint64_t{6} << 60;
  static constexpr std::uint64_t kBetween = std::uint64_t{7} << 60;
  Bits WordOf(const Pending& m) const { return moments_.Word(m.fiber, m.place); }

  Digest128 chain_;
  std::uint64_t calls_ = 0;
  std::vector<Pending> pending_;  // moments of monitors that do not tell
  std::vector<Bits> words_;
  Moments moments_;
  bool has_moments_ = false;
};

}  // namespace sim

#endif  // SIM_STATES_MEMORY_OF_MONITORS_H_
