// Monitors of random programs: the states explorer loses no end of theirs, and asks for moments as
// the graphs do.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iostream>
#include <optional>
#include <set>
#include <vector>

#include "gtest/gtest.h"
#include "sim/sim.h"

namespace {

using sim::StatesResult;
using sim::Verdict;
using Body = std::function<void()>;

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
    // Without a survey, which would see ends that the search itself may lose.
    const StatesResult all =
        sim::ExploreStates([&] { Run(tells, number, ends); }, {.expand = sim::Expand::kAll});
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
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
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
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
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
