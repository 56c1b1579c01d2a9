// What RC11 allows and forbids: coherence, the classic weak programs, counts of graphs.

#include <array>
#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/matchers.h"
#include "tests/sim/outcomes.h"

namespace sim {
namespace {

using testing::Contains;
using testing::Not;
using testing::UnorderedElementsAre;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kAcqRel = std::memory_order_acq_rel;
constexpr auto kSeqCst = std::memory_order_seq_cst;

using Pair = std::array<int, 2>;
using Four = std::array<int, 4>;

// --- coherence of one location ---

TEST(Coherence, ReadsOfOneFiberNeverGoBack) {
  const auto seen = Outcomes([] {
    atomic<int> x(0);
    Pair r{};
    {
      fiber writer("writer", [&] {
        x.store(1, kRelaxed);
        x.store(2, kRelaxed);
      });
      fiber reader("reader", [&] { r = {x.load(kRelaxed), x.load(kRelaxed)}; });
    }
    return r;
  });
  EXPECT_THAT(seen, UnorderedElementsAre(Pair{0, 0}, Pair{0, 1}, Pair{0, 2}, Pair{1, 1}, Pair{1, 2},
                                         Pair{2, 2}));
}

TEST(Coherence, WritesOfOneFiberStayInOrder) {
  EXPECT_THAT(Outcomes([] {
                atomic<int> x(0);
                fiber a("a", [&] {
                  x.store(1, kRelaxed);
                  x.store(2, kRelaxed);
                });
                a.join();
                return x.newest();
              }),
              UnorderedElementsAre(2));
}

TEST(Coherence, AFiberReadsItsOwnWriteOrALaterOne) {
  EXPECT_THAT(Outcomes([] {
                atomic<int> x(0);
                int r = 0;
                {
                  fiber a("a", [&] {
                    x.store(1, kRelaxed);
                    r = x.load(kRelaxed);
                  });
                  fiber b("b", [&] { x.store(2, kRelaxed); });
                }
                return Pair{r, x.newest()};
              }),
              UnorderedElementsAre(Pair{1, 1}, Pair{1, 2}, Pair{2, 2}));
}

TEST(Coherence, AWriteComesAfterWhatItsFiberRead) {
  EXPECT_THAT(Outcomes([] {
                atomic<int> x(0);
                int r = 0;
                {
                  fiber a("a", [&] {
                    r = x.load(kRelaxed);
                    x.store(1, kRelaxed);
                  });
                  fiber b("b", [&] { x.store(2, kRelaxed); });
                }
                return Pair{r, x.newest()};
              }),
              UnorderedElementsAre(Pair{0, 1}, Pair{0, 2}, Pair{2, 1}));
}

TEST(Coherence, UpdatesLoseNothing) {
  EXPECT_THAT(Outcomes([] {
                atomic<int> x(0);
                {
                  auto add = [&] { x.fetch_add(1, kRelaxed); };
                  fiber a("a", add);
                  fiber b("b", add);
                  fiber c("c", add);
                }
                return x.newest();
              }),
              UnorderedElementsAre(3));
}

TEST(Coherence, OneOfManyCompareExchangesWins) {
  EXPECT_THAT(Outcomes([] {
                atomic<int> x(0);
                std::array<int, 3> won{};
                {
                  std::vector<fiber> fibers;
                  for (int i = 0; i < 3; ++i) {
                    fibers.emplace_back("f", [&, i] {
                      int expected = 0;
                      won[static_cast<std::size_t>(i)] =
                          x.compare_exchange_strong(expected, i + 1, kRelaxed);
                    });
                  }
                }
                return won;
              }),
              UnorderedElementsAre(std::array<int, 3>{1, 0, 0}, std::array<int, 3>{0, 1, 0},
                                   std::array<int, 3>{0, 0, 1}));
}

TEST(Coherence, AWeakCompareExchangeMayFailForNoReason) {
  auto attempt = [](bool weak) {
    return [weak] {
      atomic<int> x(0);
      int expected = 0;
      const bool done =
          weak ? x.compare_exchange_weak(expected, 1) : x.compare_exchange_strong(expected, 1);
      return Pair{done, x.load()};
    };
  };
  EXPECT_THAT(Outcomes(attempt(false)), UnorderedElementsAre(Pair{1, 1}));
  EXPECT_THAT(Outcomes(attempt(true)), UnorderedElementsAre(Pair{1, 1}, Pair{0, 0}));
}

// --- the classic programs; the values are those of the litmus tests of the same names ---

// Both fibers store, then look at the other's location; `between` is a fence or nothing.
std::function<Pair()> StoreBuffering(
    std::memory_order store, std::memory_order load, std::function<void()> between = [] {}) {
  return [=] {
    atomic<int> x(0), y(0);
    Pair r{};
    {
      fiber a("a", [&] {
        x.store(1, store);
        between();
        r[0] = y.load(load);
      });
      fiber b("b", [&] {
        y.store(1, store);
        between();
        r[1] = x.load(load);
      });
    }
    return r;
  };
}

constexpr Pair kBothOld = {0, 0};

TEST(StoreBuffering, IsForbiddenToSequentiallyConsistentAccessesAlone) {
  EXPECT_THAT(Outcomes(StoreBuffering(kRelaxed, kRelaxed)), Contains(kBothOld));
  EXPECT_THAT(Outcomes(StoreBuffering(kRelease, kAcquire)), Contains(kBothOld));
  EXPECT_THAT(Outcomes(StoreBuffering(kSeqCst, kRelaxed)), Contains(kBothOld));
  EXPECT_THAT(Outcomes(StoreBuffering(kSeqCst, kSeqCst)), Not(Contains(kBothOld)));
}

TEST(StoreBuffering, IsForbiddenBySequentiallyConsistentFences) {
  auto fence = [](std::memory_order order) { return [order] { sim::atomic_thread_fence(order); }; };
  EXPECT_THAT(Outcomes(StoreBuffering(kRelaxed, kRelaxed, fence(kAcqRel))), Contains(kBothOld));
  EXPECT_THAT(Outcomes(StoreBuffering(kRelaxed, kRelaxed, fence(kSeqCst))),
              UnorderedElementsAre(Pair{0, 1}, Pair{1, 0}, Pair{1, 1}));
}

TEST(StoreBuffering, DoesNotExistInSequentiallyConsistentMemory) {
  EXPECT_THAT(Outcomes(StoreBuffering(kRelaxed, kRelaxed), Memory::kSc),
              UnorderedElementsAre(Pair{0, 1}, Pair{1, 0}, Pair{1, 1}));
}

TEST(LoadBuffering, IsNeverAllowed) {
  EXPECT_THAT(Outcomes([] {
                atomic<int> x(0), y(0);
                Pair r{};
                {
                  fiber a("a", [&] {
                    r[0] = x.load(kRelaxed);
                    y.store(1, kRelaxed);
                  });
                  fiber b("b", [&] {
                    r[1] = y.load(kRelaxed);
                    x.store(1, kRelaxed);
                  });
                }
                return r;
              }),
              UnorderedElementsAre(Pair{0, 0}, Pair{0, 1}, Pair{1, 0}));
}

// Two writers of different locations, seen by two readers in opposite orders.
std::function<Four()> TwoReaders(std::memory_order store, std::memory_order load) {
  return [=] {
    atomic<int> x(0), y(0);
    Four r{};
    {
      fiber a("a", [&] { x.store(1, store); });
      fiber b("b", [&] { y.store(1, store); });
      fiber c("c", [&] {
        r[0] = x.load(load);
        r[1] = y.load(load);
      });
      fiber d("d", [&] {
        r[2] = y.load(load);
        r[3] = x.load(load);
      });
    }
    return r;
  };
}

TEST(IndependentReads, AgreeOnlyIfSequentiallyConsistent) {
  constexpr Four opposite = {1, 0, 1, 0};
  EXPECT_THAT(Outcomes(TwoReaders(kRelaxed, kRelaxed)), testing::SizeIs(16));
  EXPECT_THAT(Outcomes(TwoReaders(kRelease, kAcquire)), Contains(opposite));
  const auto sc = Outcomes(TwoReaders(kSeqCst, kSeqCst));
  EXPECT_THAT(sc, testing::SizeIs(15));
  EXPECT_THAT(sc, Not(Contains(opposite)));
  EXPECT_THAT(Outcomes(TwoReaders(kRelaxed, kRelaxed), Memory::kSc), Not(Contains(opposite)));
}

// Each fiber writes 1 to its first and 2 to its second location; weak: both end with 1.
TEST(WritesCrossed, ARandomWalkFindsTheWeakOutcome) {
  auto body = [](std::memory_order order) {
    return [order] {
      atomic<int> x(0), y(0);
      {
        fiber a("a", [&] {
          x.store(1, order);
          y.store(2, order);
        });
        fiber b("b", [&] {
          y.store(1, order);
          x.store(2, order);
        });
      }
      check(x.newest() != 1 || y.newest() != 1, "not both 1");
    };
  };
  EXPECT_THAT(Explore(body(kRelease), RandomWalk({.executions = 2000})),
              FailsWithRule("not both 1"));
  EXPECT_THAT(Explore(body(kSeqCst), Enumerate()), Passes());
  EXPECT_THAT(Explore(body(kRelaxed), Enumerate(), {.memory = Memory::kSc}), Passes());
}

// A weak compare_exchange that fails for no reason is a load with the failure order: here it reads
// x after all of b, in any order of the fibers (a saw b's last store).
Pair AfterAllOfB(const std::function<int(atomic<int>&)>& look) {
  atomic<int> x(0), y(0), z(0);
  int seen = -1;
  int old_y = -1;
  {
    fiber a("a", [&] {
      if (z.load(kRelaxed) == 0) return;
      y.store(1, kSeqCst);
      seen = look(x);
    });
    fiber b("b", [&] {
      x.store(1, kSeqCst);
      old_y = y.load(kSeqCst);
      z.store(1, kRelaxed);
    });
  }
  return {seen, old_y};
}

// 10: it succeeded.
std::function<int(atomic<int>&)> WeakCompareExchange(std::memory_order success,
                                                     std::memory_order failure) {
  return [=](atomic<int>& x) {
    int expected = 0;
    return x.compare_exchange_weak(expected, 5, success, failure) ? 10 : expected;
  };
}

TEST(SpuriousFailure, MayReadWhatALoadMayReadThoughAnUpdateMayNot) {
  EXPECT_THAT(Outcomes([] { return AfterAllOfB([](atomic<int>& x) { return x.load(kRelaxed); }); }),
              UnorderedElementsAre(Pair{-1, 0}, Pair{0, 0}, Pair{1, 0}));
  EXPECT_THAT(Outcomes([] { return AfterAllOfB(WeakCompareExchange(kSeqCst, kRelaxed)); }),
              UnorderedElementsAre(Pair{-1, 0}, Pair{0, 0}, Pair{1, 0}));
}

TEST(SpuriousFailure, MayNotReadWhatALoadMayNotThoughAnUpdateMay) {
  EXPECT_THAT(Outcomes([] { return AfterAllOfB([](atomic<int>& x) { return x.load(kSeqCst); }); }),
              UnorderedElementsAre(Pair{-1, 0}, Pair{1, 0}));
  EXPECT_THAT(Outcomes([] { return AfterAllOfB(WeakCompareExchange(kRelaxed, kSeqCst)); }),
              UnorderedElementsAre(Pair{-1, 0}, Pair{1, 0}, Pair{10, 0}));
}

// --- counts of graphs, by closed forms ---

TEST(Counts, AreTheClosedFormsOfTheFamilies) {
  auto program = [](int fibers, std::function<void(int, std::array<atomic<int>, 3>&)> work) {
    return [fibers, work] {
      std::array<atomic<int>, 3> x = {atomic<int>(0), atomic<int>(0), atomic<int>(0)};
      std::vector<fiber> all;
      for (int i = 0; i < fibers; ++i) {
        all.emplace_back("f", [&, i] { work(i, x); });
      }
    };
  };
  using Locations = std::array<atomic<int>, 3>&;
  // N updates of one location: N!; of two in a row: (N!)^2.
  EXPECT_EQ(Graphs(program(4, [](int, Locations x) { x[0].fetch_add(1); }), Enumerate()).size(),
            24u);
  EXPECT_EQ(Graphs(program(3,
                           [](int, Locations x) {
                             x[0].fetch_add(1, kRelaxed);
                             x[1].fetch_add(1, kRelaxed);
                           }),
                   Enumerate())
                .size(),
            36u);
  // N stores that nobody reads: N!.
  EXPECT_EQ(
      Graphs(program(4, [](int i, Locations x) { x[0].store(i, kRelaxed); }), Enumerate()).size(),
      24u);
  // One writer and N readers: 2^N.
  EXPECT_EQ(Graphs(program(5,
                           [](int i, Locations x) {
                             i == 0 ? x[0].store(1, kRelaxed) : (void)x[0].load(kRelaxed);
                           }),
                   Enumerate())
                .size(),
            16u);
  // Store buffering in a ring: 2^N, and one less if sequentially consistent.
  auto ring = [](std::memory_order order) {
    return [order](int i, Locations x) {
      x[static_cast<std::size_t>(i)].store(1, order);
      x[static_cast<std::size_t>((i + 1) % 3)].load(order);
    };
  };
  EXPECT_EQ(Graphs(program(3, ring(kRelaxed)), Enumerate()).size(), 8u);
  EXPECT_EQ(Graphs(program(3, ring(kSeqCst)), Enumerate()).size(), 7u);
  EXPECT_EQ(Graphs(program(3, ring(kRelaxed)), Enumerate(), Memory::kSc).size(), 7u);
}

}  // namespace
}  // namespace sim
