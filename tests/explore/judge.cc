#include "tests/explore/judge.h"

#include <cstdint>
#include <functional>
#include <set>
#include <string>

#include "sim/sim.h"
#include "tests/explore/class_program.h"
#include "tests/explore/families.h"
#include "tests/explore/random_program.h"

namespace judge {
namespace {

using sim::Exhaustive;
using sim::Reduction;

std::string Counts() {
  struct Row {
    const char* name;
    std::function<void()> (*program)(int);
    int n;
    std::uint64_t executions;
  };
  const Row rows[] = {{"sb", &families::Sb, 5, 32},
                      {"readers", &families::Readers, 6, 64},
                      {"ainc", &families::Ainc, 4, 24},
                      {"writers", &families::Writers, 4, 24},
                      {"casrot", &families::Casrot, 5, 43},
                      {"lockinc", &families::Lockinc, 3, 6},
                      {"lastzero", &families::Lastzero, 5, 64},
                      {"fib", &families::Fib, 3, 175},
                      {"rail0", &families::Rail0, 4, 204},
                      {"rail1", &families::Rail1, 3, 731}};
  for (const Row& row : rows) {
    // A search that is wrong may not end.
    const sim::Result result =
        Explore(row.program(row.n),
                Exhaustive({.executions = 4 * row.executions, .reduction = Reduction::kNone}));
    if (result.executions != row.executions || !result.ok()) {
      return std::string(row.name) + " has " + std::to_string(row.executions) +
             " executions, not " + std::to_string(result.executions);
    }
  }
  return "";
}

struct Seen {
  std::set<std::string> graphs;
  bool twice = false;
  bool deadlock = false;
  bool exhausted = false;
};

template <class AnyExplorer>
Seen See(const random_program::Program& program, const random_program::Dialect& d,
         AnyExplorer explorer) {
  Seen seen;
  const sim::Result result =
      Explore([&] { random_program::Run(program, d); }, explorer,
              {.memory = d.memory,
               .points = sim::Points::kEverywhere,
               .keep_going = true,
               .restart = [&seen] { seen = Seen(); },
               .observe =
                   [&seen](const sim::Execution& e) {
                     if (e.finding().verdict == sim::Verdict::kDeadlock) {
                       seen.deadlock = true;
                     } else if (!seen.graphs.insert(sim::Signature(e.graph())).second) {
                       seen.twice = true;
                     }
                     return true;
                   }});
  seen.exhausted = result.exhausted;
  return seen;
}

std::string Enumerated() {
  for (const random_program::Dialect& d : random_program::Dialects()) {
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
      const random_program::Program program = random_program::Make(d, seed);
      const Seen all = See(program, d, sim::Enumerate({.executions = 2'000}));
      if (!all.exhausted) continue;
      const Seen once = See(program, d, Exhaustive({.executions = 20'000}));
      const std::string where = std::string(d.name) + " program " + std::to_string(seed);
      if (once.twice) return where + ": a graph comes up twice";
      if (once.exhausted && (once.graphs != all.graphs || once.deadlock != all.deadlock)) {
        return where + ": " + std::to_string(all.graphs.size()) + " graphs, not " +
               std::to_string(once.graphs.size());
      }
    }
  }
  return "";
}

// What random programs seldom have: an update that is revisited, and whose write then is the only
// one that an await, which came before it, may take.
std::string Crafted() {
  auto body = [] {
    sim::atomic<int> x(0, "x");
    sim::fiber a("a", [&] { x.store(6, std::memory_order_relaxed); });
    sim::fiber b("b",
                 [&] { x.await_value([](int v) { return v == 6; }, std::memory_order_relaxed); });
    sim::fiber c("c", [&] { x.fetch_add(1, std::memory_order_relaxed); });
    sim::fiber d("d", [&] { x.store(5, std::memory_order_relaxed); });
  };
  std::set<std::string> graphs[2];
  for (const bool enumerated : {false, true}) {
    const sim::Options options{.points = sim::Points::kEverywhere,
                               .keep_going = true,
                               .restart = [&] { graphs[enumerated].clear(); },
                               .observe =
                                   [&](const sim::Execution& e) {
                                     if (e.finding().verdict == sim::Verdict::kPass) {
                                       graphs[enumerated].insert(sim::Signature(e.graph()));
                                     }
                                     return true;
                                   }};
    enumerated ? Explore(body, sim::Enumerate(), options) : Explore(body, Exhaustive(), options);
  }
  return graphs[0] == graphs[1] ? "" : "an update that was revisited revisits nothing";
}

std::string ReducedCounts() {
  for (const int n : {2, 3, 6}) {
    if (Explore(families::Rail1(n), Exhaustive()).executions !=
        static_cast<unsigned>(49 * n - 68)) {
      return "rail1 with classes does not grow by 49";
    }
  }
  return "";
}

std::string Reduced() {
  for (const bool shrinking : {false, true}) {
    const class_program::Dialect d{
        .name = "any", .shrinking = shrinking, .locks = true, .fences = true};
    for (std::uint64_t seed = 1; seed <= 3'000; ++seed) {
      const class_program::Program program = class_program::Make(d, seed);
      const class_program::Seen full = class_program::See(program, Reduction::kNone);
      if (!full.result.exhausted) continue;
      const class_program::Seen some = class_program::See(program, Reduction::kClasses);
      const std::string where = "classes, program " + std::to_string(seed);
      if (some.verdicts != full.verdicts) return where + ": another verdict";
      if (some.twice > 0) return where + ": a graph comes up twice";
      if (!full.verdicts.contains(sim::Verdict::kDataRace) && some.outcomes != full.outcomes) {
        return where + ": other outcomes";
      }
    }
  }
  return "";
}

}  // namespace

std::string Objection() {
  for (const auto& ask : {Counts, Crafted, ReducedCounts, Enumerated, Reduced}) {
    if (std::string objection = ask(); !objection.empty()) return objection;
  }
  return "";
}

}  // namespace judge
