// What an await waits for, as the engine sees it.
#ifndef SIM_API_PREDICATE_H_
#define SIM_API_PREDICATE_H_

#include <cstdint>
#include <type_traits>

#include "sim/api/bits.h"
#include "sim/engine/op.h"

namespace sim {

// `until(value)` gives a bool, or a std::optional of a class: an enum or a number from 0.
// The result points to `until`.
template <Word T, class Until>
Predicate PredicateOf(const Until& until, bool by_class = false) {
  return {[](const void* context, Bits value) {
            const auto answer = (*static_cast<const Until*>(context))(FromBits<T>(value));
            if constexpr (std::is_convertible_v<decltype(answer), bool>) {
              return answer ? 0 : -1;
            } else {
              return answer.has_value() ? static_cast<int>(*answer) : -1;
            }
          },
          &until, std::is_trivially_copyable_v<Until> ? std::uint32_t{sizeof(Until)} : 0, by_class};
}

}  // namespace sim

#endif  // SIM_API_PREDICATE_H_
