// The exhaustive search against the plain enumerator, on random programs; and what it says of
// itself.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "sim/explore/prng.h"
#include "sim/sim.h"
#include "tests/matchers.h"

namespace {

using sim::atomic;
using sim::Execution;
using sim::Explore;
using sim::fiber;
using sim::Memory;
using sim::Passes;
using sim::Result;

// What a program may contain.
struct Dialect {
  const char* name;
  bool seq_cst = false;
  bool awaits = false;
  bool locks = false;
  bool weak = false;
  Memory memory = Memory::kRc11;
};

struct Op {
  int kind;
  int location;
  int a;
  int b;
  std::memory_order order;
  std::memory_order failure;
};
using Program = std::vector<std::vector<Op>>;

class Generator {
 public:
  Generator(const Dialect& dialect, std::uint64_t seed) : d_(dialect), prng_(seed) {}

  Program Make() {
    Program program(2 + prng_.Below(2));
    for (std::vector<Op>& fiber : program) {
      const std::uint32_t ops = 1 + prng_.Below(3);
      for (std::uint32_t i = 0; i < ops; ++i) fiber.push_back(One());
    }
    return program;
  }

 private:
  std::memory_order Load() {
    constexpr std::memory_order kOrders[] = {std::memory_order_relaxed, std::memory_order_acquire,
                                             std::memory_order_seq_cst};
    return kOrders[prng_.Below(d_.seq_cst ? 3 : 2)];
  }
  std::memory_order Store() {
    constexpr std::memory_order kOrders[] = {std::memory_order_relaxed, std::memory_order_release,
                                             std::memory_order_seq_cst};
    return kOrders[prng_.Below(d_.seq_cst ? 3 : 2)];
  }
  std::memory_order Update() {
    constexpr std::memory_order kOrders[] = {std::memory_order_relaxed, std::memory_order_acquire,
                                             std::memory_order_release, std::memory_order_acq_rel,
                                             std::memory_order_seq_cst};
    return kOrders[prng_.Below(d_.seq_cst ? 5 : 4)];
  }
  Op One() {
    constexpr int kKinds[] = {0, 0, 0, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    Op op{kKinds[prng_.Below(14)],
          static_cast<int>(prng_.Below(2)),
          static_cast<int>(prng_.Below(3)),
          static_cast<int>(1 + prng_.Below(2)),
          Update(),
          Load()};
    if (op.kind == 0 || op.kind == 6) op.order = Load();
    if (op.kind == 1) op.order = Store();
    return op;
  }

  const Dialect& d_;
  sim::Prng prng_;
};

void RunOne(const Op& op, const Dialect& d, atomic<int>& x, sim::mutex& first, sim::mutex& second) {
  int expected = op.a;
  const int least = op.b;
  auto enough = [least](int v) { return v >= least; };
  switch (op.kind) {
    case 0:
      x.load(op.order);
      break;
    case 1:
      x.store(op.b, op.order);
      break;
    case 2:
      x.fetch_add(1, op.order);
      break;
    case 3:
      x.exchange(op.b, op.order);
      break;
    case 4:
      d.weak ? x.compare_exchange_weak(expected, op.b, op.order, op.failure)
             : x.compare_exchange_strong(expected, op.b, op.order, op.failure);
      break;
    case 5:
      sim::atomic_thread_fence(op.order);
      break;
    case 6:
      d.awaits ? x.await(enough, op.order) : x.load(op.order);
      break;
    case 7:
      d.awaits ? x.await_exchange(enough, op.a, op.order) : x.fetch_max(op.b, op.order);
      break;
    case 8:
      if (d.locks) {
        first.lock();
        x.load(std::memory_order_relaxed);
        first.unlock();
      }
      break;
    case 9:
      if (d.locks && op.b == 1) {
        first.lock();
        second.lock();
        second.unlock();
        first.unlock();
      } else if (sim::choose(2) == 1) {
        x.store(2, std::memory_order_relaxed);
      }
      break;
  }
}

void RunProgram(const Program& program, const Dialect& d) {
  atomic<int> x(0, "x"), y(0, "y");
  sim::mutex m("m"), n("n");
  std::vector<fiber> fibers;
  for (const std::vector<Op>& ops : program) {
    fibers.emplace_back("fiber", [&] {
      for (const Op& op : ops) {
        RunOne(op, d, op.location == 0 ? x : y, op.a % 2 == 0 ? m : n, op.a % 2 == 0 ? n : m);
      }
    });
  }
}

// The complete graphs that an explorer comes to, how many came twice, and whether it deadlocks.
struct Seen {
  std::set<std::string> graphs;
  int twice = 0;
  bool deadlock = false;
  Result result;
};

template <class AnyExplorer>
Seen See(const Program& program, const Dialect& d, AnyExplorer explorer) {
  Seen seen;
  seen.result = Explore([&] { RunProgram(program, d); }, explorer,
                        {.memory = d.memory,
                         .points = sim::Points::kEverywhere,
                         .keep_going = true,
                         .observe = [&seen](const Execution& e) {
                           int ends = 0;
                           for (sim::EventId id = 0; id < e.graph().size(); ++id) {
                             ends += e.graph().event(id).kind == sim::EventKind::kEnd;
                           }
                           if (ends < e.graph().fibers()) {
                             seen.deadlock = true;
                           } else if (!seen.graphs.insert(sim::Signature(e.graph())).second) {
                             ++seen.twice;
                           }
                           return true;
                         }});
  return seen;
}

class Dialects : public testing::TestWithParam<Dialect> {};

TEST_P(Dialects, TheEnumeratorSeesTheSameGraphs) {
  const Dialect& d = GetParam();
  constexpr std::uint64_t kPrograms = 250;
  constexpr std::uint64_t kMost = 4'000;  // interleavings; larger programs are left out
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= kPrograms; ++seed) {
    const Program program = Generator(d, seed).Make();
    const Seen all = See(program, d, sim::Enumerate({.executions = kMost}));
    if (!all.result.exhausted) continue;
    const Seen once = See(program, d, sim::Exhaustive());
    EXPECT_EQ(once.twice, 0) << d.name << " " << seed;
    if (once.result.exhausted) {
      ++compared;
      EXPECT_EQ(once.graphs, all.graphs) << d.name << " " << seed;
      EXPECT_EQ(once.deadlock, all.deadlock) << d.name << " " << seed;
    } else {
      // It says that it left something out; it must not have made anything up.
      EXPECT_TRUE(std::includes(all.graphs.begin(), all.graphs.end(), once.graphs.begin(),
                                once.graphs.end()));
    }
  }
  EXPECT_GT(compared, static_cast<int>(kPrograms) / 2);
}

INSTANTIATE_TEST_SUITE_P(
    All, Dialects,
    testing::Values(
        Dialect{.name = "Plain"}, Dialect{.name = "SeqCst", .seq_cst = true},
        Dialect{.name = "Weak", .weak = true},
        Dialect{.name = "WeakSeqCst", .seq_cst = true, .weak = true},
        Dialect{.name = "Awaits", .awaits = true}, Dialect{.name = "Locks", .locks = true},
        Dialect{.name = "AwaitsAndLocks", .awaits = true, .locks = true},
        Dialect{.name = "Everything", .seq_cst = true, .awaits = true, .locks = true, .weak = true},
        Dialect{.name = "Sc", .memory = Memory::kSc},
        Dialect{.name = "ScLocks", .locks = true, .memory = Memory::kSc}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(Exhaustive, FindsTheOneOrderThatFailsAndItsTapeReplays) {
  auto body = [] {
    atomic<int> x(0, "x");
    fiber a("a", [&] { x.fetch_add(1, std::memory_order_relaxed); });
    fiber b("b", [&] {
      const int seen = x.fetch_add(2, std::memory_order_relaxed);
      sim::check(seen == 0, "b comes first");
    });
  };
  const Result result = Explore(body, sim::Exhaustive());
  EXPECT_THAT(result, sim::FailsWith("rule broken"));
  EXPECT_EQ(result.confirmed, 3);
  EXPECT_EQ(result.points, sim::Points::kWhereItMatters);
  EXPECT_EQ(sim::ReplayTape(body, result.tape).finding.message, result.finding.message);
}

TEST(Exhaustive, FindsADeadlockThatOneOrderHas) {
  auto body = [] {
    sim::mutex a("a"), b("b");
    fiber f("f", [&] {
      a.lock();
      b.lock();
      b.unlock();
      a.unlock();
    });
    fiber g("g", [&] {
      b.lock();
      a.lock();
      a.unlock();
      b.unlock();
    });
  };
  EXPECT_THAT(Explore(body, sim::Exhaustive()), sim::FailsWith("deadlock"));
}

TEST(Exhaustive, SaysSoWhereItLeavesSomethingOut) {
  // Under SC the await may miss the value 1: that is not explored.
  auto missed = [] {
    atomic<int> x(0, "x");
    fiber a("a", [&] {
      x.store(1);
      x.store(0);
    });
    fiber b("b", [&] { x.await([](int v) { return v == 1; }); });
  };
  EXPECT_FALSE(Explore(missed, sim::Exhaustive(), {.memory = Memory::kSc}).exhausted);
  EXPECT_FALSE(Explore([] {}, sim::Exhaustive({.executions = 0})).exhausted);
  // Too large to be copied, so it cannot be asked again.
  auto large = [] {
    atomic<int> x(1, "x");
    const std::string text(100, 'x');
    x.await([text](int v) { return v == static_cast<int>(text.size()) - 99; });
  };
  EXPECT_FALSE(Explore(large, sim::Exhaustive()).exhausted);
}

TEST(Exhaustive, OnlyWeakMemoryProducesTheWeakGraphs) {
  auto body = [] {
    atomic<int> x(0, "x"), y(0, "y");
    fiber a("a", [&] {
      x.store(1, std::memory_order_relaxed);
      y.store(2, std::memory_order_relaxed);
    });
    fiber b("b", [&] {
      y.store(1, std::memory_order_relaxed);
      x.store(2, std::memory_order_relaxed);
    });
  };
  EXPECT_EQ(Explore(body, sim::Exhaustive()).executions, 4u);
  EXPECT_EQ(Explore(body, sim::Exhaustive(), {.memory = Memory::kSc}).executions, 3u);
}

}  // namespace
