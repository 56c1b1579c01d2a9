#include "protocol/layout.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "protocol/live_end.h"
#include "protocol/std_policy.h"
#include "rapidcheck/gtest.h"
#include "tests/protocol/rail_layout_c11.h"

namespace protocol {
namespace {

constexpr int64_t kBound = int64_t{1} << 60;

TEST(Layout, CopiesAreRoundedUpTo256Bytes) {
  EXPECT_EQ(RoundUpToCopy(0), 0u);
  EXPECT_EQ(RoundUpToCopy(1), 256u);
  EXPECT_EQ(RoundUpToCopy(255), 256u);
  EXPECT_EQ(RoundUpToCopy(256), 256u);
  EXPECT_EQ(RoundUpToCopy(257), 512u);
  EXPECT_EQ(RoundUpToCopy(uint64_t{1} << 60), uint64_t{1} << 60);
}

TEST(Layout, AreasHoldTwoCopiesOfTheirLargestEnd) {
  const std::vector<Transfer> send = {{0, 1000, 10}, {250, 0, 7}, {3, 3, 3}};
  const std::vector<Transfer> receive = {{0, 0, 256}};
  EXPECT_EQ(LayoutOf(send, receive), (EndLayout{.outbound = 2 * 512, .inbound = 2 * 256}));
  EXPECT_EQ(LayoutOf(receive, send), (EndLayout{.outbound = 2 * 256, .inbound = 2 * 1024}));
}

TEST(Layout, AnEmptyDirectionHasNoBytes) {
  const std::vector<Transfer> one = {{0, 0, 1}};
  EXPECT_EQ(LayoutOf(one, {}), (EndLayout{.outbound = 512, .inbound = 0}));
  EXPECT_EQ(LayoutOf({}, one), (EndLayout{.outbound = 0, .inbound = 512}));
}

TEST(Layout, TheLargestTransferFits) {
  const std::vector<Transfer> largest = {{kBound - 1, 0, 1}, {0, kBound - 1, 1}};
  EXPECT_EQ(LayoutOf(largest, largest),
            (EndLayout{.outbound = uint64_t{1} << 61, .inbound = uint64_t{1} << 61}));
}

RC_GTEST_PROP(Layout, ACopyIsTheLeastMultipleThatHoldsEveryTransfer, ()) {
  const auto transfers =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<Transfer>>(rc::gen::apply(
          [](int64_t src, int64_t dst, int64_t length) {
            return Transfer{src, dst, length};
          },
          rc::gen::inRange<int64_t>(0, 2000), rc::gen::inRange<int64_t>(0, 2000),
          rc::gen::inRange<int64_t>(1, 600))));
  // Grows a copy by 256 bytes until it holds every transfer.
  const auto least_copy = [&](int64_t Transfer::*first) {
    uint64_t copy = 0;
    const auto holds = [&](const Transfer& t) {
      return static_cast<uint64_t>(t.*first + t.length) <= copy;
    };
    while (!std::all_of(transfers.begin(), transfers.end(), holds)) copy += 256;
    return copy;
  };
  RC_ASSERT(OutboundCopyBytes(transfers) == least_copy(&Transfer::src));
  RC_ASSERT(InboundCopyBytes(transfers) == least_copy(&Transfer::dst));
}

TEST(RailLayout, IsTheSameInC) {
  const rail_layout_in_c c = RailLayoutInC();
  EXPECT_EQ(c.ready, 0u);
  EXPECT_EQ(c.sent, 128u);
  EXPECT_EQ(c.arrived, 256u);
  EXPECT_EQ(c.counts, 384u);
  EXPECT_EQ(c.copies, 2u);
  EXPECT_EQ(c.multiple, 256u);
  EXPECT_EQ(c.limit, 1152921504606846976u);
  EXPECT_EQ(c.failed, 9223372036854775807u);
}

TEST(RailLayout, CountsAreReadByCWhereTheRailWritesThem) {
  Counts<StdPolicy> counts;
  counts.ready.store(1);
  counts.sent.store(2);
  counts.arrived.store(3);
  EXPECT_EQ(ReadCountInC(&counts, rail_ready_offset), 1u);
  EXPECT_EQ(ReadCountInC(&counts, rail_sent_offset), 2u);
  EXPECT_EQ(ReadCountInC(&counts, rail_arrived_offset), 3u);
}

}  // namespace
}  // namespace protocol
