// What read-modify-writes compute, in the width and signedness of the type.
#ifndef SIM_API_OPS_H_
#define SIM_API_OPS_H_

#include <atomic>
#include <concepts>
#include <cstdint>

#include "sim/api/bits.h"
#include "sim/engine/op.h"

namespace sim {

// The order of a failing compare_exchange that was given one order.
constexpr std::memory_order FailureOrder(std::memory_order order) {
  if (order == std::memory_order_acq_rel) return std::memory_order_acquire;
  if (order == std::memory_order_release) return std::memory_order_relaxed;
  return order;
}

template <Word T>
struct Ops {
  static bool Equal(Bits old, Bits operand) { return old == operand; }
  static Bits Replace(Bits, Bits operand) { return operand; }

  static constexpr Modify kExchange{"exchange", &Replace};
  static constexpr Modify kAwaitExchange{"await_exchange", &Replace};
  static constexpr Conditional kStrong{"cas", &Equal, false};
  static constexpr Conditional kWeak{"weak cas", &Equal, true};
};

// Arithmetic wraps around, as std::atomic's does for signed types too.
template <std::integral T>
struct IntegerOps {
  template <auto Op>
  static Bits Wrapped(Bits a, Bits b) {
    return ToBits(static_cast<T>(Op(a, b)));
  }
  static bool Less(Bits a, Bits b) { return FromBits<T>(a) < FromBits<T>(b); }

  static constexpr Modify kAdd{"fetch_add", &Wrapped<[](Bits a, Bits b) { return a + b; }>};
  static constexpr Modify kSub{"fetch_sub", &Wrapped<[](Bits a, Bits b) { return a - b; }>};
  static constexpr Modify kAnd{"fetch_and", &Wrapped<[](Bits a, Bits b) { return a & b; }>};
  static constexpr Modify kOr{"fetch_or", &Wrapped<[](Bits a, Bits b) { return a | b; }>};
  static constexpr Modify kXor{"fetch_xor", &Wrapped<[](Bits a, Bits b) { return a ^ b; }>};
  static constexpr Modify kMax{"fetch_max", [](Bits a, Bits b) { return Less(a, b) ? b : a; }};
  static constexpr Modify kMin{"fetch_min", [](Bits a, Bits b) { return Less(b, a) ? b : a; }};
  static constexpr Conditional kGrow{"grow", &Less, false};
};

}  // namespace sim

#endif  // SIM_API_OPS_H_
