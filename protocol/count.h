// Counts, and the transfer that a count names.
#ifndef PROTOCOL_COUNT_H_
#define PROTOCOL_COUNT_H_

#include <cstdint>

#include "protocol/rail_layout.h"

namespace protocol {

// What every count is raised to when the job fails (2^63 - 1). It names no transfer.
inline constexpr uint64_t kFailed = INT64_MAX;
static_assert(kFailed == rail_failed);

// The greatest count that names a transfer.
inline constexpr uint64_t kLastCount = kFailed - 1;

constexpr bool IsCount(uint64_t c) { return 1 <= c && c <= kLastCount; }

// In a direction of n transfers: transfer `transfer` of run `run`, in copy `copy` of each landing
// area.
struct CountName {
  uint64_t run;
  uint64_t transfer;
  uint64_t copy;

  friend bool operator==(const CountName&, const CountName&) = default;
};

// What the count c names. Requires IsCount(c) and n >= 1.
constexpr CountName NameOf(uint64_t c, uint64_t n) {
  const uint64_t run = (c - 1) / n;
  return {.run = run, .transfer = (c - 1) % n, .copy = run % rail_copies};
}

// The count of a transfer of a run: NameOf(CountOf(r, j, n), n) names r and j. Requires j < n.
constexpr uint64_t CountOf(uint64_t run, uint64_t transfer, uint64_t n) {
  return run * n + transfer + 1;
}

// The count that `sent` must reach before work writes the copy of outbound that `run` uses: the
// last transfer that read it. 0 where nothing did.
constexpr uint64_t ReadBefore(uint64_t run, uint64_t n) {
  return run < rail_copies ? 0 : CountOf(run - rail_copies, n - 1, n);
}

}  // namespace protocol

#endif  // PROTOCOL_COUNT_H_
