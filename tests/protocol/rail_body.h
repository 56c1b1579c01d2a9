// What a rail promises, as bodies that run over any policy: on threads and under a checker.
//
// `check(bool, const char* what)` is how a body says what it found; it may be called from any
// thread of the policy.
#ifndef TESTS_PROTOCOL_RAIL_BODY_H_
#define TESTS_PROTOCOL_RAIL_BODY_H_

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "protocol/count.h"
#include "protocol/direct_rail.h"
#include "protocol/end_table.h"
#include "protocol/layout.h"
#include "protocol/live_end.h"
#include "protocol/policy.h"
#include "protocol/transfer.h"

namespace protocol {

// What one direction carries.
struct Load {
  std::vector<Transfer> transfers;
  uint64_t runs = 0;
  // Ready is called once for each run, and the bytes are read at its end. Needed where transfers
  // overlap: their bytes are not each the sender's, or the receiver's, at any time.
  bool whole_runs = false;

  uint64_t last() const { return transfers.size() * runs; }
};

// The byte at a place of the copy of outbound that a run uses; never 0, which is what landing areas
// hold at first.
inline unsigned char ByteAt(uint64_t run, uint64_t place) {
  return static_cast<unsigned char>(1 + (run * 101 + place * 7) % 255);
}

inline constexpr EndNames kNamesOfA = {"a.ready",   "a.sent",    "a.arrived", "a.outbound",
                                       "a.inbound", "a.stopped", "a.bell"};
inline constexpr EndNames kNamesOfB = {"b.ready",   "b.sent",    "b.arrived", "b.outbound",
                                       "b.inbound", "b.stopped", "b.bell"};

// The two ends of a rail that carries `there` from a to b and `back` from b to a.
template <Policy P>
struct Ends {
  Ends(const Load& there, const Load& back)
      : a(a_counts, LayoutOf(there.transfers, back.transfers), kNamesOfA),
        b(b_counts, LayoutOf(back.transfers, there.transfers), kNamesOfB) {}

  Counts<P> a_counts{kNamesOfA};
  Counts<P> b_counts{kNamesOfB};
  LiveEnd<P> a;
  LiveEnd<P> b;
};

// The sender's work, the rail and the receiver's work of one direction, each on a thread; they are
// joined when it is destroyed. All end when the job fails.
template <Policy P, class Rail, class Check>
class Traffic {
 public:
  Traffic(const Load& load, LiveEnd<P>& from, LiveEnd<P>& to, const Check& check)
      : load_(load),
        from_(from),
        to_(to),
        check_(check),
        rail_(from, to, load.transfers),
        rail_thread_("rail", [this] { rail_.Run(1, load_.last()); }),
        sender_("sender", [this] { Send(); }),
        receiver_("receiver", [this] { Receive(); }) {}

 private:
  using Word = typename P::template atomic<uint64_t>;

  // False if the job failed.
  static bool Reached(const Word& word, uint64_t c) {
    const auto reached = [c](uint64_t value) { return value >= c; };
    return P::Await(word, reached, std::memory_order_acquire) != kFailed;
  }

  void Send() {
    const uint64_t n = load_.transfers.size();
    for (uint64_t run = 0; run < load_.runs; ++run) {
      if (!Reached(from_.counts.sent, ReadBefore(run, n))) return;  // C2
      if (run >= 2 && !Reached(runs_read_, run - 1)) return;        // C3
      for (uint64_t j = 0; j < n; ++j) {
        Place(run, load_.transfers[j]);
        if (!load_.whole_runs) from_.Ready(CountOf(run, j, n));
      }
      if (load_.whole_runs) from_.Ready(CountOf(run, n - 1, n));
    }
  }

  void Place(uint64_t run, const Transfer& transfer) {
    std::vector<unsigned char> bytes(transfer.length);
    for (uint64_t i = 0; i < bytes.size(); ++i) bytes[i] = ByteAt(run, transfer.src + i);
    const uint64_t copy = run % 2 * OutboundCopyBytes(load_.transfers);
    from_.outbound.write(copy + transfer.src, bytes.data(), bytes.size());
  }

  void Receive() {
    const uint64_t n = load_.transfers.size();
    const uint64_t copy_bytes = InboundCopyBytes(load_.transfers);
    std::vector<unsigned char> expected[2] = {std::vector<unsigned char>(copy_bytes),
                                              std::vector<unsigned char>(copy_bytes)};
    for (uint64_t run = 0; run < load_.runs; ++run) {
      for (uint64_t j = 0; j < n; ++j) {
        const Transfer& transfer = load_.transfers[j];
        for (int64_t i = 0; i < transfer.length; ++i) {
          expected[run % 2][transfer.dst + i] = ByteAt(run, transfer.src + i);
        }
        if (!Reached(to_.counts.arrived, CountOf(run, j, n))) {
          runs_read_.store(kFailed, std::memory_order_release);
          return;
        }
        if (!load_.whole_runs) Compare(run, transfer.dst, transfer.length, expected[run % 2]);
      }
      Compare(run, 0, copy_bytes, expected[run % 2]);
      runs_read_.store(run + 1, std::memory_order_release);
    }
  }

  void Compare(uint64_t run, uint64_t first, uint64_t bytes,
               const std::vector<unsigned char>& expected) {
    std::vector<unsigned char> found(bytes);
    to_.inbound.read(run % 2 * expected.size() + first, found.data(), bytes);
    check_(std::equal(found.begin(), found.end(), expected.begin() + first),
           "the receiver finds the run's bytes, and no other byte is written");
  }

  const Load& load_;
  LiveEnd<P>& from_;
  LiveEnd<P>& to_;
  const Check& check_;
  Word runs_read_{0, "runs read"};
  Rail rail_;
  typename P::thread rail_thread_;
  typename P::thread sender_;
  typename P::thread receiver_;
};

// Every byte of every run arrives, in both directions at once (R3, R5, R9, R12), and the counts end
// where they belong.
template <Policy P, class Rail = DirectRail<P>, class Check>
void DeliverEverything(const Load& there, const Load& back, const Check& check) {
  Ends<P> ends(there, back);
  {
    std::optional<Traffic<P, Rail, Check>> to_b, to_a;
    if (!there.transfers.empty()) to_b.emplace(there, ends.a, ends.b, check);
    if (!back.transfers.empty()) to_a.emplace(back, ends.b, ends.a, check);
  }
  const auto ended = [&](const Counts<P>& counts, const Load& out, const Load& in) {
    check(counts.ready.load(std::memory_order_relaxed) == out.last(), "ready is the last count");
    check(counts.sent.load(std::memory_order_relaxed) == out.last(), "sent is the last count");
    check(counts.arrived.load(std::memory_order_relaxed) == in.last(), "all has arrived");
  };
  ended(ends.a_counts, there, back);
  ended(ends.b_counts, back, there);
}

template <Policy P, class Check>
void CheckFailed(const Counts<P>& counts, const Check& check) {
  check(counts.ready.load(std::memory_order_relaxed) == kFailed, "ready has failed");
  check(counts.sent.load(std::memory_order_relaxed) == kFailed, "sent has failed");
  check(counts.arrived.load(std::memory_order_relaxed) == kFailed, "arrived has failed");
}

// The job fails at any point, on a's machine and then on b's: every wait ends, and every count is
// raised and stays (R7, R8).
template <Policy P, class Rail = DirectRail<P>, class Check>
void FailureEndsEveryWait(const Load& there, const Load& back, const Check& check) {
  Ends<P> ends(there, back);
  {
    Traffic<P, Rail, Check> to_b(there, ends.a, ends.b, check);
    Traffic<P, Rail, Check> to_a(back, ends.b, ends.a, check);
    typename P::thread failure("failure", [&] {
      ends.a.Fail();
      ends.b.Fail();
    });
  }
  CheckFailed(ends.a_counts, check);
  CheckFailed(ends.b_counts, check);
}

}  // namespace protocol

#endif  // TESTS_PROTOCOL_RAIL_BODY_H_
