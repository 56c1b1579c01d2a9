// The sizes of a rail end's areas. Their places are in rail_layout.h, for C.
#ifndef PROTOCOL_LAYOUT_H_
#define PROTOCOL_LAYOUT_H_

#include <cstdint>
#include <span>

#include "protocol/rail_layout.h"
#include "protocol/transfer.h"

namespace protocol {

// The least multiple of 256 that is at least `bytes`. Requires bytes <= 2^60.
constexpr uint64_t RoundUpToCopy(uint64_t bytes) {
  return (bytes + rail_copy_multiple - 1) / rail_copy_multiple * rail_copy_multiple;
}

// The bytes of one copy: the largest src + length (outbound) or dst + length (inbound), rounded
// up; 0 if there is no transfer. Both require that CheckTransfers accepts the transfers.
uint64_t OutboundCopyBytes(std::span<const Transfer> send);
uint64_t InboundCopyBytes(std::span<const Transfer> receive);

// The bytes of the landing areas of an end whose machine sends `send` and receives `receive`: two
// copies each. Both fit an int64_t.
struct EndLayout {
  uint64_t outbound;
  uint64_t inbound;

  friend bool operator==(const EndLayout&, const EndLayout&) = default;
};
EndLayout LayoutOf(std::span<const Transfer> send, std::span<const Transfer> receive);

}  // namespace protocol

#endif  // PROTOCOL_LAYOUT_H_
