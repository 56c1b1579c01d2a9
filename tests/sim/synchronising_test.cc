// What synchronises: releases and acquires, fences, updates, release sequences as in C++20.

#include <atomic>
#include <functional>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/matchers.h"

namespace sim {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kAcqRel = std::memory_order_acq_rel;
constexpr auto kSeqCst = std::memory_order_seq_cst;

// A page is written, published by `publish`, seen by `look` (true: it is there), and read.
struct Publishing {
  std::function<void(atomic<int>&)> publish;
  std::function<bool(atomic<int>&)> look;
  std::function<void(atomic<int>&)> between = {};  // on a third fiber
};

Result Publish(const Publishing& how) {
  return Explore(
      [&how] {
        plain<int> page(0, "page");
        atomic<int> flag(0, "flag");
        fiber writer("writer", [&] {
          page.set(42);
          how.publish(flag);
        });
        fiber reader("reader", [&] {
          if (how.look(flag)) {
            reached("the reader sees the flag");
            check(page.get() == 42, "the page is there");
          }
        });
        if (how.between) how.between(flag);
      },
      Enumerate(), {.expect_marks = {"the reader sees the flag"}});
}

auto Store(std::memory_order order) {
  return [order](atomic<int>& flag) { flag.store(1, order); };
}
auto Load(std::memory_order order, int wanted = 1) {
  return [=](atomic<int>& flag) { return flag.load(order) == wanted; };
}

TEST(Synchronising, AReleaseStoreAndAnAcquireLoadThatReadsIt) {
  const Result result = Publish({Store(kRelease), Load(kAcquire)});
  EXPECT_THAT(result, Passes());
  EXPECT_GT(result.marks[0].executions, 0u);
  EXPECT_THAT(Publish({Store(kSeqCst), Load(kSeqCst)}), Passes());
}

TEST(Synchronising, NeitherSideAloneIsEnough) {
  EXPECT_THAT(Publish({Store(kRelaxed), Load(kAcquire)}), FailsWith("data race"));
  EXPECT_THAT(Publish({Store(kRelease), Load(kRelaxed)}), FailsWith("data race"));
  EXPECT_THAT(Publish({Store(kRelaxed), Load(kRelaxed)}), FailsWith("data race"));
}

TEST(Synchronising, AnOrderThatDoesNotSuitTheOperationDoesNothing) {
  EXPECT_THAT(Publish({Store(kAcquire), Load(kAcquire)}), FailsWith("data race"));
  EXPECT_THAT(Publish({Store(kRelease), Load(kRelease)}), FailsWith("data race"));
}

TEST(Synchronising, AwaitDoesAsALoadDoes) {
  auto await = [](std::memory_order order) {
    return [order](atomic<int>& flag) {
      return flag.await_value([](int v) { return v == 1; }, order) == 1;
    };
  };
  EXPECT_THAT(Publish({Store(kRelease), await(kAcquire)}), Passes());
  EXPECT_THAT(Publish({Store(kRelease), await(kRelaxed)}), FailsWith("data race"));
  EXPECT_THAT(Publish({Store(kRelaxed), await(kAcquire)}), FailsWith("data race"));
}

TEST(Synchronising, FencesOnEitherSideOrBoth) {
  auto fence_store = [](std::memory_order order) {
    return [order](atomic<int>& flag) {
      sim::atomic_thread_fence(order);
      flag.store(1, kRelaxed);
    };
  };
  auto load_fence = [](std::memory_order order) {
    return [order](atomic<int>& flag) {
      const bool seen = flag.load(kRelaxed) == 1;
      sim::atomic_thread_fence(order);
      return seen;
    };
  };
  EXPECT_THAT(Publish({fence_store(kRelease), Load(kAcquire)}), Passes());
  EXPECT_THAT(Publish({Store(kRelease), load_fence(kAcquire)}), Passes());
  EXPECT_THAT(Publish({fence_store(kAcqRel), load_fence(kAcqRel)}), Passes());
  EXPECT_THAT(Publish({fence_store(kSeqCst), load_fence(kSeqCst)}), Passes());
  EXPECT_THAT(Publish({fence_store(kAcquire), load_fence(kAcquire)}), FailsWith("data race"));
  EXPECT_THAT(Publish({fence_store(kRelease), load_fence(kRelease)}), FailsWith("data race"));
  EXPECT_THAT(Publish({fence_store(kRelaxed), Load(kAcquire)}), FailsWith("data race"));
}

TEST(Synchronising, AFenceOnTheWrongSideOfTheAccessDoesNothing) {
  EXPECT_THAT(Publish({[](atomic<int>& flag) {
                         flag.store(1, kRelaxed);
                         sim::atomic_thread_fence(kRelease);
                       },
                       Load(kAcquire)}),
              FailsWith("data race"));
  EXPECT_THAT(Publish({Store(kRelease),
                       [](atomic<int>& flag) {
                         sim::atomic_thread_fence(kAcquire);
                         return flag.load(kRelaxed) == 1;
                       }}),
              FailsWith("data race"));
}

TEST(Synchronising, ACompareExchangeHasTheOrderOfItsOutcome) {
  auto cas = [](int expected, std::memory_order success, std::memory_order failure) {
    return [=](atomic<int>& flag) {
      int old = expected;
      flag.compare_exchange_strong(old, 9, success, failure);
      return old == 1;
    };
  };
  // It succeeds where the flag is 1, which is what `look` reports.
  EXPECT_THAT(Publish({Store(kRelease), cas(1, kAcquire, kRelaxed)}), Passes());
  EXPECT_THAT(Publish({Store(kRelease), cas(5, kAcquire, kAcquire)}), Passes());
  EXPECT_THAT(Publish({Store(kRelease), cas(5, kAcqRel, kRelaxed)}), FailsWith("data race"));
}

TEST(Synchronising, AGrowThatWritesNothingOrdersNothing) {
  auto grow = [](int to) {
    return [to](atomic<int>& flag) { return flag.grow(to, kAcqRel) == 1; };
  };
  EXPECT_THAT(Publish({Store(kRelease), grow(2)}), Passes());
  EXPECT_THAT(Publish({Store(kRelease), grow(1)}), FailsWith("data race"));
  EXPECT_THAT(Publish({[](atomic<int>& flag) { flag.grow(1, kRelease); }, Load(kAcquire)}),
              Passes());
}

TEST(Synchronising, AFetchMaxThatChangesNothingStillOrders) {
  auto fetch_max = [](atomic<int>& flag) { return flag.fetch_max(1, kAcqRel) == 1; };
  EXPECT_THAT(Publish({Store(kRelease), fetch_max}), Passes());
}

// --- release sequences: a release store and the updates that follow it in coherence order ---

TEST(ReleaseSequence, ARelaxedUpdateOfAnotherFiberContinuesIt) {
  EXPECT_THAT(Publish({Store(kRelease), Load(kAcquire, 11),
                       [](atomic<int>& flag) { flag.fetch_add(10, kRelaxed); }}),
              Passes());
}

TEST(ReleaseSequence, AChainOfUpdatesContinuesIt) {
  const Result result = Publish({Store(kRelease), Load(kAcquire, 111), [](atomic<int>& flag) {
                                   flag.fetch_add(10, kRelaxed);
                                   flag.fetch_add(100, kRelaxed);
                                 }});
  EXPECT_THAT(result, Passes());
  EXPECT_GT(result.marks[0].executions, 0u);
}

TEST(ReleaseSequence, AStoreOfAnotherFiberEndsIt) {
  EXPECT_THAT(Publish({Store(kRelease), Load(kAcquire, 2),
                       [](atomic<int>& flag) {
                         if (flag.load(kRelaxed) == 1) flag.store(2, kRelaxed);
                       }}),
              FailsWith("data race"));
}

// C++20 (P0982): up to C++17 the same thread's later stores continued it.
TEST(ReleaseSequence, AStoreOfTheSameFiberEndsItToo) {
  EXPECT_THAT(Publish({[](atomic<int>& flag) {
                         flag.store(1, kRelease);
                         flag.store(2, kRelaxed);
                       },
                       Load(kAcquire, 2)}),
              FailsWith("data race"));
}

TEST(ReleaseSequence, AnUpdateReleasesWhatItsOwnFiberDid) {
  EXPECT_THAT(Publish({[](atomic<int>& flag) { flag.fetch_add(1, kRelease); }, Load(kAcquire)}),
              Passes());
  EXPECT_THAT(Publish({[](atomic<int>& flag) { flag.fetch_add(1, kAcquire); }, Load(kAcquire)}),
              FailsWith("data race"));
}

TEST(ScMemory, EveryAccessSynchronises) {
  EXPECT_THAT(Explore(
                  [] {
                    plain<int> page(0, "page");
                    atomic<int> flag(0, "flag");
                    fiber writer("writer", [&] {
                      page.set(42);
                      flag.store(1, kRelaxed);
                    });
                    if (flag.load(kRelaxed) == 1) check(page.get() == 42, "the page is there");
                  },
                  Enumerate(), {.memory = Memory::kSc}),
              Passes());
}

}  // namespace
}  // namespace sim
