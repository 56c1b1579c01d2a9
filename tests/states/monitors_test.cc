// What monitors remember is a part of a program's states: told by them, or everything that they
// could have noticed.
#include <cstdint>
#include <functional>
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <vector>

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

// --- judges ---

// Hidden state of every kind, in small random programs.
struct Hidden {
  std::uint64_t heard = 0;
  std::optional<sim::moment> slot[2];
};

enum class Tells { kNothing, kAll, kNoTwoAlike };

using Ends = std::set<std::vector<std::uint64_t>>;

class Program {
 public:
  // `fibers_look`: what is hidden gets into what fibers remember, which nobody tells.
  Program(std::uint64_t seed, bool fibers_look) : random_(seed), fibers_look_(fibers_look) {
    for (std::vector<Op>& ops : ops_) {
      ops.resize(2 + Draw(2));
      for (Op& op : ops) op = {Draw(8), Draw(kCells), Draw(3)};
    }
  }

  // What the end of each interleaving looks like.
  Ends All(Tells tells, std::uint64_t* states) const {
    Ends ends;
    std::uint64_t number = 0;
    const StatesResult all = sim::ExploreStates([&] { Run(tells, number, ends); });
    EXPECT_TRUE(all.result.exhausted);
    *states += all.states;
    return ends;
  }

 private:
  static constexpr std::uint64_t kCells = 3;
  static constexpr int kFibers = 3;
  using Cell = sim::atomic<std::uint64_t>;
  struct Op {
    std::uint64_t kind, cell, value;
  };

  std::uint64_t Draw(std::uint64_t below) {
    random_ = random_ * 6364136223846793005u + 1442695040888963407u;
    return (random_ >> 33) % below;
  }
  static std::uint64_t Mix(std::uint64_t a, std::uint64_t b) {
    return (a ^ (b + 0x9e3779b97f4a7c15u)) * 0xff51afd7ed558ccdu >> 7;
  }

  void Do(const Op& op, Cell& cell, Hidden& hidden, const sim::monitor_state* told,
          std::uint64_t& local) const {
    std::optional<sim::moment>& slot = hidden.slot[op.value % 2];
    if (op.kind < 2) return cell.store(op.value);
    if (op.kind == 2) return void(cell.fetch_add(op.value));
    if (op.kind == 3) return void(local = Mix(local, cell.load()));
    if (op.kind < 6) {
      slot = told != nullptr ? sim::moment::now(*told) : sim::moment::now();
      return cell.store(op.value);
    }
    cell.load();
    if (fibers_look_) {
      local = Mix(local, hidden.heard);
      if (slot) local = Mix(local, slot->seen());
    } else if (slot) {
      hidden.heard = Mix(hidden.heard, slot->seen());
    }
  }

  void Run(Tells tells, std::uint64_t& number, Ends& ends) const {
    Hidden hidden;
    std::optional<sim::monitor_state> state;
    const auto tell = [&](sim::monitor_state::words& words) {
      if (tells == Tells::kNoTwoAlike) words.add(++number);
      words.add(hidden.heard).add(hidden.slot[0]).add(hidden.slot[1]);
    };
    if (tells != Tells::kNothing) state.emplace(tell);
    const sim::monitor_state* const told = tells == Tells::kAll ? &*state : nullptr;
    Cell x(0, "x"), y(0, "y"), z(0, "z");
    Cell* const cells[kCells] = {&x, &y, &z};
    const auto hear = [&](std::uint64_t before, std::uint64_t after) {
      hidden.heard = Mix(Mix(Mix(hidden.heard, before), after), z.newest());
    };
    told != nullptr ? x.watch(hear, *told) : x.watch(hear);
    std::vector<std::uint64_t> end(kFibers);
    const auto run = [&](std::size_t i) {
      for (const Op& op : ops_[i]) Do(op, *cells[op.cell], hidden, told, end[i]);
    };
    {
      sim::fiber a("a", [&] { run(0); });
      sim::fiber b("b", [&] { run(1); });
      sim::fiber c("c", [&] { run(2); });
    }
    for (const Cell* cell : cells) end.push_back(cell->load());
    end.push_back(hidden.heard);
    ends.insert(end);
  }

  std::uint64_t random_;
  const bool fibers_look_;
  std::vector<Op> ops_[kFibers];
};

// Where no two states are taken for one, every interleaving is run to its end.
void ExpectEveryEnd(Tells tells, bool fibers_look) {
  std::uint64_t merged = 0, apart = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Program program(seed, fibers_look);
    const Ends every = program.All(Tells::kNoTwoAlike, &apart);
    EXPECT_EQ(program.All(tells, &merged), every) << seed;
  }
  std::cout << merged << " states instead of " << apart << "\n";
  EXPECT_LT(merged, apart);
}

TEST(RandomPrograms, LoseNoEndWhereNobodyTells) { ExpectEveryEnd(Tells::kNothing, true); }
TEST(RandomPrograms, LoseNoEndWhereAllIsTold) { ExpectEveryEnd(Tells::kAll, false); }

// A rule that asks for moments, in random programs with awaits: broken in some graph under sc, or
// in none.
class Asking {
 public:
  explicit Asking(std::uint64_t seed) {
    std::uint64_t random = seed;
    for (std::vector<Op>& ops : ops_) {
      ops.resize(3);
      for (Op& op : ops) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        op = {random >> 33 & 7, random >> 40 & 1, random >> 44 & 1};
      }
    }
  }

  void Run() const {
    std::optional<sim::moment> marks[kFibers];
    sim::atomic<int> cells[2]{sim::atomic<int>(0, "x"), sim::atomic<int>(0, "y")};
    const auto run = [&](std::size_t me) {
      for (const Op& op : ops_[me]) {
        sim::atomic<int>& cell = cells[op.cell];
        if (op.kind < 2) {
          cell.await([&op](int v) { return v > static_cast<int>(op.other); });
        } else if (op.kind < 4) {
          cell.fetch_add(1);
        } else if (op.kind == 4) {
          cell.load();
        } else if (op.kind == 5) {
          const std::optional<sim::moment>& mark = marks[(me + 1 + op.other) % kFibers];
          sim::check(mark && mark->seen(), "it was seen");
        } else if (!marks[me]) {
          marks[me] = sim::moment::now();
        }
      }
    };
    sim::fiber a("a", [&] { run(0); });
    sim::fiber b("b", [&] { run(1); });
    sim::fiber c("c", [&] { run(2); });
  }

 private:
  static constexpr std::size_t kFibers = 3;
  struct Op {
    std::uint64_t kind, cell, other;
  };
  std::vector<Op> ops_[kFibers];
};

TEST(RandomPrograms, AskForMomentsAsTheGraphsDo) {
  std::uint64_t broken = 0, kept = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    const Asking program(seed);
    const Body body = [&program] { program.Run(); };
    std::set<Verdict> verdicts;
    sim::Options options{.memory = sim::Memory::kSc, .keep_going = true};
    options.restart = [&verdicts] { verdicts.clear(); };
    options.observe = [&verdicts](const sim::Execution& e) {
      verdicts.insert(e.finding().verdict);
      return true;
    };
    const sim::Result graphs = sim::Explore(body, sim::Exhaustive(), options);
    if (verdicts.count(Verdict::kDeadlock) > 0) continue;
    ASSERT_TRUE(graphs.exhausted);
    const StatesResult states = sim::ExploreStates(body);
    const bool is_broken = verdicts.count(Verdict::kRuleBroken) > 0;
    EXPECT_EQ(states.result.finding.verdict, is_broken ? Verdict::kRuleBroken : Verdict::kPass)
        << seed << ": " << states.result.finding.message;
    EXPECT_EQ(states.result.confirmed, is_broken ? 3 : 0) << seed;
    ++(is_broken ? broken : kept);
  }
  std::cout << broken << " broken, " << kept << " kept\n";
  EXPECT_GT(broken, 100u);
  EXPECT_GT(kept, 100u);
}

}  // namespace
