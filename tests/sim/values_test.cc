// The operations of sim::atomic compute what std::atomic's do, in each width and signedness.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/matchers.h"

namespace sim {
namespace {

template <class T>
class Values : public testing::Test {
 protected:
  static constexpr T kLeast = std::numeric_limits<T>::min();
  static constexpr T kMost = std::numeric_limits<T>::max();

  // Runs `body` with one atomic of this type, once.
  template <class Body>
  static void With(T initial, const Body& body) {
    const Result result = Explore(
        [&] {
          atomic<T> x(initial, "x");
          body(x);
        },
        Enumerate());
    EXPECT_THAT(result, Passes());
    EXPECT_EQ(result.executions, 1u);
  }
};

using Integers = testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                                std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(Values, Integers);

TYPED_TEST(Values, AdditionWrapsAround) {
  TestFixture::With(TestFixture::kMost, [](auto& x) {
    EXPECT_EQ(x.fetch_add(1), TestFixture::kMost);
    EXPECT_EQ(x.load(), TestFixture::kLeast);
    EXPECT_EQ(x.fetch_sub(1), TestFixture::kLeast);
    EXPECT_EQ(x.load(), TestFixture::kMost);
  });
}

TYPED_TEST(Values, BitsAreCombined) {
  TestFixture::With(0b1100, [](auto& x) {
    EXPECT_EQ(x.fetch_and(0b1010), 0b1100);
    EXPECT_EQ(x.fetch_or(0b0001), 0b1000);
    EXPECT_EQ(x.fetch_xor(static_cast<TypeParam>(-1)), 0b1001);
    EXPECT_EQ(x.load(), static_cast<TypeParam>(~0b1001));
  });
}

TYPED_TEST(Values, MaximumAndMinimumKnowTheSign) {
  const auto minus_one = static_cast<TypeParam>(-1);  // the largest, where there is no sign
  TestFixture::With(1, [=](auto& x) {
    EXPECT_EQ(x.fetch_max(minus_one), 1);
    EXPECT_EQ(x.load(), std::max<TypeParam>(1, minus_one));
    x.store(1);
    EXPECT_EQ(x.fetch_min(minus_one), 1);
    EXPECT_EQ(x.load(), std::min<TypeParam>(1, minus_one));
    EXPECT_EQ(x.fetch_max(TestFixture::kMost), (std::min<TypeParam>(1, minus_one)));
    EXPECT_EQ(x.fetch_min(TestFixture::kLeast), TestFixture::kMost);
    EXPECT_EQ(x.load(), TestFixture::kLeast);
  });
}

TYPED_TEST(Values, GrowNeverMakesSmaller) {
  TestFixture::With(5, [](auto& x) {
    EXPECT_EQ(x.grow(9, std::memory_order_relaxed), 5);
    EXPECT_EQ(x.grow(7, std::memory_order_relaxed), 9);
    EXPECT_EQ(x.grow(TestFixture::kLeast, std::memory_order_relaxed), 9);
    EXPECT_EQ(x.load(), 9);
    x.grow(TestFixture::kMost, std::memory_order_relaxed);
    EXPECT_EQ(x.load(), TestFixture::kMost);
  });
}

TYPED_TEST(Values, ExchangeAndCompareExchangeReplace) {
  TestFixture::With(TestFixture::kLeast, [](auto& x) {
    EXPECT_EQ(x.exchange(TestFixture::kMost), TestFixture::kLeast);
    TypeParam expected = 3;
    EXPECT_FALSE(x.compare_exchange_strong(expected, 4));
    EXPECT_EQ(expected, TestFixture::kMost);
    EXPECT_TRUE(x.compare_exchange_strong(expected, 4));
    EXPECT_EQ(expected, TestFixture::kMost);
    EXPECT_EQ(x.load(), 4);
  });
}

TYPED_TEST(Values, NewestAndAwaitGiveTheValueInItsType) {
  TestFixture::With(static_cast<TypeParam>(-3), [](auto& x) {
    EXPECT_EQ(x.newest(), static_cast<TypeParam>(-3));
    EXPECT_EQ(x.await_value([](TypeParam v) { return v == static_cast<TypeParam>(-3); }),
              static_cast<TypeParam>(-3));
    EXPECT_EQ(x.await_exchange([](TypeParam) { return true; }, TestFixture::kLeast),
              static_cast<TypeParam>(-3));
    EXPECT_EQ(x.load(), TestFixture::kLeast);
  });
}

// One operation and what it leaves, in plain arithmetic of a wider type.
template <class T>
T Apply(int op, T old, T operand) {
  const auto a = static_cast<std::uint64_t>(old);
  const auto b = static_cast<std::uint64_t>(operand);
  switch (op) {
    case 0:
      return static_cast<T>(a + b);
    case 1:
      return static_cast<T>(a - b);
    case 2:
      return static_cast<T>(a & b);
    case 3:
      return static_cast<T>(a | b);
    case 4:
      return static_cast<T>(a ^ b);
    case 5:
      return std::max(old, operand);
    case 6:
      return std::min(old, operand);
    default:
      return operand;
  }
}

template <class T>
T Apply(int op, atomic<T>& x, T operand) {
  switch (op) {
    case 0:
      return x.fetch_add(operand);
    case 1:
      return x.fetch_sub(operand);
    case 2:
      return x.fetch_and(operand);
    case 3:
      return x.fetch_or(operand);
    case 4:
      return x.fetch_xor(operand);
    case 5:
      return x.fetch_max(operand);
    case 6:
      return x.fetch_min(operand);
    default:
      return x.exchange(operand);
  }
}

template <class T>
void FollowArithmetic() {
  const auto initial = *rc::gen::arbitrary<T>();
  const auto steps = *rc::gen::container<std::vector<std::pair<int, T>>>(
      rc::gen::pair(rc::gen::inRange(0, 8), rc::gen::arbitrary<T>()));
  const Result result = Explore(
      [&] {
        atomic<T> x(initial);
        T model = initial;
        for (const auto& [op, operand] : steps) {
          check(Apply(op, x, operand) == model, "the old value");
          model = Apply(op, model, operand);
        }
        check(x.load() == model, "the last value");
      },
      Enumerate());
  RC_LOG() << result;
  RC_ASSERT(result.ok());
}

RC_GTEST_PROP(ValuesProperty, OperationsInARowFollowArithmetic, ()) {
  FollowArithmetic<std::int8_t>();
  FollowArithmetic<std::uint8_t>();
  FollowArithmetic<std::int16_t>();
  FollowArithmetic<std::uint16_t>();
  FollowArithmetic<std::int32_t>();
  FollowArithmetic<std::uint32_t>();
  FollowArithmetic<std::int64_t>();
  FollowArithmetic<std::uint64_t>();
}

enum class Color : std::uint8_t { kRed, kBlue = 200 };
struct Pair {
  std::int32_t a;
  std::int32_t b;
};

TEST(OtherValues, AnyTriviallyCopyableTypeOfEightBytesTravels) {
  static int target = 0;
  EXPECT_THAT(Explore(
                  [] {
                    atomic<bool> flag(false);
                    check(!flag.exchange(true) && flag.load(), "bool");
                    atomic<Color> color(Color::kRed);
                    check(color.exchange(Color::kBlue) == Color::kRed, "enum");
                    check(color.load() == Color::kBlue, "enum");
                    atomic<double> number(0.5);
                    double half = 0.5;
                    check(number.compare_exchange_strong(half, -2.25), "double");
                    check(number.load() == -2.25, "double");
                    atomic<int*> pointer(nullptr);
                    pointer.store(&target);
                    check(pointer.load() == &target, "pointer");
                    atomic<Pair> pair({1, -2});
                    check(pair.load().a == 1 && pair.load().b == -2, "struct");
                  },
                  Enumerate()),
              Passes());
}

TEST(OtherValues, AreShownAsWhatTheyAre) {
  static int target = 0;
  const Result result = Explore(
      [] {
        atomic<bool>(false, "flag").store(true);
        atomic<Color>(Color::kRed, "color").store(Color::kBlue);
        atomic<std::int8_t>(0, "small").store(-1);
        atomic<std::uint64_t>(0, "count").store(0x7fff'ffff'ffff'ffff);
        atomic<int*>(nullptr, "pointer").store(&target);
        atomic<Pair>({0, 0}, "pair").store({1, 2});
        check(false, "show");
      },
      Enumerate());
  std::vector<std::string> steps;
  for (const Step& step : result.trace.steps) steps.push_back(step.text);
  EXPECT_THAT(steps, testing::ElementsAre("flag := true sc", "color := 200 sc", "small := -1 sc",
                                          "count := max sc", "pointer := pointer sc",
                                          "pair := 0x0000000200000001 sc"));
}

}  // namespace
}  // namespace sim
