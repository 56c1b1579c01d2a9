// Values of any trivially copyable type up to 8 bytes as 64 bits, and how they are printed.
#ifndef SIM_API_BITS_H_
#define SIM_API_BITS_H_

#include <concepts>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include "sim/engine/op.h"

namespace sim {

template <class T>
concept Word = std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(Bits);

template <Word T>
Bits ToBits(T value) {
  Bits bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

template <Word T>
T FromBits(Bits bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// The two largest signed and unsigned 64-bit values have names, since counts use them.
template <Word T>
std::string PrintBits(Bits bits) {
  const T value = FromBits<T>(bits);
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_enum_v<T>) {
    return PrintBits<std::underlying_type_t<T>>(bits);
  } else if constexpr (std::is_integral_v<T>) {
    if (sizeof(T) == 8 && bits == 0x7fff'ffff'ffff'ffff) return "max";
    return std::to_string(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    return std::to_string(value);
  } else if constexpr (std::is_pointer_v<T>) {
    // Addresses differ from run to run, and output must not.
    return value == nullptr ? "null" : "pointer";
  } else {
    return "0x" + [bits] {
      static constexpr char kHex[] = "0123456789abcdef";
      std::string text;
      for (int shift = 8 * static_cast<int>(sizeof(T)) - 4; shift >= 0; shift -= 4) {
        text += kHex[bits >> shift & 15];
      }
      return text;
    }();
  }
}

}  // namespace sim

#endif  // SIM_API_BITS_H_
