// Moments of fibers' lives, and what monitors remember.
#ifndef SIM_API_MOMENT_H_
#define SIM_API_MOMENT_H_

#include <algorithm>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/api/bits.h"
#include "sim/engine/execution.h"

namespace sim {

class monitor_state;

// A moment of a fiber's life, to be asked of later: "had the rail seen this?" It stands between two
// steps of its fiber. The answer comes from happens-before, so it does not depend on the order in
// which fibers happened to run.
//
// ExploreStates knows no happens-before. There a moment is seen by its own fiber, by whom that has
// started or who has joined it since, and by all others once one of these has taken a step. In one
// interleaving that may be so by luck. But nothing orders the moment before the question exactly if
// there is an interleaving, and it is visited too, in which the question comes while the moment is
// not seen, or not there at all. (Take only what is before the question by program order, reads and
// joins: that is an execution's beginning.) So
//   - a rule that is broken where a moment is not there or not seen is broken in some interleaving
//     exactly if it is in some graph under Memory::kSc: nothing is lost but memory orders;
//   - a rule that is broken where a moment is seen is also broken by an order that holds by luck.
class moment {
 public:
  // Before everything: seen by all.
  moment() = default;
  static moment now() { return moment(/*told=*/false, 0); }
  // The same, to be kept in what `told` tells of.
  static moment now(const monitor_state&) { return moment(/*told=*/true, 0); }
  // The step that the running fiber has just done. In a watcher: the write.
  static moment last_step() { return moment(/*told=*/false, 1); }
  static moment last_step(const monitor_state&) { return moment(/*told=*/true, 1); }

  // Whether the moment happens before the running fiber's next step.
  bool seen() const {
    if (fiber_ < 0) return true;
    const Execution& e = Execution::Require("sim::moment");
    if (e.stepped()) return e.halted() || e.stepper()->IsOver(fiber_, place_);
    return fiber_ == e.running() || e.known(e.running())[fiber_] > place_;
  }

 private:
  friend monitor_state;
  moment(bool told, int back) {
    Execution& e = Execution::Require("sim::moment");
    fiber_ = e.running();
    if (e.stepped()) {
      place_ = e.halted() ? 0 : e.stepper()->Now(told) - back;
    } else {
      place_ = e.position(fiber_) - back;
    }
  }
  Bits Word() const {
    if (fiber_ < 0) return 1;
    const Stepper* const stepper = Execution::Require("sim::moment").stepper();
    return stepper == nullptr ? 0 : stepper->WordOf(fiber_, place_);
  }
  int fiber_ = -1;
  int place_ = 0;
};

// Tells ExploreStates what monitors remember, which is a part of a program's state; no other
// explorer asks.
//
// Without it the search takes the worst: that whoever is called by a write (atomic::watch), or
// notes a moment::now(), remembers all of the state it was called in. That is right for whatever
// they do, but two ways to a state are then two states, unless they came to the same calls in the
// same states. What monitors remember may change there only: in the watcher, or in what the fiber
// does between the step before and the next. (An `always` remembers nothing.)
//
// With it, `tell` adds a few words that stand for all that is remembered: a promise of the author
// that where they are equal, monitors will find the same from then on. It is called between steps,
// on no fiber, and must change nothing and check nothing; newest() is of no use, since what is in
// sim's objects is in the state anyway.
//
//   std::uint64_t sum = 0;
//   sim::monitor_state state([&](auto& words) { words.add(sum); });
//   x.watch([&](int before, int after) { sum += after; }, state);
class monitor_state {
 public:
  class words {
   public:
    explicit words(std::vector<Bits>& all) : all_(all) {}
    template <Word T>
    words& add(T value) {
      all_.push_back(ToBits(value));
      return *this;
    }
    // What is left of a moment: for whom it lies behind.
    words& add(const moment& m) {
      all_.push_back(m.Word());
      return *this;
    }
    template <class T>
    words& add(const std::optional<T>& value) {
      all_.push_back(value.has_value());
      return value ? add(*value) : *this;
    }
    words& add(const std::string& text) {
      all_.push_back(text.size());
      for (std::size_t i = 0; i < text.size(); i += sizeof(Bits)) {
        Bits word = 0;
        std::memcpy(&word, text.data() + i, std::min(sizeof word, text.size() - i));
        all_.push_back(word);
      }
      return *this;
    }

   private:
    std::vector<Bits>& all_;
  };

  explicit monitor_state(std::function<void(words&)> tell)
      : engine_(&Execution::Require("sim::monitor_state")) {
    if (!engine_->stepped()) return;
    id_ = engine_->AddTeller([tell = std::move(tell)](std::vector<Bits>& all) {
      words to(all);
      tell(to);
    });
  }
  ~monitor_state() {
    if (id_ >= 0) engine_->monitors().RemoveTeller(id_);
  }
  monitor_state(const monitor_state&) = delete;
  monitor_state& operator=(const monitor_state&) = delete;

 private:
  Execution* engine_;
  int id_ = -1;
};

}  // namespace sim

#endif  // SIM_API_MOMENT_H_
