// Waiting is an event: await, mutexes, doorbells and channels block, and never poll.

#include <array>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/matchers.h"
#include "tests/sim/outcomes.h"

namespace sim {
namespace {

using testing::AllOf;
using testing::UnorderedElementsAre;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;

TEST(Await, GoesOnWhenTheValueIsThere) {
  EXPECT_THAT(Outcomes([] {
                atomic<int> x(0);
                fiber a("a", [&] {
                  for (int i = 1; i <= 3; ++i) x.store(i);
                });
                return x.await_value([](int v) { return v >= 2; });
              }),
              UnorderedElementsAre(2, 3));
}

// The flag may be seen although it is cleared by now; and who looks too late never sees it.
TEST(Await, MayTakeAnOlderWriteAndMayMissIt) {
  const Result result = Explore(
      [] {
        atomic<int> flag(0, "flag");
        bool cleared = false;
        fiber a("a", [&] {
          flag.store(1, kRelaxed);
          flag.store(0, kRelaxed);
          cleared = true;
        });
        flag.await([](int v) { return v == 1; }, kRelaxed);
        if (cleared) reached("seen although cleared");
      },
      Enumerate(), {.keep_going = true});
  EXPECT_THAT(result, FailsWith("deadlock"));
  EXPECT_LT(result.findings, result.executions);
  ASSERT_EQ(result.marks.size(), 1u);
}

TEST(Await, ADeadlockSaysWhoWaitsForWhatAndWhere) {
  const Result result = Explore(
      [] {
        atomic<int> left(0, "left");
        atomic<int> right(7, "right");
        fiber a("a", [&] { left.await([](int v) { return v == 1; }); });
        fiber b("b", [&] { right.await([](int v) { return v == 1; }); });
      },
      Enumerate());
  EXPECT_THAT(result, FailsWith("deadlock"));
  EXPECT_THAT(result.finding.message,
              testing::MatchesRegex("main waits for [ab] to end \\(.*wait_test.cc:[0-9]+\\); "
                                    "a waits for left, which is 0 \\(.*wait_test.cc:[0-9]+\\); "
                                    "b waits for right, which is 7 \\(.*wait_test.cc:[0-9]+\\)"));
}

TEST(Await, AWaitThatOnlySomeExecutionsEndIsFound) {
  // If b's write comes last, a never sees 1 unless it looks in time.
  EXPECT_THAT(Explore(
                  [] {
                    atomic<int> x(0, "x");
                    fiber a("a", [&] { x.store(1); });
                    fiber b("b", [&] { x.exchange(2); });
                    a.join();
                    b.join();
                    x.await([](int v) { return v == 2; });
                  },
                  Enumerate()),
              FailsWith("deadlock"));
}

TEST(Await, AnExchangeTakesWhatItWaitedForInOneStep) {
  EXPECT_THAT(Outcomes([] {
                atomic<int> tokens(1, "tokens");
                atomic<int> inside(0);
                std::array<int, 2> seen{};
                {
                  auto enter = [&](std::size_t i) {
                    tokens.await_exchange([](int t) { return t == 1; }, 0,
                                          std::memory_order_acq_rel);
                    seen[i] = inside.fetch_add(1);
                    inside.fetch_sub(1);
                    tokens.store(1, kRelease);
                  };
                  fiber a("a", [&] { enter(0); });
                  fiber b("b", [&] { enter(1); });
                }
                return seen;
              }),
              UnorderedElementsAre(std::array<int, 2>{0, 0}));
}

TEST(Await, AnAwaitedModifyComputesFromWhatItRead) {
  EXPECT_THAT(Outcomes([] {
                atomic<int> x(0);
                fiber a("a", [&] { x.store(20); });
                const int old = x.await_modify([](int v) { return v >= 20; },
                                               {"double", [](Bits v, Bits) { return 2 * v; }});
                a.join();
                return old + x.newest();
              }),
              UnorderedElementsAre(60));
}

TEST(Mutex, OneHolderAtATime) {
  EXPECT_THAT(Explore(
                  [] {
                    mutex m("m");
                    plain<int> inside(0, "inside");
                    auto work = [&] {
                      m.lock();
                      check(inside.get() == 0, "alone");
                      inside.set(1);
                      inside.set(0);
                      m.unlock();
                    };
                    fiber a("a", work);
                    fiber b("b", work);
                    fiber c("c", work);
                  },
                  Enumerate()),
              Passes());
}

TEST(Mutex, EveryOrderOfHoldersHappens) {
  EXPECT_THAT(Outcomes([] {
                mutex m;
                std::string order;
                {
                  fiber a("a", [&] {
                    std::lock_guard<mutex> hold(m);
                    order += 'a';
                  });
                  fiber b("b", [&] {
                    std::lock_guard<mutex> hold(m);
                    order += 'b';
                  });
                  fiber c("c", [&] {
                    std::lock_guard<mutex> hold(m);
                    order += 'c';
                  });
                }
                return order;
              }),
              UnorderedElementsAre("abc", "acb", "bac", "bca", "cab", "cba"));
}

TEST(Mutex, TryLockFailsWhileItIsHeld) {
  EXPECT_THAT(Outcomes([] {
                mutex m;
                const bool first = m.try_lock();
                const bool second = m.try_lock();
                m.unlock();
                const bool third = m.try_lock();
                m.unlock();
                return std::to_string(first) + std::to_string(second) + std::to_string(third);
              }),
              UnorderedElementsAre("101"));
}

TEST(Mutex, CrossedLocksDeadlock) {
  const Result result = Explore(
      [] {
        mutex red("red");
        mutex blue("blue");
        fiber a("a", [&] {
          std::lock_guard<mutex> first(red);
          std::lock_guard<mutex> second(blue);
        });
        fiber b("b", [&] {
          std::lock_guard<mutex> first(blue);
          std::lock_guard<mutex> second(red);
        });
      },
      Enumerate());
  EXPECT_THAT(result,
              AllOf(FailsWith("deadlock"), Saying("a waits for blue"), Saying("b waits for red")));
}

TEST(Mutex, LockingTwiceDeadlocks) {
  EXPECT_THAT(Explore(
                  [] {
                    mutex m("m");
                    m.lock();
                    m.lock();
                  },
                  Enumerate()),
              AllOf(FailsWith("deadlock"), Saying("main waits for m")));
}

TEST(Mutex, OnlyTheHolderUnlocks) {
  EXPECT_THAT(Explore(
                  [] {
                    mutex m;
                    m.lock();
                    fiber thief("thief", [&] { m.unlock(); });
                  },
                  Enumerate()),
              AllOf(FailsWith("misuse"), Saying("thief unlocks a mutex that it does not hold")));
  EXPECT_THAT(Explore(
                  [] {
                    mutex m;
                    m.unlock();
                  },
                  Enumerate()),
              FailsWith("misuse"));
}

TEST(Doorbell, ARingBeforeTheWaitIsKept) {
  EXPECT_THAT(Explore(
                  [] {
                    doorbell bell;
                    plain<int> data(0);
                    fiber a("a", [&] {
                      data.set(1);
                      bell.ring();
                    });
                    bell.wait();
                    check(data.get() == 1, "rung after the data");
                  },
                  Enumerate()),
              Passes());
}

TEST(Doorbell, RingsInARowAreOne) {
  EXPECT_THAT(Outcomes([] {
                doorbell bell;
                bell.ring();
                bell.ring();
                const bool first = bell.try_wait();
                const bool second = bell.try_wait();
                return std::to_string(first) + std::to_string(second);
              }),
              UnorderedElementsAre("10"));
  EXPECT_THAT(Explore(
                  [] {
                    doorbell bell("bell");
                    bell.ring();
                    bell.ring();
                    bell.wait();
                    bell.wait();
                  },
                  Enumerate()),
              AllOf(FailsWith("deadlock"), Saying("main waits for bell, which is false")));
}

TEST(Channel, WhatIsSentComesOnceAndInOrder) {
  EXPECT_THAT(Explore(
                  [] {
                    channel<int> c(2, "c");
                    fiber sender("sender", [&] {
                      for (int i = 1; i <= 3; ++i) check(c.send(i), "open");
                      c.close();
                    });
                    for (int i = 1; i <= 3; ++i) check(c.receive() == i, "in order");
                    check(!c.receive().has_value(), "then it is closed");
                  },
                  Enumerate()),
              Passes());
}

TEST(Channel, TwoReceiversShareWhatIsSent) {
  EXPECT_THAT(Outcomes([] {
                channel<int> c(2);
                std::array<int, 2> got{};
                {
                  fiber a("a", [&] { got[0] = c.receive().value_or(-1); });
                  fiber b("b", [&] { got[1] = c.receive().value_or(-1); });
                  c.send(1);
                  c.send(2);
                }
                return got;
              }),
              UnorderedElementsAre(std::array<int, 2>{1, 2}, std::array<int, 2>{2, 1}));
}

TEST(Channel, SendBlocksWhileItIsFull) {
  EXPECT_THAT(Explore(
                  [] {
                    channel<int> c(1, "c");
                    c.send(1);
                    c.send(2);
                  },
                  Enumerate()),
              AllOf(FailsWith("deadlock"), Saying("main waits for c")));
  EXPECT_THAT(Explore(
                  [] {
                    channel<int> c(1);
                    atomic<int> received(0);
                    fiber receiver("receiver", [&] {
                      received.store(1);
                      c.receive();
                      c.receive();
                    });
                    c.send(1);
                    c.send(2);
                    check(received.newest() == 1, "the second waits for the first to be taken");
                  },
                  Enumerate()),
              Passes());
}

TEST(Channel, ReceiveBlocksWhileItIsEmpty) {
  EXPECT_THAT(Explore(
                  [] {
                    channel<int> c(1, "c");
                    c.receive();
                  },
                  Enumerate()),
              FailsWith("deadlock"));
}

TEST(Channel, CloseWakesSendersAndReceivers) {
  EXPECT_THAT(Explore(
                  [] {
                    channel<int> full(1);
                    channel<int> empty(1);
                    full.send(1);
                    fiber a("a", [&] { check(!full.send(2), "closed"); });
                    fiber b("b", [&] { check(!empty.receive().has_value(), "closed"); });
                    full.close();
                    empty.close();
                    a.join();
                    check(full.receive() == 1, "what is in it can be received");
                    check(!full.receive().has_value(), "no more");
                    check(!full.send(3), "closed");
                  },
                  Enumerate()),
              Passes());
}

TEST(Channel, OrdersWhatCameBefore) {
  EXPECT_THAT(Explore(
                  [] {
                    channel<int> c(1);
                    plain<int> data(0, "data");
                    fiber sender("sender", [&] {
                      data.set(1);
                      c.send(0);
                    });
                    c.receive();
                    check(data.get() == 1, "sent before");
                  },
                  Enumerate()),
              Passes());
}

TEST(Channel, MovesWhatCannotBeCopied) {
  EXPECT_THAT(Explore(
                  [] {
                    channel<std::unique_ptr<int>> c(1);
                    c.send(std::make_unique<int>(5));
                    check(**c.receive() == 5, "moved through");
                  },
                  Enumerate()),
              Passes());
}

}  // namespace
// While it is asked who goes first, another fiber may try to wait, and block: that changes nothing
// for the one that was asked.
TEST(Await, KeepsItsChoicesWhileAnotherBlocks) {
  const Result result = Explore(
      [] {
        atomic<int> x(1, "x"), y(0, "y");
        fiber a("a", [&] {
          check(x.await_value([](int v) { return v == 1; }) == 1, "x is 1");
          y.store(1);
        });
        fiber b("b", [&] { y.await([](int v) { return v == 1; }); });
      },
      Enumerate(), {.points = Points::kEverywhere, .observe = [](const Execution& e) {
                      EXPECT_EQ(e.finding().verdict, Verdict::kPass);  // all have ended
                      return true;
                    }});
  EXPECT_TRUE(result.ok()) << result;
  EXPECT_GT(result.executions, 1u);
}

}  // namespace sim
