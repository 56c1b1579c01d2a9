// The enumerator's bound on preemptions: all interleavings that have no more of them, and no
// others.
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "sim/explore/prng.h"
#include "sim/sim.h"
#include "tests/matchers.h"

namespace {

using sim::atomic;
using sim::Enumerate;
using sim::Event;
using sim::EventId;
using sim::EventKind;
using sim::fiber;
using sim::Graph;
using sim::Result;

constexpr auto kRelaxed = std::memory_order_relaxed;

Result Rung(const std::function<void()>& body, std::uint32_t preemptions) {
  return Explore(body, Enumerate({.preemptions = preemptions}),
                 {.points = sim::Points::kEverywhere});
}

// So many fibers, each with so many steps that are nobody else's business: what differs is the
// interleaving alone.
std::function<void()> Alone(std::size_t fibers, int steps) {
  return [fibers, steps] {
    std::deque<atomic<int>> counts;
    for (std::size_t f = 0; f < fibers; ++f) counts.emplace_back(0, "count");
    std::vector<fiber> all;
    for (std::size_t f = 0; f < fibers; ++f) {
      all.emplace_back("fiber", [&counts, f, steps] {
        for (int i = 0; i < steps; ++i) counts[f].store(i, kRelaxed);
      });
    }
  };
}

// aabb and bbaa; abba and baab; abab and baba.
TEST(Preemptions, OfTwoFibersOfTwoSteps) {
  EXPECT_EQ(Rung(Alone(2, 2), 0).executions, 2u);
  EXPECT_EQ(Rung(Alone(2, 2), 1).executions, 4u);
  EXPECT_EQ(Rung(Alone(2, 2), 2).executions, 6u);
}

// None: 3! orders. One: a fiber is split in two, and right behind its first part comes another. Of
// the 4! / 2 orders of two parts and two whole fibers, 3! have the parts together; so 6 for each of
// the three fibers. All: 6! / (2! 2! 2!).
TEST(Preemptions, OfThreeFibersOfTwoSteps) {
  EXPECT_EQ(Rung(Alone(3, 2), 0).executions, 6u);
  EXPECT_EQ(Rung(Alone(3, 2), 1).executions, 6u + 18u);
  EXPECT_EQ(Rung(Alone(3, 2), 100).executions, 90u);
}

TEST(Preemptions, FibersOfOneStepHaveNone) {
  for (const std::uint32_t k : {0, 1, 7}) EXPECT_EQ(Rung(Alone(3, 1), k).executions, 6u);
}

// Where a fiber waits, another goes for free: the receiver, then the sender, then the receiver
// again; or the sender first. One preemption lets the receiver in between the sender's two steps,
// before it waits or after.
TEST(Preemptions, AWaitIsNone) {
  auto body = [] {
    atomic<bool> ready(false, "ready");
    atomic<int> other(0, "other");
    fiber sender("sender", [&] {
      ready.store(true, kRelaxed);
      other.store(1, kRelaxed);
    });
    fiber receiver("receiver", [&] { ready.await([](bool v) { return v; }, kRelaxed); });
  };
  EXPECT_EQ(Rung(body, 0).executions, 2u);
  EXPECT_EQ(Rung(body, 1).executions, 4u);
  EXPECT_EQ(Rung(body, 2).executions, 4u);
}

// a, main, b; a, b, main; b, a, main. Nobody asks whether main goes on when a ends.
TEST(Preemptions, WhoIsWokenByAnEndWasNotChosen) {
  auto body = [] {
    atomic<int> x(0, "x"), y(0, "y"), z(0, "z");
    fiber a("a", [&] { x.store(1, kRelaxed); });
    fiber b("b", [&] { y.store(1, kRelaxed); });
    a.join();
    z.store(1, kRelaxed);
  };
  EXPECT_EQ(Rung(body, 0).executions, 3u);
  EXPECT_TRUE(Rung(body, 0).exhausted);
}

// The same where main has started c before it is asked. All orders of four steps in which a comes
// before main and c: 4! / 3.
TEST(Preemptions, AStartIsNoStep) {
  auto body = [] {
    atomic<int> counts[4];
    auto step = [&counts](int i) { return [&counts, i] { counts[i].store(1, kRelaxed); }; };
    fiber a("a", step(0));
    fiber b("b", step(1));
    a.join();
    fiber c("c", step(2));
    step(3)();
  };
  EXPECT_EQ(Rung(body, 0).executions, 8u);
  EXPECT_TRUE(Rung(body, 0).exhausted);
}

// The lost update needs a switch between the load and the store of a fiber.
TEST(Preemptions, ABugIsFoundOnTheFirstRungThatHasIt) {
  auto body = [] {
    atomic<int> x(0, "x");
    {
      fiber a("a", [&] { x.store(x.load() + 1); });
      fiber b("b", [&] { x.store(x.load() + 1); });
    }
    sim::check(x.load() == 2, "no update is lost");
  };
  const sim::Options sc{.memory = sim::Memory::kSc, .points = sim::Points::kEverywhere};
  EXPECT_THAT(Explore(body, Enumerate({.preemptions = 0}), sc), sim::Passes());
  const Result lost = Explore(body, Enumerate({.preemptions = 1}), sc);
  EXPECT_THAT(lost, sim::FailsWithRule("no update is lost"));
  EXPECT_EQ(lost.confirmed, 3);
}

TEST(Preemptions, ExhaustedIsSaidOnlyIfNoSwitchWasLeftOut) {
  Enumerate none({.preemptions = 0});
  const Result cut = Explore(Alone(2, 2), none, {.points = sim::Points::kEverywhere});
  EXPECT_FALSE(cut.exhausted);
  EXPECT_EQ(cut.remark, "at most 0 preemptions");
  EXPECT_TRUE(none.finished());
  EXPECT_EQ(Rung(Alone(2, 2), 1).remark, "at most 1 preemption");
  const Result all = Rung(Alone(2, 2), 2);
  EXPECT_TRUE(all.exhausted);
  EXPECT_EQ(all.remark, "");
  Enumerate few({.executions = 3, .preemptions = 1});
  Explore(Alone(2, 2), few, {.points = sim::Points::kEverywhere});
  EXPECT_FALSE(few.finished());
}

// --- against all interleavings of random programs, each judged by the order of its events ---

struct Op {
  int kind;
  int location;
};
struct Program {
  std::vector<std::vector<Op>> fibers;
  std::vector<Op> between;  // what main does, one thing before each join
};

Program Make(std::uint64_t seed) {
  sim::Prng prng(seed);
  auto op = [&prng] {
    return Op{static_cast<int>(prng.Below(3)), static_cast<int>(prng.Below(2))};
  };
  Program program;
  const std::uint32_t fibers = 2 + prng.Below(2);
  for (std::uint32_t f = 0; f < fibers; ++f) {
    const std::uint32_t ops = 1 + prng.Below(fibers == 2 ? 3 : 2);
    for (auto& mine = program.fibers.emplace_back(); mine.size() < ops;) mine.push_back(op());
  }
  for (const std::uint32_t ops = prng.Below(3); program.between.size() < ops;) {
    program.between.push_back(op());
  }
  return program;
}

void RunOp(const Op& op, atomic<int>& count) {
  if (op.kind == 0) count.store(1, kRelaxed);
  if (op.kind == 1) count.load(kRelaxed);
  if (op.kind == 2) count.fetch_add(1, kRelaxed);
}

void Run(const Program& program) {
  atomic<int> counts[2] = {atomic<int>(0, "x"), atomic<int>(0, "y")};
  std::vector<fiber> fibers;
  for (const std::vector<Op>& ops : program.fibers) {
    fibers.emplace_back("fiber", [&] {
      for (const Op& op : ops) RunOp(op, counts[op.location]);
    });
  }
  std::size_t next = 0;
  for (const Op& op : program.between) {
    RunOp(op, counts[op.location]);
    fibers[next++].join();
  }
}

bool IsStep(const Event& e) { return e.is_read() || e.is_write(); }

bool HasStepAfter(const Graph& graph, int fiber, EventId id) {
  while (++id < graph.size()) {
    if (graph.event(id).fiber == fiber && IsStep(graph.event(id))) return true;
  }
  return false;
}

// Whether the fiber could have made its next step right after event `id`: there is one, and none
// of the fibers that it joins before has one still to make.
bool CouldGoOn(const Graph& graph, int fiber, EventId id) {
  const EventId now = id;
  while (++id < graph.size()) {
    const Event& e = graph.event(id);
    if (e.fiber != fiber) continue;
    if (IsStep(e)) return true;
    for (int f = 0; e.kind == EventKind::kJoin && f < graph.fibers(); ++f) {
      if ((e.value >> f & 1) != 0 && HasStepAfter(graph, f, now)) return false;
    }
  }
  return false;
}

std::uint32_t PreemptionsOf(const Graph& graph) {
  std::uint32_t preemptions = 0;
  int last = 0;  // main runs first
  EventId last_step = -1;
  for (EventId id = 0; id < graph.size(); ++id) {
    const Event& e = graph.event(id);
    if (!IsStep(e)) continue;
    preemptions += e.fiber != last && CouldGoOn(graph, last, last_step);
    last = e.fiber;
    last_step = id;
  }
  return preemptions;
}

std::set<std::string> Tapes(const Program& program, std::uint32_t bound,
                            std::uint32_t with_at_most) {
  std::set<std::string> tapes;
  const Result result =
      Explore([&] { Run(program); }, Enumerate({.preemptions = bound}),
              {.points = sim::Points::kEverywhere, .observe = [&](const sim::Execution& e) {
                 if (PreemptionsOf(e.graph()) <= with_at_most) tapes.insert(ToText(e.tape()));
                 return true;
               }});
  EXPECT_THAT(result, sim::Passes());
  EXPECT_TRUE(bound != with_at_most || result.executions == tapes.size());
  return tapes;
}

TEST(Preemptions, EachRungIsWhatTheFullEnumerationHasOfIt) {
  constexpr std::uint64_t kPrograms = 100;
  constexpr std::uint32_t kMost = 20;  // more than these programs have steps
  int narrower = 0;
  for (std::uint64_t seed = 1; seed <= kPrograms; ++seed) {
    const Program program = Make(seed);
    const std::set<std::string> all = Tapes(program, Enumerate::kAnyNumber, kMost);
    for (const std::uint32_t k : {0, 1, 2}) {
      const std::set<std::string> rung = Tapes(program, k, k);
      EXPECT_EQ(rung, Tapes(program, Enumerate::kAnyNumber, k)) << seed << ", " << k;
      narrower += rung.size() < all.size();
    }
    EXPECT_EQ(Tapes(program, kMost, kMost), all) << seed;
  }
  EXPECT_GT(narrower, static_cast<int>(kPrograms));
}

}  // namespace
