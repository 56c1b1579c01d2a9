#include "protocol/layout.h"

#include <algorithm>

namespace protocol {
namespace {

uint64_t CopyBytes(std::span<const Transfer> transfers, int64_t Transfer::*first) {
  int64_t end = 0;
  for (const Transfer& transfer : transfers) {
    end = std::max(end, transfer.*first + transfer.length);
  }
  return RoundUpToCopy(end);
}

}  // namespace

uint64_t OutboundCopyBytes(std::span<const Transfer> send) {
  return CopyBytes(send, &Transfer::src);
}

uint64_t InboundCopyBytes(std::span<const Transfer> receive) {
  return CopyBytes(receive, &Transfer::dst);
}

EndLayout LayoutOf(std::span<const Transfer> send, std::span<const Transfer> receive) {
  return {.outbound = rail_copies * OutboundCopyBytes(send),
          .inbound = rail_copies * InboundCopyBytes(receive)};
}

}  // namespace protocol
