#include "protocol/transfer.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"

namespace protocol {
namespace {

constexpr int64_t kBound = 1152921504606846976;  // 2^60
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

std::string Why(const std::vector<Transfer>& send, const std::vector<Transfer>& receive) {
  return std::string(CheckTransfers(send, receive).message());
}

bool Carries(const Transfer& transfer) { return CheckTransfers({&transfer, 1}, {}).ok(); }

TEST(CheckTransfers, OneTransferInEitherDirectionIsEnough) {
  const std::vector<Transfer> one = {{0, 0, 1}};
  EXPECT_TRUE(CheckTransfers(one, {}).ok());
  EXPECT_TRUE(CheckTransfers({}, one).ok());
}

TEST(CheckTransfers, BothDirectionsEmptyIsNoRail) {
  EXPECT_EQ(CheckTransfers({}, {}).code(), absl::StatusCode::kInvalidArgument);
}

TEST(CheckTransfers, LengthIsAtLeastOne) {
  EXPECT_FALSE(Carries({0, 0, 0}));
  EXPECT_FALSE(Carries({0, 0, -1}));
  EXPECT_FALSE(Carries({0, 0, kMin}));
}

TEST(CheckTransfers, PlacesAreNotNegative) {
  EXPECT_FALSE(Carries({-1, 0, 1}));
  EXPECT_FALSE(Carries({0, -1, 1}));
  EXPECT_FALSE(Carries({kMin, 0, 1}));
}

TEST(CheckTransfers, TheBoundIsInclusiveAndOnTheSum) {
  EXPECT_TRUE(Carries({kBound - 1, 0, 1}));
  EXPECT_TRUE(Carries({0, kBound - 1, 1}));
  EXPECT_TRUE(Carries({0, 0, kBound}));
  EXPECT_FALSE(Carries({kBound, 0, 1}));
  EXPECT_FALSE(Carries({0, kBound, 1}));
  EXPECT_FALSE(Carries({1, 0, kBound}));
  EXPECT_FALSE(Carries({0, 0, kBound + 1}));
}

TEST(CheckTransfers, ASumThatWouldOverflowIsTooMuch) {
  EXPECT_FALSE(Carries({0, kMax, 1}));
  EXPECT_FALSE(Carries({kMax, 0, 1}));
  EXPECT_FALSE(Carries({kMax, kMax, kMax}));
}

TEST(CheckTransfers, OverlappingTransfersAreLegal) {
  const std::vector<Transfer> overlapping = {{0, 0, 100}, {50, 0, 100}, {0, 0, 100}};
  EXPECT_TRUE(CheckTransfers(overlapping, overlapping).ok());
}

TEST(CheckTransfers, TheErrorNamesTheFirstBadTransferAndItsDirection) {
  const std::vector<Transfer> bad = {{0, 0, 1}, {0, 0, 1}, {0, -7, 1}, {0, 0, 0}};
  EXPECT_EQ(Why({{0, 0, 1}}, bad), "receive transfer 2: dst -7 is negative");
  EXPECT_EQ(Why({{0, 0, 1}, {0, 0, 0}}, bad), "send transfer 1: length 0 is less than 1");
  EXPECT_EQ(Why({{kBound, 0, 1}}, {}),
            "send transfer 0: src 1152921504606846976 + length 1 is more than 2^60");
}

// The page's sentence again, in integers that cannot overflow.
bool PageAccepts(const std::vector<Transfer>& send, const std::vector<Transfer>& receive) {
  __extension__ using Wide = __int128;
  const Wide bound = Wide{1} << 60;
  bool fine = send.size() + receive.size() > 0;
  for (const auto* direction : {&send, &receive}) {
    for (const Transfer& t : *direction) {
      fine = fine && t.length > 0 && t.src >= 0 && t.dst >= 0 && Wide{t.src} + t.length <= bound &&
             Wide{t.dst} + t.length <= bound;
    }
  }
  return fine;
}

rc::Gen<std::vector<Transfer>> Transfers() {
  const auto near_bounds = rc::gen::elementOf(std::vector<int64_t>{
      kMin, -1, 0, 1, 256, kBound - 256, kBound - 1, kBound, kBound + 1, kMax - 1, kMax});
  const auto legal = rc::gen::inRange<int64_t>(0, kBound / 2);
  // Mostly legal fields, or a whole rail would hardly ever be accepted.
  const auto place = rc::gen::weightedOneOf<int64_t>({{9, legal}, {1, near_bounds}});
  const auto length = rc::gen::weightedOneOf<int64_t>(
      {{9, rc::gen::inRange<int64_t>(1, kBound / 2)}, {1, near_bounds}});
  return rc::gen::container<std::vector<Transfer>>(rc::gen::apply(
      [](int64_t src, int64_t dst, int64_t length) {
        return Transfer{src, dst, length};
      },
      place, place, length));
}

RC_GTEST_PROP(CheckTransfers, AgreesWithThePage, ()) {
  const auto send = *rc::gen::resize(4, Transfers());
  const auto receive = *rc::gen::resize(4, Transfers());
  const bool accepted = CheckTransfers(send, receive).ok();
  RC_CLASSIFY(accepted);
  RC_ASSERT(accepted == PageAccepts(send, receive));
}

}  // namespace
}  // namespace protocol
