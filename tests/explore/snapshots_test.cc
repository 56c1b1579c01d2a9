// Executions that go on from a snapshot, as against those that run from the beginning: nothing may
// be different but how often the body begins.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "sim/explore/parallel.h"
#include "sim/fiber/sanitizers.h"
#include "sim/sim.h"
#include "tests/explore/families.h"
#include "tests/explore/random_program.h"

namespace {

using sim::Exhaustive;
using sim::Verdict;
using Body = std::function<void()>;

struct Visited {
  sim::Result result;
  std::vector<std::uint64_t> graphs;  // digests, in order
  std::uint64_t begins = 0;           // of the body
};

Visited Visit(const Body& body, Exhaustive::Config config,
              sim::Memory memory = sim::Memory::kRc11) {
  Visited visited;
  sim::Options options{.memory = memory, .keep_going = true};
  options.restart = [&visited] { visited.graphs.clear(); };
  options.observe = [&visited](const sim::Execution& e) {
    visited.graphs.push_back(sim::Digest(e.graph()));
    return true;
  };
  const Body counted = [&body, &visited] {
    ++visited.begins;
    body();
  };
  visited.result = sim::Explore(counted, Exhaustive(config), options);
  return visited;
}

std::string MarksOf(const sim::Result& result) {
  std::string text;
  for (const sim::Marks::Mark& m : result.marks) {
    text += std::string(m.name) + " " + std::to_string(m.executions) + " " +
            std::to_string(m.last) + "; ";
  }
  return text;
}

void ExpectSame(const Visited& a, const Visited& b, const std::string& what) {
  EXPECT_EQ(a.graphs, b.graphs) << what;
  EXPECT_EQ(a.result.executions, b.result.executions) << what;
  EXPECT_EQ(a.result.events, b.result.events) << what;
  EXPECT_EQ(a.result.finding.verdict, b.result.finding.verdict) << what;
  EXPECT_EQ(a.result.finding.message, b.result.finding.message) << what;
  EXPECT_EQ(a.result.findings, b.result.findings) << what;
  EXPECT_EQ(a.result.found_after, b.result.found_after) << what;
  EXPECT_EQ(a.result.confirmed, b.result.confirmed) << what;
  EXPECT_EQ(a.result.exhausted, b.result.exhausted) << what;
  EXPECT_EQ(MarksOf(a.result), MarksOf(b.result)) << what;
}

// Compares both ways; gives how often the body began with snapshots, and how often without.
struct Begins {
  std::uint64_t with;
  std::uint64_t without;
};
Begins Compare(const Body& body, const std::string& what, Exhaustive::Config config = {},
               sim::Memory memory = sim::Memory::kRc11) {
  const Visited without = Visit(body, config, memory);
  config.snapshots = true;
  const Visited with = Visit(body, config, memory);
  ExpectSame(without, with, what);
  return {with.begins, without.begins};
}

TEST(Snapshots, LeadThroughTheSameGraphsOfEachFamily) {
  using Program = Body (*)(int);
  const struct {
    const char* name;
    Program program;
    int n;
  } kFamilies[] = {{"sb", &families::Sb, 7},
                   {"ainc", &families::Ainc, 5},
                   {"readers", &families::Readers, 7},
                   {"fib", &families::Fib, 4},
                   {"lastzero", &families::Lastzero, 6},
                   {"mpn", &families::Mpn, 5},
                   {"writers", &families::Writers, 5},
                   {"lockinc", &families::Lockinc, 4},
                   {"rail0", &families::Rail0, 4},
                   {"rail1", &families::Rail1, 3}};
  for (const auto& family : kFamilies) {
    const Begins begins =
        Compare(family.program(family.n), family.name, {.reduction = sim::Reduction::kNone});
    if (!sim::kSanitized) {
      EXPECT_LT(begins.with, begins.without) << family.name;
    }
    Compare(family.program(family.n), std::string(family.name) + " with classes");
  }
}

TEST(Snapshots, LeadThroughTheSameGraphsOfRandomPrograms) {
  std::uint64_t findings = 0;
  for (const random_program::Dialect& dialect : random_program::Dialects()) {
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
      const random_program::Program program = random_program::Make(dialect, seed);
      const std::string what = std::string(dialect.name) + " " + std::to_string(seed);
      const Visited without = Visit([&] { random_program::Run(program, dialect); },
                                    {.executions = 2'000}, dialect.memory);
      const Visited with = Visit([&] { random_program::Run(program, dialect); },
                                 {.executions = 2'000, .snapshots = true}, dialect.memory);
      ExpectSame(without, with, what);
      if (without.result.findings == 0) continue;
      ++findings;
      EXPECT_EQ(without.result.confirmed, 3) << what;
    }
  }
  EXPECT_GT(findings, 20u);
}

// Two fibers that leave marks before and after they read, and plain memory in two pieces.
void MarksAndPlain() {
  sim::atomic<int> x(0, "x"), y(0, "y");
  sim::plain<std::int64_t> data[3];
  auto run = [&](sim::atomic<int>& mine, sim::atomic<int>& other, sim::plain<std::int64_t>& cell) {
    cell.set(7);
    sim::reached("began");
    for (int i = 1; i <= 3; ++i) {
      mine.store(i, std::memory_order_release);
      if (other.load(std::memory_order_acquire) == i) sim::reached("met");
    }
    EXPECT_EQ(cell.get(), 7);
  };
  sim::fiber a("a", [&] { run(x, y, data[0]); });
  sim::fiber b("b", [&] { run(y, x, data[1]); });
  run(x, y, data[2]);
}

TEST(Snapshots, CountMarksAndKeepPlainMemory) { Compare(&MarksAndPlain, "marks and plain"); }

TEST(Snapshots, FindTheSameRace) {
  const auto body = [] {
    sim::atomic<int> x(0, "x"), y(0, "y");
    sim::plain<int> data;
    sim::fiber a("a", [&] {
      for (int i = 0; i < 4; ++i) y.store(i, std::memory_order_relaxed);
      data.set(1);
      x.store(1, std::memory_order_relaxed);
    });
    sim::fiber b("b", [&] {
      for (int i = 0; i < 4; ++i) y.load(std::memory_order_relaxed);
      if (x.load(std::memory_order_relaxed) == 1) data.get();
    });
  };
  const Visited with = Visit(body, {.snapshots = true});
  EXPECT_EQ(with.result.finding.verdict, Verdict::kDataRace);
  EXPECT_EQ(with.result.confirmed, 3);
  Compare(body, "race");
}

// Outcomes that main sees on its own stack, written there by its fibers.
TEST(Snapshots, KeepWhatFibersWriteToTheStackOfAnother) {
  std::uint64_t both_zero = 0;
  const auto body = [&both_zero] {
    sim::atomic<int> x(0), y(0), z(0);
    int seen[2] = {-1, -1};
    {
      sim::fiber a("a", [&] {
        x.store(1, std::memory_order_relaxed);
        for (int i = 0; i < 3; ++i) z.load(std::memory_order_relaxed);
        seen[0] = y.load(std::memory_order_relaxed);
      });
      sim::fiber b("b", [&] {
        y.store(1, std::memory_order_relaxed);
        for (int i = 0; i < 3; ++i) z.fetch_add(1, std::memory_order_relaxed);
        seen[1] = x.load(std::memory_order_relaxed);
      });
    }
    // The end of an execution is always run.
    both_zero += seen[0] == 0 && seen[1] == 0;
  };
  const Visited without = Visit(body, {});
  const std::uint64_t zeros = std::exchange(both_zero, 0);
  const Visited with = Visit(body, {.snapshots = true});
  ExpectSame(without, with, "stack");
  EXPECT_GT(zeros, 0u);
  EXPECT_EQ(both_zero, zeros);
  if (!sim::kSanitized) {
    EXPECT_LT(with.begins, without.begins);
  }
}

// What cannot be copied is seen, and the program runs from the beginning.
TEST(Snapshots, AreNotTakenWhileTheHeapIsUsed) {
  const Begins begins = Compare(
      [] {
        sim::atomic<int> x(0);
        std::vector<int> seen(2);
        sim::fiber a("a", [&] {
          for (int i = 0; i < 6; ++i) x.fetch_add(1);
          seen[0] = x.load();
        });
        sim::fiber b("b", [&] {
          for (int i = 0; i < 4; ++i) x.fetch_add(1);
          seen[1] = x.load();
        });
      },
      "heap");
  EXPECT_EQ(begins.with, begins.without);
}

TEST(Snapshots, AreNotTakenWithMonitorsYieldsOrSc) {
  const auto monitored = [] {
    sim::atomic<int> x(0);
    sim::always positive("x is not negative", [&x] { return x.load() >= 0; });
    sim::fiber a("a", [&] {
      for (int i = 0; i < 5; ++i) x.fetch_add(1);
    });
    for (int i = 0; i < 5; ++i) x.fetch_add(1);
  };
  const Begins begins = Compare(monitored, "monitors");
  EXPECT_EQ(begins.with, begins.without);

  const auto yielding = [] {
    sim::atomic<int> flag(0), x(0);
    sim::fiber a("a", [&] {
      while (flag.load(std::memory_order_acquire) == 0) sim::yield();
      for (int i = 0; i < 4; ++i) x.fetch_add(1);
    });
    flag.store(1, std::memory_order_release);
    for (int i = 0; i < 4; ++i) x.fetch_add(1);
  };
  Compare(yielding, "yield");

  const Begins sc = Compare(families::Sb(4), "sc", {}, sim::Memory::kSc);
  EXPECT_EQ(sc.with, sc.without);
}

TEST(Snapshots, AreNotTakenInsideACatchBlock) {
  Compare(
      [] {
        sim::atomic<int> x(0);
        auto count = [&x] {
          try {
            throw 1;
          } catch (int) {
            for (int i = 0; i < 5; ++i) x.fetch_add(1);
          }
        };
        sim::fiber a("a", count);
        count();
      },
      "catch");
}

TEST(Snapshots, AreTheSameForSeveralThreads) {
  const sim::Options options{.keep_going = true};
  const Exhaustive::Config with{.reduction = sim::Reduction::kNone, .snapshots = true};
  const sim::Result one = sim::Explore(families::Rail1(3), Exhaustive(with), options);
  const sim::Result two = sim::ExploreInParallel(families::Rail1(3), with, options, 2);
  EXPECT_EQ(one.executions, 731u);  // as GenMC counts them
  EXPECT_EQ(two.executions, one.executions);
  EXPECT_EQ(two.events, one.events);
}

// A wait that is never satisfied, though a write would have satisfied it that another overwrites.
TEST(Snapshots, OrNoneADeadlockIsReplayedWhereTheLastWriteEndsTheWait) {
  const auto body = [] {
    sim::atomic<int> x(0, "x");
    sim::fiber a("a", [&] {
      x.store(2, std::memory_order_relaxed);
      x.await_value([](int v) { return v == 2; }, std::memory_order_relaxed);
    });
    sim::fiber b("b", [&] {
      int two = 2;
      x.compare_exchange_strong(two, 1, std::memory_order_relaxed);
    });
  };
  for (const bool snapshots : {false, true}) {
    const Visited visited = Visit(body, {.snapshots = snapshots});
    EXPECT_EQ(visited.result.finding.verdict, Verdict::kDeadlock);
    EXPECT_EQ(visited.result.confirmed, 3);
  }
}

}  // namespace
