// sim::atomic<T>: std::atomic<T> as the checker sees it, and the one word more that waits.
#ifndef SIM_API_ATOMIC_H_
#define SIM_API_ATOMIC_H_

#include <atomic>
#include <type_traits>
#include <utility>

#include "sim/api/bits.h"
#include "sim/api/ops.h"
#include "sim/api/waiting.h"
#include "sim/engine/execution.h"

namespace sim {

class monitor_state;

// Any trivially copyable type up to 8 bytes. Every operation is one step of the running fiber, in
// RC11 with the order given; a load may take any coherent write, a store any coherent place.
//
// Make it inside the body that Explore runs. In an `always` or a watcher, load() gives the newest
// value and is no step. Use after destruction, and use on a real thread, are findings (misuse).
//
//   sim::atomic<uint64_t> ready(0, "ready");
//   ready.store(1, std::memory_order_release);
//   ready.await([](uint64_t v) { return v >= 1; }, std::memory_order_acquire);
template <Word T>
class atomic : public waiting<T> {
 public:
  using value_type = T;
  // The name appears in tables and messages; it must outlive the execution (a literal).
  explicit atomic(T initial = T(), const char* name = nullptr)
      : waiting<T>(Execution::Require("sim::atomic"), initial, name) {}
  ~atomic() { engine_->EndLocation(id_); }
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;

  T load(std::memory_order order = std::memory_order_seq_cst, Site site = Site::current()) const {
    if (Foreign()) return T();
    return FromBits<T>(engine_->Load(id_, Order::Of(order), site));
  }
  void store(T value, std::memory_order order = std::memory_order_seq_cst,
             Site site = Site::current()) {
    if (!Foreign()) engine_->Store(id_, ToBits(value), Order::Of(order), site);
  }
  // A release store where nothing may be thrown: in a destructor, or in a noexcept function.
  void release_store(T value, Site site = Site::current()) noexcept {
    if (Foreign()) return;
    engine_->Store(id_, ToBits(value), Order::Of(std::memory_order_release), site, false);
  }
  T exchange(T value, std::memory_order order = std::memory_order_seq_cst,
             Site site = Site::current()) {
    return Apply(Ops<T>::kExchange, value, order, site);
  }

  // Not atomic: as relaxed, and a data race where a conflicting access is not ordered.
  T plain_load(Site site = Site::current()) const {
    if (Foreign()) return T();
    return FromBits<T>(engine_->Load(id_, Order::Plain(), site));
  }
  void plain_store(T value, Site site = Site::current()) {
    if (!Foreign()) engine_->Store(id_, ToBits(value), Order::Plain(), site);
  }

  bool compare_exchange_strong(T& expected, T desired, std::memory_order success,
                               std::memory_order failure, Site site = Site::current()) {
    return Compare(expected, desired, success, failure, false, site);
  }
  bool compare_exchange_strong(T& expected, T desired,
                               std::memory_order order = std::memory_order_seq_cst,
                               Site site = Site::current()) {
    return Compare(expected, desired, order, FailureOrder(order), false, site);
  }
  // May fail although the value is the expected one: a choice.
  bool compare_exchange_weak(T& expected, T desired, std::memory_order success,
                             std::memory_order failure, Site site = Site::current()) {
    return Compare(expected, desired, success, failure, true, site);
  }
  bool compare_exchange_weak(T& expected, T desired,
                             std::memory_order order = std::memory_order_seq_cst,
                             Site site = Site::current()) {
    return Compare(expected, desired, order, FailureOrder(order), true, site);
  }

  // Integers, in their own width and signedness. Each returns the value before.
  T fetch_add(T n, std::memory_order order = std::memory_order_seq_cst,
              Site site = Site::current()) requires std::integral<T> {
    return Apply(IntegerOps<T>::kAdd, n, order, site);
  }
  T fetch_sub(T n, std::memory_order order = std::memory_order_seq_cst,
              Site site = Site::current()) requires std::integral<T> {
    return Apply(IntegerOps<T>::kSub, n, order, site);
  }
  T fetch_and(T n, std::memory_order order = std::memory_order_seq_cst,
              Site site = Site::current()) requires std::integral<T> {
    return Apply(IntegerOps<T>::kAnd, n, order, site);
  }
  T fetch_or(T n, std::memory_order order = std::memory_order_seq_cst,
             Site site = Site::current()) requires std::integral<T> {
    return Apply(IntegerOps<T>::kOr, n, order, site);
  }
  T fetch_xor(T n, std::memory_order order = std::memory_order_seq_cst,
              Site site = Site::current()) requires std::integral<T> {
    return Apply(IntegerOps<T>::kXor, n, order, site);
  }
  // Makes the value at least `n`, and returns what it was. Where it is that already, nothing is
  // written and nothing is ordered (a loop around compare_exchange, in one step).
  T grow(T n, std::memory_order order, Site site = Site::current()) requires std::integral<T> {
    if (Foreign()) return T();
    Bits old = 0;
    engine_->UpdateIf(id_, IntegerOps<T>::kGrow, ToBits(n), ToBits(n), Order::Of(order), Order{},
                      old, site);
    return FromBits<T>(old);
  }
  // Always a write, even of an equal value (as C++26's fetch_max).
  T fetch_max(T n, std::memory_order order = std::memory_order_seq_cst,
              Site site = Site::current()) requires std::integral<T> {
    return Apply(IntegerOps<T>::kMax, n, order, site);
  }
  T fetch_min(T n, std::memory_order order = std::memory_order_seq_cst,
              Site site = Site::current()) requires std::integral<T> {
    return Apply(IntegerOps<T>::kMin, n, order, site);
  }

  // The newest value, as no step: for monitors. Under ExploreStates a fiber must not keep it beyond
  // its next step, which would depend on what it never read.
  T newest() const { return FromBits<T>(engine_->Newest(id_)); }
  // Calls `watcher(before, after)` with the newest value around every write from now on. See
  // monitor_state for what it remembers; with one, that tells it.
  template <class Watcher>
  void watch(Watcher watcher) {
    Watch(std::move(watcher), /*told=*/false);
  }
  template <class Watcher>
  void watch(Watcher watcher, const monitor_state&) {
    Watch(std::move(watcher), /*told=*/true);
  }
  // Of a channel: what it keeps besides this.
  void sent(const Bits* value) {
    if (Stepper* const stepper = engine_->stepper()) stepper->Sent(id_, value);
  }
  void received() {
    if (Stepper* const stepper = engine_->stepper()) stepper->Received(id_);
  }
  void show() { engine_->Show(id_); }  // gives the value a column of its own in tables

 private:
  using waiting<T>::engine_;
  using waiting<T>::id_;
  using waiting<T>::Foreign;

  template <class Watcher>
  void Watch(Watcher watcher, bool told) {
    auto call = [watcher = std::move(watcher)](Bits before, Bits after) mutable {
      watcher(FromBits<T>(before), FromBits<T>(after));
    };
    engine_->Watch(id_, std::move(call), told);
  }
  T Apply(const Modify& op, T operand, std::memory_order order, const Site& site) {
    if (Foreign()) return T();
    return FromBits<T>(engine_->Update(id_, op, ToBits(operand), Order::Of(order), site));
  }
  bool Compare(T& expected, T desired, std::memory_order success, std::memory_order failure,
               bool weak, const Site& site) {
    if (Foreign()) return false;
    Bits old = ToBits(expected);
    const bool done =
        engine_->UpdateIf(id_, weak ? Ops<T>::kWeak : Ops<T>::kStrong, old, ToBits(desired),
                          Order::Of(success), Order::Of(failure), old, site);
    expected = FromBits<T>(old);
    return done;
  }
};

}  // namespace sim

#endif  // SIM_API_ATOMIC_H_
