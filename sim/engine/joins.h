// Who waits for whose end, and what fibers have joined.
#ifndef SIM_ENGINE_JOINS_H_
#define SIM_ENGINE_JOINS_H_

#include <algorithm>
#include <cstdint>

#include "sim/memory/view.h"

namespace sim {

// A fiber's end is no event. Nor is a join, until its fiber does something after it: nobody can
// depend on it before. Until then it is kept here, pending. So an execution that ends as most do,
// with everybody joined, costs the graph nothing for it.
class Joins {
 public:
  using Fibers = std::uint32_t;  // a set of them, one bit each
  // What is known at some point of an execution.
  struct Saved {
    int fibers = 0;
    Fibers waiting = 0;
    Fibers woken = 0;
    Fibers pending = 0;
    Fibers joined[kMaxFibers] = {};
    Fibers all[kMaxFibers] = {};
  };

  void Clear() { waiting_ = woken_ = pending_ = known_to_ = 0; }
  void NewFiber(int fiber) { all_[fiber] = 0; }

  // Those that wait for an end, and those whose wait is over, though they have not gone on yet.
  Fibers waiting() const { return waiting_; }
  Fibers woken() const { return woken_; }
  void Wait(int fiber) { waiting_ |= Bit(fiber); }
  void Wake(int fiber) {
    waiting_ &= ~Bit(fiber);
    woken_ |= Bit(fiber);
  }
  void GoOn(int fiber) { woken_ &= ~Bit(fiber); }

  void Join(int fiber, int joined) {
    const Fibers more = Bit(joined) | this->joined(joined);
    joined_[fiber] = this->joined(fiber) | more;
    all_[fiber] |= more | all_[joined];
    pending_ |= Bit(fiber);
    known_to_ &= ~Bit(fiber);
  }
  // Whether the fiber has joined some since its last event, and whom, with those whom they have.
  bool pending(int fiber) const { return (pending_ & Bit(fiber)) != 0; }
  Fibers joined(int fiber) const { return pending(fiber) ? joined_[fiber] : 0; }
  // The event is there now.
  void Happened(int fiber) { pending_ &= ~Bit(fiber); }
  // All that the fiber has joined in this execution.
  Fibers all(int fiber) const { return all_[fiber]; }

  // What a fiber with pending joins knows; `of(f)` is what another knew at its end, and `of(fiber)`
  // what it knew before.
  template <class Of>
  const View& Known(int fiber, const Of& of) {
    View& known = known_[fiber];
    if ((known_to_ & Bit(fiber)) != 0) return known;
    known_to_ |= Bit(fiber);
    known.Assign(of(fiber), View::kLanes);
    for (Fibers left = joined_[fiber]; left != 0; left &= left - 1) {
      const int f = __builtin_ctz(left);
      const View& end = of(f);
      known.Join(end, View::kLanes);
      known.Raise(f, end[f] + 1);  // also what it did after its last event
    }
    return known;
  }

  void SaveTo(Saved& saved, int fibers) const {
    saved.fibers = fibers;
    saved.waiting = waiting_;
    saved.woken = woken_;
    saved.pending = pending_;
    std::copy_n(joined_, fibers, saved.joined);
    std::copy_n(all_, fibers, saved.all);
  }
  void BeginFrom(const Saved& saved) {
    waiting_ = saved.waiting;
    woken_ = saved.woken;
    pending_ = saved.pending;
    known_to_ = 0;
    std::copy_n(saved.joined, saved.fibers, joined_);
    std::copy_n(saved.all, saved.fibers, all_);
  }

 private:
  static Fibers Bit(int fiber) { return Fibers{1} << fiber; }

  Fibers waiting_ = 0;
  Fibers woken_ = 0;
  Fibers pending_ = 0;
  Fibers known_to_ = 0;  // whose `known_` is right
  Fibers joined_[kMaxFibers] = {};
  Fibers all_[kMaxFibers] = {};
  View known_[kMaxFibers];
};

}  // namespace sim

#endif  // SIM_ENGINE_JOINS_H_
