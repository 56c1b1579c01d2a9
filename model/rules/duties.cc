#include "model/rules/duties.h"

#include <algorithm>
#include <string>

namespace model {
namespace {

// The last count that reads bytes of outbound which placing c overwrites: in c's run a transfer
// that overlaps and is ready, else all of the run two before.
std::uint64_t LastReader(const Facts& facts, std::uint64_t c) {
  const std::uint64_t n = facts.n();
  const protocol::CountName name = protocol::NameOf(c, n);
  const protocol::Transfer& mine = facts.load.transfers[name.transfer];
  const std::uint64_t first = protocol::CountOf(name.run, 0, n);
  for (std::uint64_t i = std::min(facts.Called(), first + n - 1); i >= first; --i) {
    const protocol::Transfer& other = facts.load.transfers[i - first];
    if (other.src < mine.src + mine.length && mine.src < other.src + other.length) return i;
  }
  return protocol::ReadBefore(name.run, n);
}

bool HasAcquired(const Facts& facts, std::uint64_t c) {
  return std::any_of(facts.sent_waits.begin(), facts.sent_waits.end(), [c](const Waited& wait) {
    return wait.reached >= c && wait.acquires && wait.when.seen();
  });
}

}  // namespace

void CheckBeforePlace(Facts& facts, std::uint64_t c) {
  const std::uint64_t reader = LastReader(facts, c);
  if (facts.SentSeen(reader)) return;
  const std::string what = "the bytes of " + TransferInWords(c, facts.n()) + " are placed before ";
  const std::string reached = std::string("sent of ") + facts.sender_name() +
                              " was seen to reach " + InWords(reader, facts.n());
  if (HasAcquired(facts, reader)) {
    Broken("R4", Breaker::kRail,
           what + "the rail's reads of the copy are over for a caller that has acquired " +
               std::to_string(reader) + " from sent of " + facts.sender_name());
  } else {
    Broken("C2", Breaker::kCaller, what + reached);
  }
}

void CheckBeforeReady(Facts& facts, std::uint64_t c) {
  const std::uint64_t n = facts.n();
  for (std::uint64_t i = n == 0 ? c : facts.snapshots; i++ < c;) {
    const std::optional<sim::moment>& placed = facts.At(i).placed;
    if (!placed || !placed->seen()) {
      Broken("C1", Breaker::kCaller,
             "ready(" + std::to_string(c) + ") is called while the bytes of " +
                 TransferInWords(i, n) + " are not placed");
    }
    const auto* source = reinterpret_cast<const char*>(facts.sender.outbound.peek());
    facts.At(i).bytes.assign(source + facts.SourceOf(i), facts.LengthOf(i));
    facts.snapshots = i;
  }
  if (n == 0) return;
  const std::uint64_t run = protocol::NameOf(c, n).run;
  for (const RunRead& read : facts.reads) {
    if (read.run + 2 <= run && !read.when.seen()) {
      Broken("C3", Breaker::kCaller,
             "ready(" + std::to_string(c) + ") is called for run " + std::to_string(run) +
                 " before the caller has seen that the receiver's reads of run " +
                 std::to_string(read.run) + " are over");
    }
  }
}

void CheckInboundOrder(const Facts& facts, std::uint64_t run) {
  const std::uint64_t called = facts.Called();
  if (called == 0) return;
  const std::uint64_t latest = protocol::NameOf(called, facts.n()).run;
  if (run + 2 <= latest) {
    Broken("C3", Breaker::kCaller,
           "the receiver reads run " + std::to_string(run) + " although ready was called for run " +
               std::to_string(latest) + ", which lands in the same copy");
  }
}

}  // namespace model
