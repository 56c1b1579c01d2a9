// Transfers: what a rail carries, and which of them it can carry.
#ifndef PROTOCOL_TRANSFER_H_
#define PROTOCOL_TRANSFER_H_

#include <cstdint>
#include <span>

#include "absl/status/status.h"

namespace protocol {

// The same bytes at the same places in every run. Transfers may overlap.
struct Transfer {
  int64_t src;     // its first byte in a copy of the sender's outbound
  int64_t dst;     // its first byte in a copy of the receiver's inbound
  int64_t length;  // its bytes, at least 1

  friend bool operator==(const Transfer&, const Transfer&) = default;
};

// OK if and only if a rail can carry `send` and `receive`: they are not both empty, and each
// transfer's length is at least 1 and its src and dst are not negative, with src + length and
// dst + length at most 2^60. Otherwise an invalid argument that names the first bad transfer by
// its direction and index; `send` is looked at first.
absl::Status CheckTransfers(std::span<const Transfer> send, std::span<const Transfer> receive);

}  // namespace protocol

#endif  // PROTOCOL_TRANSFER_H_
