#include "protocol/proxy.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace protocol {

absl::StatusOr<Rail> Host::MakeRail(const Host* peer, std::span<const Transfer> send,
                                    std::span<const Transfer> receive) const {
  if (peer == this) {
    return absl::InvalidArgumentError(absl::StrCat("a rail from ", machine_, " to itself"));
  }
  const absl::Status transfers = CheckTransfers(send, receive);
  return transfers.ok() ? ProvideRail(peer, send, receive) : transfers;
}

Capability Declare(Proxy proxy) { return Capability(kProxyKey, std::move(proxy)); }

}  // namespace protocol
