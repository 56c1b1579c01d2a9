// What a program must not do to sim itself is found, and said in a sentence.

#include <unistd.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/matchers.h"

namespace sim {
namespace {

using testing::AllOf;

// Room for an object whose life the test ends by hand. Using it afterwards is wrong in C++ too, so
// the object is reached through memory that stays.
template <class T>
class Room {
 public:
  template <class... Args>
  explicit Room(Args... args) : object_(new (memory_) T(args...)) {}
  T* operator->() { return object_; }
  void End() { object_->~T(); }

 private:
  alignas(T) std::byte memory_[sizeof(T)];
  T* volatile object_;
};

TEST(Misuse, AnAtomicAfterItsEnd) {
  EXPECT_THAT(Explore(
                  [] {
                    Room<atomic<int>> x(0, "x");
                    x.End();
                    x->store(1);
                  },
                  Enumerate()),
              AllOf(FailsWith("misuse"), Saying("x was used after it was destroyed")));
  EXPECT_THAT(Explore(
                  [] {
                    Room<atomic<int>> x(0, "x");
                    x.End();
                    x->await([](int v) { return v == 0; });
                  },
                  Enumerate()),
              AllOf(FailsWith("misuse"), Saying("x was used after it was destroyed")));
}

TEST(Misuse, PlainDataAfterItsEnd) {
  EXPECT_THAT(Explore(
                  [] {
                    Room<plain<int>> x(0, "x");
                    x.End();
                    x->get();
                  },
                  Enumerate()),
              AllOf(FailsWith("misuse"), Saying("x was read after it was destroyed")));
  EXPECT_THAT(Explore(
                  [] {
                    Room<plain<int>> x(0, "x");
                    x.End();
                    x->set(1);
                  },
                  Enumerate()),
              AllOf(FailsWith("misuse"), Saying("x was written after it was destroyed")));
}

TEST(Misuse, TwoEnds) {
  EXPECT_THAT(Explore(
                  [] {
                    Room<atomic<int>> x(0, "x");
                    x.End();
                    x.End();
                  },
                  Enumerate()),
              AllOf(FailsWith("misuse"), Saying("x was destroyed twice")));
  EXPECT_THAT(Explore(
                  [] {
                    Room<plain<int>> x(0, "x");
                    x.End();
                    x.End();
                  },
                  Enumerate()),
              AllOf(FailsWith("misuse"), Saying("x was destroyed twice")));
}

TEST(Misuse, AnEndWhileAFiberWaits) {
  EXPECT_THAT(Explore(
                  [] {
                    auto x = std::make_unique<atomic<int>>(0, "x");
                    atomic<int> about(0);
                    fiber a("a", [&] {
                      about.store(1);
                      x->await([](int v) { return v == 1; });
                    });
                    about.await([](int v) { return v == 1; });
                    x.reset();
                  },
                  RandomWalk({.executions = 100})),
              AllOf(FailsWith("misuse"), Saying("x was destroyed while a fiber waits for it")));
}

// What is done to four bytes, whose place and number no compiler sees.
Result ToFourBytes(std::function<void(bytes& area, std::size_t first, std::size_t count)> what,
                   std::size_t first, std::size_t count) {
  return Explore(
      [&] {
        bytes area(4, "area");
        what(area, first, count);
      },
      Enumerate());
}

TEST(Misuse, BytesOutOfRange) {
  static char buffer[16] = {};
  auto read = [](bytes& area, std::size_t first, std::size_t n) { area.read(first, buffer, n); };
  auto write = [](bytes& area, std::size_t first, std::size_t n) { area.write(first, buffer, n); };
  auto copy_from = [](bytes& area, std::size_t first, std::size_t n) {
    bytes(16).copy(0, area, first, n);
  };
  auto copy_to = [](bytes& area, std::size_t first, std::size_t n) {
    area.copy(first, bytes(16), 0, n);
  };
  EXPECT_THAT(ToFourBytes(read, 0, 4), Passes());
  EXPECT_THAT(ToFourBytes(write, 4, 0), Passes());
  EXPECT_THAT(ToFourBytes(read, 1, 4),
              AllOf(FailsWith("misuse"), Saying("bytes [1..5) are read of an area of 4 bytes")));
  EXPECT_THAT(ToFourBytes(write, 2, 3), AllOf(FailsWith("misuse"), Saying("[2..5) are written")));
  EXPECT_THAT(ToFourBytes(write, 5, 0), FailsWith("misuse"));
  EXPECT_THAT(ToFourBytes(read, 1, ~std::size_t{0}), FailsWith("misuse"));
  EXPECT_THAT(ToFourBytes(read, ~std::size_t{0}, 1), FailsWith("misuse"));
  EXPECT_THAT(ToFourBytes(copy_from, 0, 5), AllOf(FailsWith("misuse"), Saying("are read")));
  EXPECT_THAT(ToFourBytes(copy_to, 0, 5), AllOf(FailsWith("misuse"), Saying("are written")));
}

TEST(Misuse, ARealThreadThatUsesAnAtomic) {
  EXPECT_THAT(Explore(
                  [] {
                    atomic<int> x(0, "x");
                    std::thread([&] {
                      x.store(1);
                      x.load();
                      x.fetch_add(1);
                    }).join();
                    x.load();
                  },
                  Enumerate()),
              AllOf(FailsWith("misuse"), Saying("real thread")));
}

TEST(Misuse, ARealThreadIsFoundAtTheEndAtTheLatest) {
  EXPECT_THAT(Explore(
                  [] {
                    atomic<int> x(0, "x");
                    std::thread([&] { x.store(1); }).join();
                  },
                  Enumerate()),
              AllOf(FailsWith("misuse"), Saying("start a sim::fiber instead")));
}

TEST(MisuseDeathTest, OutsideAnExecutionNothingWorks) {
  EXPECT_DEATH(atomic<int>(0), "sim::atomic was used outside an execution");
  EXPECT_DEATH(plain<int>(0), "sim::plain was used outside an execution");
  EXPECT_DEATH(bytes(8), "sim::bytes was used outside an execution");
  EXPECT_DEATH(fiber("a", [] {}), "sim::fiber was used outside an execution");
  EXPECT_DEATH(choose(2), "sim::choose was used outside an execution");
  EXPECT_DEATH(reached("mark"), "sim::reached was used outside an execution");
  EXPECT_DEATH(sim::atomic_thread_fence(std::memory_order_seq_cst),
               "sim::atomic_thread_fence was used outside an execution");
}

TEST(MisuseDeathTest, ExploreInsideAnExecution) {
  EXPECT_DEATH(Explore([] { Explore([] {}, Enumerate()); }, Enumerate()),
               "sim::Explore was called inside an execution");
}

TEST(Nondeterminism, SomethingKeptFromRunToRunIsFound) {
  int runs = 0;
  EXPECT_THAT(Explore([&] { check(++runs != 3, "not the third"); }, RandomWalk({})),
              AllOf(FailsWith("not deterministic"), Saying("first \"not the third\", then"),
                    Saying("\"pass\"")));
}

TEST(Nondeterminism, TheSelfCheckFindsItInExecutionsThatPass) {
  int runs = 0;
  auto body = [&] {
    atomic<int> x(0);
    x.store(++runs);
  };
  EXPECT_THAT(Explore(body, RandomWalk({.executions = 10})), Passes());
  EXPECT_THAT(Explore(body, RandomWalk({.executions = 10}), {.selfcheck_every = 5}),
              FailsWith("not deterministic"));
}

TEST(Nondeterminism, TheSelfCheckFindsOtherQuestionsToo) {
  int runs = 0;
  EXPECT_THAT(Explore([&] { choose(2 + static_cast<std::uint32_t>(++runs % 2)); },
                      RandomWalk({.executions = 10}), {.selfcheck_every = 1}),
              FailsWith("not deterministic"));
}

TEST(Limits, TooManyEventsNameTheLimitTheCauseAndTheWayOut) {
  EXPECT_THAT(Explore(
                  [] {
                    atomic<int> never(0, "never");
                    while (never.load() == 0) {
                    }
                  },
                  RandomWalk({}), {.limits = {.max_events = 100}}),
              AllOf(FailsWith("limit"), Saying("more than 100 events"), Saying("polls"),
                    Saying("await()"), Saying("Limits::max_events")));
}

TEST(Limits, ExactlyAsManyEventsAreAllowed) {
  auto stores = [](int n) {
    return [n] {
      atomic<int> x(0);
      for (int i = 0; i < n; ++i) x.store(i);
    };
  };
  // The end is an event too, but is never refused; an initial write is none.
  EXPECT_THAT(Explore(stores(10), RandomWalk({}), {.limits = {.max_events = 10}}), Passes());
  EXPECT_THAT(Explore(stores(11), RandomWalk({}), {.limits = {.max_events = 10}}),
              FailsWith("limit"));
}

TEST(Limits, OneFiberMayHaveAllTheEvents) {
  for (const std::uint32_t events : {20'000u, 100'000u}) {
    EXPECT_THAT(Explore(
                    [events] {
                      atomic<std::uint32_t> x(0, "x");
                      for (std::uint32_t i = 1; i + 10 < events; ++i) {
                        x.store(i, std::memory_order_relaxed);
                        check(x.load(std::memory_order_relaxed) == i, "reads its own write");
                        ++i;
                      }
                    },
                    RandomWalk({.executions = 2}), {.limits = {.max_events = events}}),
                testing::AnyOf(Passes(), FailsWith("limit")));
  }
}

// Choices are events too: a loop of nothing else comes to an end.
TEST(Limits, ALoopOfChoicesIsCut) {
  auto choices = [] {
    for (;;) choose(2);
  };
  auto faults = [] {
    for (;;) fault("again");
  };
  EXPECT_EQ(Explore(choices, RandomWalk({.seed = 1})).verdict(), Verdict::kLimit);
  EXPECT_EQ(Explore(faults, RandomWalk({.seed = 1})).verdict(), Verdict::kLimit);
}

TEST(Limits, TheLargestNumberOfFaultsIsNoneLess) {
  auto body = [] { check(!fault("strikes"), "no fault"); };
  const Result r = Explore(body, Enumerate(), {.limits = {.max_faults = 0xffff'ffff}});
  EXPECT_EQ(r.verdict(), Verdict::kRuleBroken);
}

TEST(MisuseDeathTest, AFiberStuckInARealCallIsNamed) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(Explore([] { fiber a("sleeper", [] { ::pause(); }); }, RandomWalk({.seed = 1}),
                      {.watchdog_seconds = 1}),
              testing::ExitedWithCode(70), "fiber \"sleeper\" has not come back for 1 s");
}

}  // namespace
}  // namespace sim
