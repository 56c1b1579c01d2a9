// The words of sim::atomic that std::atomic lacks: those that wait.
#ifndef SIM_API_WAITING_H_
#define SIM_API_WAITING_H_

#include <atomic>
#include <optional>
#include <type_traits>

#include "sim/api/bits.h"
#include "sim/api/ops.h"
#include "sim/api/predicate.h"
#include "sim/engine/execution.h"

namespace sim {

// Each waits until a coherent write satisfies `until`, and reads such a one: one read event, never
// a poll. `until` depends on the value alone. Where the newest value does not satisfy, the fiber
// may also wait on, and perhaps for ever: who waits for a value that is overwritten may miss it.
template <Word T>
class waiting {
 public:
  // `until` gives a bool, or a std::optional<Class> (nothing: wait on), and then the class of the
  // value is returned: an enum or a number from 0, the usual one first. The class is all that the
  // program learns, so that a search may treat the writes of one class as one.
  template <class Until>
  auto await(const Until& until, std::memory_order order = std::memory_order_seq_cst,
             Site site = Site::current()) const {
    using Answer = std::invoke_result_t<const Until&, T>;
    const Bits* seen = nullptr;
    if (!Foreign()) {
      seen = engine_->Await(id_, PredicateOf<T>(until, /*by_class=*/true), Order::Of(order), site);
    }
    if constexpr (!std::is_convertible_v<Answer, bool>) {
      using Class = typename Answer::value_type;
      return seen != nullptr ? until(FromBits<T>(*seen)).value_or(Class()) : Class();
    }
  }
  // The value itself.
  template <class Until>
  T await_value(const Until& until, std::memory_order order = std::memory_order_seq_cst,
                Site site = Site::current()) const {
    if (Foreign()) return T();
    return Value(engine_->Await(id_, PredicateOf<T>(until), Order::Of(order), site));
  }
  // The same with a time limit: nothing if it passed, which may be at any moment.
  template <class Until>
  std::optional<T> await_timed(const Until& until,
                               std::memory_order order = std::memory_order_seq_cst,
                               Site site = Site::current()) const {
    if (Foreign() || engine_->Choose(2, site) == 1) return std::nullopt;
    const Bits* const seen =
        engine_->Await(id_, PredicateOf<T>(until), Order::Of(order), site, true);
    return seen != nullptr ? std::optional<T>(FromBits<T>(*seen)) : std::nullopt;
  }
  // Waits like await_value, and replaces the value it read in the same step; returns what it read.
  template <class Until>
  T await_exchange(const Until& until, T value, std::memory_order order = std::memory_order_seq_cst,
                   Site site = Site::current()) {
    if (Foreign()) return T();
    return Value(engine_->AwaitUpdate(id_, PredicateOf<T>(until), Ops<T>::kAwaitExchange,
                                      ToBits(value), Order::Of(order), site));
  }
  // The general form, acquire and release.
  template <class Until>
  T await_modify(const Until& until, const Modify& op, Site site = Site::current()) {
    if (Foreign()) return T();
    return Value(engine_->AwaitUpdate(id_, PredicateOf<T>(until), op, 0,
                                      Order::Of(std::memory_order_acq_rel), site));
  }
  // The same with a time limit: nothing if it passed, which may be at any moment.
  template <class Until>
  std::optional<T> await_modify_timed(const Until& until, const Modify& op,
                                      Site site = Site::current()) {
    if (Foreign() || engine_->Choose(2, site) == 1) return std::nullopt;
    const Bits* const seen =
        engine_->AwaitUpdate(id_, PredicateOf<T>(until), op, 0,
                             Order::Of(std::memory_order_acq_rel), site, /*timed=*/true);
    return seen != nullptr ? std::optional<T>(FromBits<T>(*seen)) : std::nullopt;
  }

 protected:
  waiting(Execution& engine, T initial, const char* name)
      : engine_(&engine), id_(engine.NewLocation(ToBits(initial), {name, &PrintBits<T>})) {}
  ~waiting() = default;

  bool Foreign() const {
    if (Execution::Current() == engine_) [[likely]]
      return false;
    engine_->ForeignThread("sim::atomic");
    return true;
  }

  Execution* engine_;
  LocationId id_;

 private:
  static T Value(const Bits* seen) { return seen != nullptr ? FromBits<T>(*seen) : T(); }
};

}  // namespace sim

#endif  // SIM_API_WAITING_H_
