// Await classes: the reduced search against the full one, on random programs; what it saves; and
// that it sees where it does not hold.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sim/explore/prng.h"
#include "sim/sim.h"
#include "tests/explore/families.h"
#include "tests/matchers.h"

namespace {

using sim::atomic;
using sim::fiber;
using sim::Reduction;
using sim::Verdict;
using testing::HasSubstr;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kAcqRel = std::memory_order_acq_rel;
constexpr int kPoison = 9;

enum class Class { kReached, kFailed };

// What a program may contain besides counts that grow and awaits on them.
struct Dialect {
  const char* name;
  bool shrinking = false;  // counts may be set to anything
  bool locks = false;
  bool fences = false;
};

struct Op {
  enum Kind {
    kStore,
    kLoad,
    kAwait,
    kAwaitClass,
    kPoisonIt,
    kAdd,
    kWritePlain,
    kReadPlain,
    kLock,
    kFence
  } kind;
  int location;
  int value;
  bool strong;  // acquire or release
};
using Program = std::vector<std::vector<Op>>;

Op MakeOp(const Dialect& d, int fiber, int place, sim::Prng& prng) {
  constexpr Op::Kind kKinds[] = {Op::kStore,      Op::kStore,     Op::kStore,    Op::kStore,
                                 Op::kAwait,      Op::kAwait,     Op::kAwait,    Op::kAwaitClass,
                                 Op::kAwaitClass, Op::kLoad,      Op::kPoisonIt, Op::kAdd,
                                 Op::kWritePlain, Op::kReadPlain, Op::kLock,     Op::kFence};
  Op op{kKinds[prng.Below(16)], static_cast<int>(prng.Below(2)),
        static_cast<int>(1 + prng.Below(2)), prng.Below(4) > 0};
  if (op.kind == Op::kLock && !d.locks) op.kind = Op::kStore;
  if (op.kind == Op::kFence && !d.fences) op.kind = Op::kLoad;
  // A count has one ordinary writer, and grows; fibers that begin with a wait seldom end.
  if (place == 0 && (op.kind == Op::kAwait || op.kind == Op::kAwaitClass) && prng.Below(2) == 0) {
    op.kind = Op::kStore;
  }
  if (op.kind == Op::kStore && !d.shrinking) {
    op.location = fiber % 2;
    op.value = place + 1;
  }
  return op;
}

Program Make(const Dialect& d, std::uint64_t seed) {
  sim::Prng prng(seed);
  Program program(2 + prng.Below(2));
  for (std::size_t f = 0; f < program.size(); ++f) {
    const int ops = static_cast<int>(1 + prng.Below(4));
    for (int i = 0; i < ops; ++i) program[f].push_back(MakeOp(d, static_cast<int>(f), i, prng));
  }
  return program;
}

struct Shared {
  atomic<int> counts[2] = {atomic<int>(0, "x"), atomic<int>(0, "y")};
  sim::plain<int> data[2] = {sim::plain<int>(0, "data x"), sim::plain<int>(0, "data y")};
  sim::mutex lock;
};

// What the program learns from the operation.
std::string RunOp(const Op& op, Shared& shared) {
  atomic<int>& count = shared.counts[op.location];
  const int c = op.value;
  switch (op.kind) {
    case Op::kStore:
      count.store(c, op.strong ? kRelease : kRelaxed);
      return "";
    case Op::kLoad:
      return std::to_string(count.load(op.strong ? kAcquire : kRelaxed));
    case Op::kAwait:
      count.await([c](int v) { return v >= c; }, op.strong ? kAcquire : kRelaxed);
      return "w";
    case Op::kAwaitClass: {
      auto class_of = [c](int v) -> std::optional<Class> {
        if (v >= kPoison) return Class::kFailed;
        return v >= c ? std::optional(Class::kReached) : std::nullopt;
      };
      return count.await(class_of, op.strong ? kAcquire : kRelaxed) == Class::kReached ? "r" : "f";
    }
    case Op::kPoisonIt:
      return std::to_string(count.fetch_max(kPoison, op.strong ? kAcqRel : kRelaxed));
    case Op::kAdd:
      return std::to_string(count.fetch_add(1, op.strong ? kAcqRel : kRelaxed));
    case Op::kWritePlain:
      shared.data[op.location].set(c);
      return "";
    case Op::kReadPlain:
      return std::to_string(shared.data[op.location].get());
    case Op::kLock: {
      const std::lock_guard hold(shared.lock);
      return std::to_string(count.load(kRelaxed));
    }
    case Op::kFence:
      sim::atomic_thread_fence(kAcqRel);
      return "";
  }
  return "";
}

// What all executions together come to.
struct Seen {
  std::set<std::string> outcomes;
  std::set<std::string> graphs;
  std::set<Verdict> verdicts;
  int twice = 0;
  sim::Result result;
};

Seen See(const Program& program, Reduction reduction) {
  Seen seen;
  std::vector<std::string> learned;
  auto body = [&] {
    learned.assign(program.size(), "");
    Shared shared;
    std::vector<fiber> fibers;
    for (std::size_t f = 0; f < program.size(); ++f) {
      fibers.emplace_back("fiber", [&, f] {
        for (const Op& op : program[f]) learned[f] += RunOp(op, shared) + ",";
      });
    }
  };
  seen.result = Explore(body, sim::Exhaustive({.executions = 50'000, .reduction = reduction}),
                        {.keep_going = true, .observe = [&](const sim::Execution& e) {
                           seen.verdicts.insert(e.finding().verdict);
                           if (e.finding().verdict != Verdict::kPass) return true;
                           std::string all;
                           for (const std::string& text : learned) all += text + "|";
                           seen.outcomes.insert(all);
                           seen.twice += !seen.graphs.insert(sim::Signature(e.graph())).second;
                           return true;
                         }});
  return seen;
}

class Classes : public testing::TestWithParam<Dialect> {};

TEST_P(Classes, VerdictsAndOutcomesAreThoseOfTheFullSearch) {
  constexpr std::uint64_t kPrograms = 1'500;
  int reduced = 0;
  std::uint64_t full_executions = 0;
  std::uint64_t executions = 0;
  for (std::uint64_t seed = 1; seed <= kPrograms; ++seed) {
    const Program program = Make(GetParam(), seed);
    const Seen full = See(program, Reduction::kNone);
    if (!full.result.exhausted) continue;
    const Seen some = See(program, Reduction::kClasses);
    EXPECT_TRUE(some.result.exhausted) << seed;
    EXPECT_EQ(some.verdicts, full.verdicts) << seed;
    if (some.result.remark == "await classes") {
      ++reduced;
      full_executions += full.result.executions;
      executions += some.result.executions;
      EXPECT_EQ(some.twice, 0) << seed;
    }
    // Where there is a race, what is learned means nothing.
    if (full.verdicts.contains(Verdict::kDataRace)) continue;
    EXPECT_EQ(some.outcomes, full.outcomes) << seed;
    EXPECT_TRUE(std::includes(full.graphs.begin(), full.graphs.end(), some.graphs.begin(),
                              some.graphs.end()))
        << seed;
  }
  EXPECT_GT(reduced, static_cast<int>(kPrograms) / 3);
  EXPECT_LT(executions, full_executions);
}

INSTANTIATE_TEST_SUITE_P(
    All, Classes,
    testing::Values(Dialect{.name = "Growing"}, Dialect{.name = "Shrinking", .shrinking = true},
                    Dialect{.name = "Locks", .locks = true},
                    Dialect{.name = "Fences", .fences = true},
                    Dialect{
                        .name = "Everything", .shrinking = true, .locks = true, .fences = true}),
    [](const auto& info) { return std::string(info.param.name); });

// As measured by two prototypes: rail0 has one execution, rail1 49 n - 68 from n = 2 on.
TEST(Classes, TheRailGrowsLinearly) {
  for (const int n : {1, 2, 6, 50}) {
    const sim::Result rail0 = Explore(families::Rail0(n), sim::Exhaustive());
    EXPECT_EQ(rail0.executions, 1u);
    EXPECT_EQ(rail0.remark, "await classes");
    EXPECT_TRUE(rail0.exhausted);
  }
  EXPECT_EQ(Explore(families::Rail1(1), sim::Exhaustive()).executions, 9u);
  for (const int n : {2, 3, 4, 5, 6, 8, 12, 16, 64}) {
    const sim::Result rail1 = Explore(families::Rail1(n), sim::Exhaustive());
    EXPECT_EQ(rail1.executions, static_cast<std::uint64_t>(49 * n - 68));
    EXPECT_TRUE(rail1.exhausted);
  }
}

// The second advance publishes nothing; who waits for the first must not stand for both.
TEST(Classes, AWeakerAdvanceIsNoticedAndTheRaceIsFound) {
  auto body = [] {
    atomic<int> count(0, "count");
    sim::plain<int> page(0, "page");
    fiber writer("writer", [&] {
      page.set(1);
      count.store(1, kRelease);
      count.store(2, kRelaxed);
    });
    fiber reader("reader", [&] {
      count.await([](int v) { return v >= 1; }, kAcquire);
      page.get();
    });
  };
  const sim::Result result = Explore(body, sim::Exhaustive());
  EXPECT_THAT(result, sim::FailsWith("data race"));
  EXPECT_THAT(result.remark, HasSubstr("orders less"));
}

TEST(Classes, SeqCstIsNoticed) {
  auto body = [] {
    atomic<int> count(0, "count"), other(0, "other");
    fiber writer("writer", [&] {
      count.store(1, kRelease);
      count.store(2, kRelease);
    });
    fiber reader("reader", [&] {
      count.await([](int v) { return v >= 1; }, kAcquire);
      other.store(1);
    });
  };
  const sim::Result result = Explore(body, sim::Exhaustive());
  EXPECT_TRUE(result.exhausted);
  EXPECT_EQ(result.executions, 2u);
  EXPECT_THAT(result.remark, HasSubstr("seq_cst"));
}

// Who takes the first value can wait for the second as well; who takes the third cannot any more.
TEST(Classes, AnAwaitThatALocationStopsSatisfyingIsNoticed) {
  auto body = [] {
    atomic<int> flag(0, "flag");
    fiber writer("writer", [&] {
      flag.store(2, kRelease);
      flag.store(1, kRelease);
    });
    fiber reader("reader", [&] {
      flag.await([](int v) { return v >= 1; }, kAcquire);
      flag.await([](int v) { return v >= 2; }, kAcquire);
    });
  };
  const sim::Result result = Explore(body, sim::Exhaustive());
  EXPECT_THAT(result, sim::FailsWith("deadlock"));
  EXPECT_THAT(result.remark, HasSubstr("stops satisfying"));
}

TEST(Classes, AValueThatIsUsedIsNotReduced) {
  auto body = [] {
    atomic<int> count(0, "count");
    fiber writer("writer", [&] {
      count.store(1, kRelease);
      count.store(2, kRelease);
    });
    fiber reader("reader", [&] { count.await_value([](int v) { return v >= 1; }, kAcquire); });
  };
  const sim::Result result = Explore(body, sim::Exhaustive());
  EXPECT_EQ(result.executions, 2u);
  EXPECT_EQ(result.remark, "");
}

TEST(Classes, AreLeftOutOnRequest) {
  EXPECT_EQ(
      Explore(families::Rail0(4), sim::Exhaustive({.reduction = Reduction::kNone})).executions,
      204u);
}

}  // namespace
