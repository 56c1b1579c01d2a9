// What monitors remember is a part of a program's states: told by them, or everything that they
// could have noticed.
#include <functional>
#include <optional>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sim/sim.h"

namespace {

using sim::StatesResult;
using sim::Verdict;
using Body = std::function<void()>;

void ExpectBroken(const Body& body, const std::string& rule) {
  for (const bool snapshots : {false, true}) {
    const StatesResult found = sim::ExploreStates(body, {.snapshots = snapshots});
    EXPECT_EQ(found.result.finding.verdict, Verdict::kRuleBroken) << found.result.finding.message;
    EXPECT_EQ(found.result.finding.rule, rule);
    EXPECT_EQ(found.result.confirmed, 3);
  }
}
void ExpectPass(const Body& body) {
  for (const bool snapshots : {false, true}) {
    const StatesResult passed = sim::ExploreStates(body, {.snapshots = snapshots});
    EXPECT_EQ(passed.result.finding.verdict, Verdict::kPass) << passed.result.finding.message;
    EXPECT_TRUE(passed.result.exhausted);
  }
}

// --- watchers that do not tell ---

// Two cells, the same in the end whoever writes first; only a watcher knows who did.
TEST(Watcher, RemembersWhoCameFirst) {
  for (const int wrong : {1, 2}) {
    ExpectBroken(
        [wrong] {
          int first = 0;
          sim::atomic<int> x(0, "x"), y(0, "y");
          x.watch([&](int, int) { first = first == 0 ? 1 : first; });
          y.watch([&](int, int) { first = first == 0 ? 2 : first; });
          {
            sim::fiber a("a", [&] { x.store(1); });
            sim::fiber b("b", [&] { y.store(1); });
          }
          sim::check(first != wrong, "the other is the first");
        },
        "the other is the first");
  }
}

// Who overwrote what: in the end x is 3 either way.
TEST(Watcher, RemembersWhatWasThereBefore) {
  for (const int wrong : {1, 2}) {
    ExpectBroken(
        [wrong] {
          int overwritten = 0;
          sim::atomic<int> x(0, "x");
          x.watch([&](int before, int after) {
            if (after == 3) overwritten = before;
          });
          {
            sim::fiber a("a", [&] { x.store(1); });
            sim::fiber b("b", [&] { x.store(2); });
            a.join();
            b.join();
            x.store(3);
          }
          sim::check(overwritten != wrong, "the other is overwritten");
        },
        "the other is overwritten");
  }
}

// It looks at a cell that it does not watch.
TEST(Watcher, RemembersWhatElseItSaw) {
  for (const int wrong : {0, 1}) {
    ExpectBroken(
        [wrong] {
          int seen = -1;
          sim::atomic<int> x(0, "x"), y(0, "y");
          x.watch([&](int, int) { seen = y.newest(); });
          {
            sim::fiber a("a", [&] { x.store(1); });
            sim::fiber b("b", [&] { y.store(1); });
          }
          sim::check(seen != wrong, "y is the other");
        },
        "y is the other");
  }
}

// A flip at each write: a state in which a step was taken and the fiber has not gone on looks like
// another in which it has.
TEST(Watcher, MayFlip) {
  for (const bool wrong : {false, true}) {
    ExpectBroken(
        [wrong] {
          bool flip = false;
          sim::atomic<int> x(0, "x"), y(0, "y");
          x.watch([&](int, int) { flip = !flip; });
          y.watch([&](int, int) {
            if (x.newest() == 0) flip = !flip;
          });
          {
            sim::fiber a("a", [&] { x.store(1); });
            sim::fiber b("b", [&] { y.store(1); });
          }
          sim::check(flip != wrong, "it is flipped");
        },
        "it is flipped");
  }
}

// Its memory lies in the callback itself, where no stack holds it.
TEST(Watcher, MayKeepItsMemoryInItself) {
  for (const int wrong : {0, 1}) {
    ExpectBroken(
        [wrong] {
          sim::atomic<int> x(0, "x"), y(0, "y");
          x.watch([&y, wrong, seen = -1](int, int after) mutable {
            if (after == 1) seen = y.newest();
            sim::check(after != 2 || seen != wrong, "y was the other");
          });
          {
            sim::fiber a("a", [&] { x.store(1); });
            sim::fiber b("b", [&] { y.store(1); });
          }
          x.store(2);
        },
        "y was the other");
  }
}

// Main stands in a join when steps are taken back; what unwinds then goes on to look.
TEST(Watcher, MayBeGoneWhenMainLooksAtTheEnd) {
  ExpectPass([] {
    sim::atomic<int> x(0, "x");
    int heard = 0;
    x.watch([&](int, int) { ++heard; });
    {
      sim::fiber a("a", [&] { x.fetch_add(1); });
      sim::fiber b("b", [&] { x.fetch_add(1); });
    }
    sim::check(x.newest() == heard, "both are heard");
  });
}

// A promise that is not kept loses what it hides.
TEST(MonitorState, IsAPromise) {
  const auto program = [](bool kept, int wrong) {
    int first = 0;
    sim::monitor_state state([&](auto& words) {
      if (kept) words.add(first);
    });
    sim::atomic<int> x(0, "x"), y(0, "y");
    x.watch([&](int, int) { first = first == 0 ? 1 : first; }, state);
    y.watch([&](int, int) { first = first == 0 ? 2 : first; }, state);
    {
      sim::fiber a("a", [&] { x.store(1); });
      sim::fiber b("b", [&] { y.store(1); });
    }
    x.load();
    sim::check(first != wrong, "the other is the first");
  };
  int lost = 0;
  for (const int wrong : {1, 2}) {
    ExpectBroken([&] { program(true, wrong); }, "the other is the first");
    lost += sim::ExploreStates([&] { program(false, wrong); }).result.ok();
  }
  EXPECT_EQ(lost, 1);
}

// Four fibers count in turn what they write; only how many did matters.
TEST(MonitorState, MergesWhatTheDefaultKeepsApart) {
  const auto program = [](bool told) {
    int writes = 0;
    sim::monitor_state state([&](auto& words) { words.add(writes); });
    sim::atomic<int> w(0), x(0), y(0), z(0);
    sim::atomic<int>* const all[] = {&w, &x, &y, &z};
    for (sim::atomic<int>* cell : all) {
      const auto count = [&](int, int) { ++writes; };
      told ? cell->watch(count, state) : cell->watch(count);
    }
    sim::fiber a("a", [&] { w.store(1); });
    sim::fiber b("b", [&] { x.store(1); });
    sim::fiber c("c", [&] { y.store(1); });
    sim::fiber d("d", [&] { z.store(1); });
  };
  // Which have written: 2^4.
  EXPECT_EQ(sim::ExploreStates([&] { program(true); }).states, 16u);
  // And in which order: 1 + 4 + 12 + 24 + 24.
  EXPECT_EQ(sim::ExploreStates([&] { program(false); }).states, 65u);
}

TEST(MonitorState, IsNotAskedByOtherExplorers) {
  const auto program = [] {
    sim::monitor_state state([](auto&) { sim::check(false, "nobody asks"); });
    sim::atomic<int> x(0);
    x.watch([](int, int) {}, state);
    sim::fiber a("a", [&] { x.store(1); });
  };
  EXPECT_TRUE(sim::Explore(program, sim::Exhaustive()).ok());
  EXPECT_TRUE(sim::Explore(program, sim::RandomWalk({.executions = 10})).ok());
}

// --- moments ---

// A moment stands before its fiber's next step, wherever the step before it was.
TEST(Moment, IsNotSeenBeforeItsFibersNextStep) {
  const auto program = [](bool after_the_store) {
    std::optional<sim::moment> placed;
    sim::atomic<int> x(0, "x"), y(0, "y");
    sim::fiber a("a", [&] {
      if (!after_the_store) placed = sim::moment::now();
      x.store(1);
      if (after_the_store) placed = sim::moment::now();
      y.store(1);
    });
    sim::fiber b("b", [&] {
      x.await([](int v) { return v == 1; });
      sim::check(placed && placed->seen(), "it is placed");
    });
  };
  ExpectPass([&] { program(false); });
  ExpectBroken([&] { program(true); }, "it is placed");
}

TEST(Moment, IsSeenByWhomItsFiberStartsAndWhoJoinsIt) {
  ExpectPass([] {
    sim::check(sim::moment().seen(), "before everything");
    sim::atomic<int> x(0, "x");
    const sim::moment before = sim::moment::now();
    std::optional<sim::moment> late, outside;
    sim::fiber a("a", [&] {
      sim::check(before.seen(), "a was started after it");
      sim::fiber inner("inner", [&] {
        sim::check(before.seen(), "as was who started this one");
        x.fetch_add(1);
        late = sim::moment::now();
      });
      inner.join();
      sim::check(late->seen(), "a has joined inner");
    });
    a.join();
    sim::check(late->seen(), "main has joined a");
  });
  // Who was started before it knows nothing of it; who joins another neither.
  ExpectBroken(
      [] {
        std::optional<sim::moment> late;
        sim::fiber a("a", [&] { sim::check(!late || late->seen(), "never"); });
        sim::atomic<int> x(0, "x");
        sim::fiber b("b", [&] {
          x.store(1);
          late = sim::moment::now();
        });
        x.await([](int v) { return v == 1; });
        sim::check(!late || late->seen(), "it may be to come");
        b.join();
      },
      "it may be to come");
}

// In one interleaving the order holds by luck; another breaks it.
TEST(Moment, IsOrderedByLuckInSomeInterleavingsOnly) {
  ExpectBroken(
      [] {
        std::optional<sim::moment> read;
        sim::atomic<int> x(0, "x"), y(0, "y");
        sim::fiber reader("reader", [&] {
          x.load();
          read = sim::moment::now();
          x.load();
        });
        sim::fiber writer("writer", [&] {
          y.store(1);
          sim::check(read && read->seen(), "the reader is over");
        });
      },
      "the reader is over");
}

}  // namespace
