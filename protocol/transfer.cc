#include "protocol/transfer.h"

#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "protocol/rail_layout.h"

namespace protocol {
namespace {

// What is wrong with the bytes [first, first + length) of a copy; empty if nothing is. The sum
// itself may overflow, so the bound is a difference.
std::string WrongPlace(const char* field, int64_t first, int64_t length) {
  if (first < 0) return absl::StrCat(field, " ", first, " is negative");
  if (first > rail_landing_limit - length) {
    return absl::StrCat(field, " ", first, " + length ", length, " is more than 2^60");
  }
  return "";
}

std::string Wrong(const Transfer& transfer) {
  if (transfer.length < 1) return absl::StrCat("length ", transfer.length, " is less than 1");
  const std::string src = WrongPlace("src", transfer.src, transfer.length);
  return src.empty() ? WrongPlace("dst", transfer.dst, transfer.length) : src;
}

absl::Status CheckDirection(const char* direction, std::span<const Transfer> transfers) {
  for (size_t j = 0; j < transfers.size(); ++j) {
    const std::string wrong = Wrong(transfers[j]);
    if (wrong.empty()) continue;
    return absl::InvalidArgumentError(absl::StrCat(direction, " transfer ", j, ": ", wrong));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckTransfers(std::span<const Transfer> send, std::span<const Transfer> receive) {
  if (send.empty() && receive.empty()) {
    return absl::InvalidArgumentError("a rail with no transfer in either direction");
  }
  const absl::Status sent = CheckDirection("send", send);
  return sent.ok() ? CheckDirection("receive", receive) : sent;
}

}  // namespace protocol
