// Random small programs: what a random walk finds, the enumerator finds as well, and the other way
// round; every execution replays to the bit.

#include <array>
#include <cstdint>
#include <ostream>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "tests/matchers.h"
#include "tests/sim/outcomes.h"

namespace sim {
namespace {

constexpr std::array kOrders = {std::memory_order_relaxed, std::memory_order_acquire,
                                std::memory_order_release, std::memory_order_acq_rel,
                                std::memory_order_seq_cst};
constexpr const char* kOrderNames[] = {"rlx", "acq", "rel", "acq_rel", "sc"};
constexpr const char* kKindNames[] = {"load", "store",    "fetch_add", "exchange",
                                      "cas",  "weak cas", "grow",      "fence"};
constexpr int kKinds = 8;

struct Op {
  int kind;
  std::size_t location;  // 0 or 1
  std::size_t order;
  std::size_t failure;
  int value;
};

std::ostream& operator<<(std::ostream& out, const Op& op) {
  return out << kKindNames[op.kind] << " "
             << "xy"[op.location] << " " << op.value << " " << kOrderNames[op.order] << "/"
             << kOrderNames[op.failure];
}

using Program = std::vector<std::vector<Op>>;  // by fiber
using Outcome = std::vector<int>;              // what was read, and the last values

// Up to three fibers with, in all, at most six operations: what the enumerator can do in no time.
Program AnyProgram() {
  const auto op = rc::gen::map(
      rc::gen::tuple(rc::gen::inRange(0, kKinds), rc::gen::inRange<std::size_t>(0, 2),
                     rc::gen::inRange<std::size_t>(0, kOrders.size()),
                     rc::gen::inRange<std::size_t>(0, kOrders.size()), rc::gen::inRange(0, 3)),
      [](const std::tuple<int, std::size_t, std::size_t, std::size_t, int>& t) {
        const auto [kind, location, order, failure, value] = t;
        return Op{kind, location, order, failure, value};
      });
  const auto fibers = *rc::gen::inRange<std::size_t>(2, 4);
  Program program;
  for (std::size_t i = 0; i < fibers; ++i) {
    const auto ops = *rc::gen::inRange<std::size_t>(1, fibers == 2 ? 4 : 3);
    program.push_back(*rc::gen::container<std::vector<Op>>(ops, op));
  }
  return program;
}

int Do(const Op& op, atomic<int>& x) {
  const std::memory_order order = kOrders[op.order];
  int expected = op.value;
  switch (op.kind) {
    case 0:
      return x.load(order);
    case 1:
      x.store(op.value, order);
      return 0;
    case 2:
      return x.fetch_add(op.value, order);
    case 3:
      return x.exchange(op.value, order);
    case 4:
      x.compare_exchange_strong(expected, op.value + 1, order, kOrders[op.failure]);
      return expected;
    case 5:
      return 10 * x.compare_exchange_weak(expected, op.value + 1, order, kOrders[op.failure]) +
             expected;
    case 6:
      return x.grow(op.value, order);
    default:
      sim::atomic_thread_fence(order);
      return 0;
  }
}

Outcome Run(const Program& program) {
  std::array<atomic<int>, 2> locations = {atomic<int>(0, "x"), atomic<int>(0, "y")};
  std::vector<Outcome> read(program.size());
  {
    std::vector<fiber> fibers;
    for (std::size_t i = 0; i < program.size(); ++i) {
      fibers.emplace_back("f", [&, i] {
        for (const Op& op : program[i]) read[i].push_back(Do(op, locations[op.location]));
      });
    }
  }
  Outcome all = {locations[0].newest(), locations[1].newest()};
  for (const Outcome& r : read) all.insert(all.end(), r.begin(), r.end());
  return all;
}

struct Seen {
  std::set<Outcome> outcomes;
  std::set<std::string> graphs;
};

template <class AnyExplorer>
Seen Explored(const Program& program, AnyExplorer explorer, Memory memory,
              Points points = Points::kWhereItMatters) {
  Seen seen;
  const Result result =
      Explore([&] { seen.outcomes.insert(Run(program)); }, explorer,
              {.memory = memory, .points = points, .observe = [&seen](const Execution& e) {
                 seen.graphs.insert(Signature(e.graph()));
                 return true;
               }});
  RC_LOG() << result;
  RC_ASSERT(result.ok());
  return seen;
}

template <class T>
bool Includes(const std::set<T>& all, const std::set<T>& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

void WalkAndEnumeratorAgree(Memory memory) {
  const Program program = AnyProgram();
  RC_LOG() << rc::toString(program);
  const Seen all = Explored(program, Enumerate(), memory);
  std::set<Outcome> walked;
  for (std::uint64_t seed = 1; seed <= 100 && walked != all.outcomes; ++seed) {
    const Seen some = Explored(program, RandomWalk({.seed = seed, .executions = 1000}), memory);
    RC_ASSERT(Includes(all.graphs, some.graphs));
    walked.insert(some.outcomes.begin(), some.outcomes.end());
  }
  RC_ASSERT(walked == all.outcomes);
  const Seen pct = Explored(program, Pct({.executions = 1000}), memory);
  RC_ASSERT(Includes(all.graphs, pct.graphs));
}

RC_GTEST_PROP(RandomPrograms, AWalkFindsWhatTheEnumeratorFinds, ()) {
  WalkAndEnumeratorAgree(Memory::kRc11);
}

RC_GTEST_PROP(RandomPrograms, AWalkFindsWhatTheEnumeratorFindsInScMemory, ()) {
  WalkAndEnumeratorAgree(Memory::kSc);
}

// Stores are mostly no scheduling points; asking before every step gives the same.
RC_GTEST_PROP(RandomPrograms, PointsWhereTheyMatterReachEveryGraph, ()) {
  const Program program = AnyProgram();
  RC_LOG() << rc::toString(program);
  const Seen some = Explored(program, Enumerate(), Memory::kRc11, Points::kWhereItMatters);
  const Seen all = Explored(program, Enumerate(), Memory::kRc11, Points::kEverywhere);
  RC_ASSERT(some.graphs == all.graphs);
  RC_ASSERT(some.outcomes == all.outcomes);
}

RC_GTEST_PROP(RandomPrograms, ScMemoryAllowsNothingThatRc11Forbids, ()) {
  const Program program = AnyProgram();
  RC_LOG() << rc::toString(program);
  const Seen weak = Explored(program, Enumerate(), Memory::kRc11);
  const Seen strong = Explored(program, Enumerate(), Memory::kSc);
  RC_ASSERT(Includes(weak.graphs, strong.graphs));
  RC_ASSERT(Includes(weak.outcomes, strong.outcomes));
}

// Making an order stronger takes outcomes away, and adds none.
RC_GTEST_PROP(RandomPrograms, StrongerOrdersAllowLess, ()) {
  Program program = AnyProgram();
  RC_LOG() << rc::toString(program);
  const Seen before = Explored(program, Enumerate(), Memory::kRc11);
  for (std::vector<Op>& ops : program) {
    for (Op& op : ops) op.order = op.failure = kOrders.size() - 1;
  }
  const Seen after = Explored(program, Enumerate(), Memory::kRc11);
  RC_ASSERT(Includes(before.outcomes, after.outcomes));
}

RC_GTEST_PROP(RandomPrograms, EveryTapeReplaysToTheBit, ()) {
  const Program program = AnyProgram();
  const auto body = [&] { Run(program); };
  std::vector<std::pair<Tape, std::uint64_t>> runs;
  Explore(body, RandomWalk({.seed = *rc::gen::arbitrary<std::uint64_t>(), .executions = 20}),
          {.observe = [&](const Execution& e) {
            runs.emplace_back(e.tape(), Digest(e.graph()));
            return true;
          }});
  for (const auto& [tape, digest] : runs) {
    const auto text = ParseTape(ToText(tape));
    RC_ASSERT(std::holds_alternative<Tape>(text));
    Replay replay(std::get<Tape>(text));
    std::uint64_t again = 0;
    Explore(body, replay, {.observe = [&](const Execution& e) {
              again = Digest(e.graph());
              return true;
            }});
    RC_ASSERT(replay.misfit() == "");
    RC_ASSERT(again == digest);
  }
}

}  // namespace
}  // namespace sim
