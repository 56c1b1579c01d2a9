// sim::fiber is std::jthread as the checker sees it.

#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
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

TEST(Fiber, ItsDestructorJoins) {
  EXPECT_THAT(Outcomes([] {
                int sum = 0;
                {
                  fiber a("a", [&] { sum += 1; });
                  fiber b("b", [&] { sum += 2; });
                }
                return sum;
              }),
              UnorderedElementsAre(3));
}

TEST(Fiber, StartAndJoinOrderPlainData) {
  EXPECT_THAT(Explore(
                  [] {
                    plain<int> data(0, "data");
                    data.set(1);
                    {
                      fiber a("a", [&] { data.set(data.get() + 1); });
                    }
                    check(data.get() == 2, "the sum");
                  },
                  Enumerate()),
              Passes());
}

TEST(Fiber, WithoutAJoinNothingOrdersPlainData) {
  EXPECT_THAT(Explore(
                  [] {
                    plain<int> data(0, "data");
                    fiber a("a", [&] { data.set(1); });
                    data.get();
                    a.join();
                  },
                  Enumerate()),
              FailsWith("data race"));
}

TEST(Fiber, TwoFibersComeInEveryOrder) {
  EXPECT_THAT(Outcomes([] {
                std::string order;
                {
                  atomic<int> x(0);
                  fiber a("a", [&] {
                    x.fetch_add(1);
                    order += 'a';
                  });
                  fiber b("b", [&] {
                    x.fetch_add(1);
                    order += 'b';
                  });
                }
                return order;
              }),
              UnorderedElementsAre("ab", "ba"));
}

// In either memory: a load may come before, or after, what the other fiber stores.
TEST(Fiber, ItsCreatorGoesOnBesideIt) {
  for (const Memory memory : {Memory::kRc11, Memory::kSc}) {
    EXPECT_THAT(Outcomes(
                    [] {
                      atomic<int> x(0);
                      fiber a("a", [&] { x.store(1); });
                      return x.load();
                    },
                    memory),
                UnorderedElementsAre(0, 1));
    EXPECT_THAT(Outcomes(
                    [] {
                      atomic<int> x(0);
                      int seen = 0;
                      fiber a("a", [&] { seen = x.load(); });
                      x.store(1);
                      a.join();
                      return seen;
                    },
                    memory),
                UnorderedElementsAre(0, 1));
  }
}

TEST(Fiber, AFiberMayStartOthers) {
  EXPECT_THAT(Outcomes([] {
                atomic<int> x(0);
                int first = -1;
                {
                  fiber outer("outer", [&] {
                    fiber inner("inner", [&] { x.store(1); });
                    first = x.load();
                  });
                }
                return first;
              }),
              UnorderedElementsAre(0, 1));
}

TEST(Fiber, ItJoinsOnceHoweverOftenItIsAsked) {
  EXPECT_THAT(Outcomes([] {
                fiber a("a", [] {});
                const bool before = a.joinable();
                a.join();
                const bool after = a.joinable();
                a.join();
                return std::to_string(before) + std::to_string(after);
              }),
              UnorderedElementsAre("10"));
}

TEST(Fiber, AMovedFiberIsJoinedByItsNewOwner) {
  EXPECT_THAT(Outcomes([] {
                int done = 0;
                fiber a("a", [&] { done = 1; });
                fiber b(std::move(a));
                const bool moved = !a.joinable() && b.joinable();  // NOLINT: that is the question
                b.join();
                return moved ? done : -1;
              }),
              UnorderedElementsAre(1));
}

TEST(Fiber, AVectorHoldsThem) {
  EXPECT_THAT(Outcomes([] {
                atomic<int> sum(0);
                {
                  std::vector<fiber> fibers;
                  for (int i = 1; i <= 3; ++i) {
                    fibers.emplace_back("worker", [&sum, i] { sum.fetch_add(i, kRelaxed); });
                  }
                }
                return sum.load();
              }),
              UnorderedElementsAre(6));
}

TEST(Fiber, ALargeCallableIsKeptWhole) {
  EXPECT_THAT(Outcomes([] {
                char text[1000] = {};
                text[999] = 'z';
                char last = 0;
                {
                  fiber a("a", [&last, text] { last = text[999]; });
                }
                return last;
              }),
              UnorderedElementsAre('z'));
}

TEST(Fiber, AnExceptionThatLeavesItIsAFinding) {
  EXPECT_THAT(
      Explore([] { fiber a("worker", [] { throw std::runtime_error("no disk"); }); }, Enumerate()),
      AllOf(FailsWithRule("no exception leaves a fiber"), Saying("worker threw: no disk")));
  EXPECT_THAT(Explore([] { throw 7; }, Enumerate()),
              AllOf(FailsWith("rule broken"),
                    Saying("main threw: an exception that is no std::exception")));
}

// Each fiber is switched away from inside its catch block, and then looks at what it caught.
TEST(Fiber, ExceptionsInFlightAreKeptApart) {
  auto body = [] {
    atomic<int> x(0);
    auto thrower = [&x](int mine) {
      return [&x, mine] {
        try {
          throw mine;
        } catch (...) {
          x.fetch_add(1, kRelaxed);
          try {
            throw;
          } catch (int caught) {
            x.fetch_add(1, kRelaxed);
            check(caught == mine, "each fiber catches its own exception");
          }
          x.fetch_add(1, kRelaxed);
        }
        check(std::current_exception() == nullptr, "nothing is left");
      };
    };
    fiber a("a", thrower(1));
    fiber b("b", thrower(2));
  };
  EXPECT_THAT(Explore(body, Enumerate()), Passes());
}

TEST(Fiber, UncaughtExceptionsAreCountedPerFiber) {
  struct AtExit {
    atomic<int>& x;
    explicit AtExit(atomic<int>& location) : x(location) {}
    ~AtExit() {
      x.release_store(1);
      x.release_store(2);
      check(std::uncaught_exceptions() == 1, "the exception is in flight");
    }
  };
  auto body = [] {
    atomic<int> x(0);
    fiber a("a", [&] {
      try {
        AtExit at_exit(x);
        throw 1;
      } catch (int) {
      }
    });
    fiber b("b", [&] {
      for (int i = 0; i < 2; ++i) {
        x.load(kRelaxed);
        check(std::uncaught_exceptions() == 0, "the exception is another fiber's");
      }
    });
  };
  EXPECT_THAT(Explore(body, Enumerate()), Passes());
}

// Counts the objects that are alive.
struct Alive {
  explicit Alive(int& count) : count_(count) { ++count_; }
  Alive(const Alive& other) : count_(other.count_) { ++count_; }
  ~Alive() { --count_; }
  int& count_;
};

TEST(Fiber, LocalsAreDestroyedWhenAFindingStopsTheRun) {
  int alive = 0;
  auto body = [&alive] {
    const Alive in_main(alive);
    atomic<int> never(0, "never");
    fiber waits("waits", [&] {
      const Alive local(alive);
      never.await([](int v) { return v == 1; });
    });
    fiber steps("steps", [&, captured = Alive(alive)] {
      const Alive local(alive);
      never.load();
      never.load();
    });
    fiber fails("fails", [&] {
      const Alive local(alive);
      never.load();
      check(false, "stop");
    });
  };
  const Result result = Explore(body, Enumerate({.executions = 200}), {.keep_going = true});
  EXPECT_THAT(result, FailsWithRule("stop"));
  EXPECT_GT(result.executions, 3u);
  EXPECT_EQ(result.findings, result.executions);
  EXPECT_EQ(alive, 0);
}

TEST(Fiber, MainsLocalsOutliveTheFibersThatAreUnwound) {
  int seen = 0;
  auto body = [&seen] {
    const std::unique_ptr<int> local = std::make_unique<int>(42);
    atomic<int> never(0, "never");
    fiber a("a", [&] {
      struct Reads {
        const int& from;
        int& to;
        ~Reads() { to = from; }
      };
      const Reads at_exit{*local, seen};
      never.await([](int v) { return v == 1; });
    });
  };
  EXPECT_THAT(Explore(body, Enumerate()), FailsWith("deadlock"));
  EXPECT_EQ(seen, 42);
}

TEST(Fiber, LockGuardsAreReleasedOnTheWay) {
  auto body = [] {
    mutex m("m");
    plain<int> data(0, "data");
    auto add = [&] {
      std::lock_guard<mutex> hold(m);
      data.set(data.get() + 1);
    };
    {
      fiber a("a", add);
      fiber b("b", add);
    }
    check(data.get() == 2, "both added");
  };
  EXPECT_THAT(Explore(body, Enumerate()), Passes());
}

TEST(Fiber, AnExecutionHasAtMost32) {
  auto start = [](int count) {
    return [count] {
      std::vector<fiber> fibers;
      for (int i = 0; i < count; ++i) fibers.emplace_back("one of many", [] {});
    };
  };
  EXPECT_THAT(Explore(start(31), RandomWalk({.executions = 3})), Passes());
  EXPECT_THAT(Explore(start(32), RandomWalk({.executions = 3})),
              AllOf(FailsWith("limit"), Saying("at most 32 fibers")));
}

TEST(Fiber, AllOf32CanWork) {
  EXPECT_THAT(Explore(
                  [] {
                    atomic<int> sum(0);
                    plain<int> last(0);
                    {
                      std::vector<fiber> fibers;
                      for (int i = 1; i <= 31; ++i) {
                        fibers.emplace_back("worker", [&, i] {
                          if (sum.fetch_add(i, std::memory_order_acq_rel) == 496 - i) last.set(i);
                        });
                      }
                    }
                    check(sum.load() == 496 && last.get() != 0, "the sum of 1 to 31");
                  },
                  RandomWalk({.executions = 50})),
              Passes());
}

}  // namespace
}  // namespace sim
