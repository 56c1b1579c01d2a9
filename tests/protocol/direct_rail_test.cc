// The reference rail's promises, on real threads.
#include "protocol/direct_rail.h"

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "protocol/polling_rail.h"
#include "protocol/std_policy.h"
#include "rapidcheck/gtest.h"
#include "tests/protocol/rail_body.h"
#include "tests/protocol/ready_body.h"

namespace protocol {
namespace {

constexpr auto kExpect = [](bool holds, const char* what) { EXPECT_TRUE(holds) << what; };

// Lengths around the rounding, with gaps, and landing in another order than they leave.
Load Uneven(uint64_t runs) {
  return {.transfers = {{0, 600, 1}, {10, 0, 255}, {300, 1000, 256}, {600, 700, 257}},
          .runs = runs};
}

Load Overlapping(uint64_t runs) {
  return {
      .transfers = {{0, 0, 100}, {50, 30, 100}, {0, 130, 60}}, .runs = runs, .whole_runs = true};
}

TEST(DirectRail, DeliversEveryRun) { DeliverEverything<StdPolicy>(Uneven(50), {}, kExpect); }

TEST(DirectRail, DeliversTransfersThatOverlap) {
  DeliverEverything<StdPolicy>(Overlapping(50), {}, kExpect);
}

TEST(DirectRail, DeliversBothDirectionsAtOnce) {
  const Load back = {.transfers = {{0, 0, 8}}, .runs = 120};
  DeliverEverything<StdPolicy>(Uneven(30), back, kExpect);
}

RC_GTEST_PROP(DirectRail, DeliversAnyLoad, ()) {
  Load load;
  load.runs = *rc::gen::inRange<uint64_t>(1, 6);
  load.whole_runs = *rc::gen::arbitrary<bool>();
  int64_t src = 0;
  int64_t dst = 0;
  const int n = *rc::gen::inRange(1, 5);
  for (int j = 0; j < n; ++j) {
    src += *rc::gen::inRange(0, 40);
    dst += *rc::gen::inRange(0, 40);
    const int64_t length = *rc::gen::element<int64_t>(1, 7, 255, 256, 257);
    load.transfers.push_back({src, dst, length});
    if (load.whole_runs) continue;  // may overlap
    src += length;
    dst += length;
  }
  bool delivered = true;
  StdPolicy::mutex mutex("check");
  DeliverEverything<StdPolicy>(load, {}, [&](bool holds, const char*) {
    const std::lock_guard lock(mutex);
    delivered = delivered && holds;
  });
  RC_ASSERT(delivered);
}

TEST(DirectRail, FailureEndsEveryWait) {
  const Load back = {.transfers = {{0, 0, 8}}, .runs = 100};
  for (int i = 0; i < 50; ++i) FailureEndsEveryWait<StdPolicy>(Uneven(30), back, kExpect);
}

TEST(PollingRail, DeliversEveryRunAndEndsWhenTheJobFails) {
  const Load back = {.transfers = {{0, 0, 8}}, .runs = 120};
  DeliverEverything<StdPolicy, PollingRail<StdPolicy>>(Uneven(30), back, kExpect);
  for (int i = 0; i < 50; ++i) {
    FailureEndsEveryWait<StdPolicy, PollingRail<StdPolicy>>(Uneven(30), back, kExpect);
  }
}

// Nobody calls ready: the word alone tells.
TEST(PollingRail, SeesAStoreToReadyAlone) {
  const Load load = TwoBytes();
  Ends<StdPolicy> ends(load, {});
  const StdPolicy::thread device("device", [&] {
    StdPolicy::FetchMax(ends.a_counts.ready, uint64_t{1}, std::memory_order_release);
  });
  PollingRail<StdPolicy>(ends.a, ends.b, load.transfers).Run(1, 1);
  EXPECT_EQ(ends.b_counts.arrived.load(std::memory_order_relaxed), 1u);
}

TEST(DirectRail, CallersOfReadyComeInAnyOrder) {
  for (int i = 0; i < 100; ++i) CallersComeInAnyOrder<StdPolicy>(kExpect);
}

TEST(DirectRail, OutboundIsWrittenAgainAfterSent) {
  for (int i = 0; i < 100; ++i) OutboundIsWrittenAgainAfterSent<StdPolicy>(kExpect);
}

TEST(DirectRail, ReadyOutlivesTheRail) {
  for (int i = 0; i < 100; ++i) ReadyOutlivesTheRail<StdPolicy>(kExpect);
}

TEST(DirectRail, AnEndMadeDuringFailureIsBornFailed) {
  for (int i = 0; i < 100; ++i) AnEndMadeDuringFailureIsBornFailed<StdPolicy>(kExpect);
}

TEST(DirectRail, ClosingRaisesNothing) {
  for (int i = 0; i < 100; ++i) ClosingRaisesNothing<StdPolicy>(kExpect);
}

TEST(DirectRail, ReadyWithWhatIsNoCountDoesNothing) {
  Ends<StdPolicy> ends(TwoBytes(), {});
  for (uint64_t c : {uint64_t{0}, kFailed, kFailed + 1, UINT64_MAX}) {
    ends.a.Ready(c);
    EXPECT_EQ(ends.a_counts.ready.load(), 0u);
  }
}

TEST(DirectRail, ReadyOnAnEmptyDirectionOnlyAdvancesTheWord) {
  Ends<StdPolicy> ends(TwoBytes(), {});
  ends.b.Ready(5);
  EXPECT_EQ(ends.b_counts.ready.load(), 5u);
  DirectRail<StdPolicy>(ends.b, ends.a, {}).Run();  // no runs: returns
  EXPECT_EQ(ends.b_counts.sent.load(), 0u);
}

TEST(DirectRail, CarriesTheLastCountsThereAre) {
  const Load load = TwoBytes();
  constexpr uint64_t kStart = kLastCount - 2;
  Counts<StdPolicy> a_counts({}, kStart), b_counts({}, kStart);
  LiveEnd<StdPolicy> a(a_counts, LayoutOf(load.transfers, {}));
  LiveEnd<StdPolicy> b(b_counts, LayoutOf({}, load.transfers));
  a.Ready(kLastCount);
  DirectRail<StdPolicy>(a, b, load.transfers).Run(kStart + 1);
  EXPECT_EQ(a_counts.sent.load(), kLastCount);
  EXPECT_EQ(b_counts.arrived.load(), kLastCount);
}

}  // namespace
}  // namespace protocol
