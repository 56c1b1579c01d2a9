// The states explorer: its counts, what it finds, and both ways in which it takes steps back.
#include "sim/states/states.h"

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sim/fiber/sanitizers.h"
#include "sim/sim.h"
#include "tests/explore/random_program.h"
#include "tests/states/both_ways.h"
#include "tests/states/rails.h"

namespace {

using sim::StatesResult;
using sim::Verdict;
using states::Body;
using states::ExpectFound;
using states::ExpectPass;
using states::States;

// Counts on which Spin, TLC and a prototype agree.
TEST(States, AreAsManyAsOthersCount) {
  const struct {
    int rails, n;
    bool failure;
    std::uint64_t states;
  } kRows[] = {{1, 4, false, 248}, {1, 64, false, 5768}, {2, 4, false, 61504}, {1, 4, true, 3493}};
  for (const auto& row : kRows) {
    const StatesResult counted =
        sim::ExploreStates(rails::Rails(row.rails, row.n, row.failure),
                           {.snapshots = true, .expand = sim::Expand::kAll});
    ExpectPass(counted);
    EXPECT_EQ(counted.states, row.states);
    EXPECT_EQ(counted.saved, !sim::kSanitized);
  }
  EXPECT_EQ(States(rails::Rails(1, 4, true)).states, 3493u);
}

// Random programs of all dialects, under SC: the graph explorer is the judge.
TEST(States, AgreeWithTheGraphsOnRandomPrograms) {
  std::uint64_t found = 0;
  for (const random_program::Dialect& dialect : random_program::Dialects()) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      const std::string what = std::string(dialect.name) + " " + std::to_string(seed) + ": ";
      const random_program::Program program = random_program::Make(dialect, seed);
      const Body body = [&] { random_program::Run(program, dialect); };
      std::set<Verdict> verdicts;
      sim::Options options{.memory = sim::Memory::kSc, .keep_going = true};
      options.restart = [&verdicts] { verdicts.clear(); };
      options.observe = [&verdicts](const sim::Execution& e) {
        if (e.finding().verdict != Verdict::kPass) verdicts.insert(e.finding().verdict);
        return true;
      };
      if (!sim::Explore(body, sim::Exhaustive(), options).exhausted) continue;
      const StatesResult states = States(body, what);
      if (verdicts.empty()) {
        ExpectPass(states, what);
      } else {
        ++found;
        EXPECT_TRUE(verdicts.count(states.result.finding.verdict) > 0) << what;
        ExpectFound(states, states.result.finding.verdict, what);
      }
    }
  }
  EXPECT_GT(found, 20u);
}

TEST(States, FindABrokenCheck) {
  const auto body = [] {
    sim::atomic<int> x(0, "x");
    sim::fiber a("a", [&] { x.store(x.load() + 1); });
    sim::fiber b("b", [&] { x.store(x.load() + 1); });
    a.join();
    b.join();
    sim::check(x.load() == 2, "no increment is lost");
  };
  ExpectFound(States(body), Verdict::kRuleBroken, "");
}

TEST(States, FindABrokenInvariant) {
  const auto body = [] {
    sim::atomic<int> a(1), b(1);
    const sim::always both("the sum stays", [&] { return a.load() + b.load() == 2; });
    sim::fiber f("f", [&] {
      a.store(0);
      b.store(2);
    });
  };
  ExpectFound(States(body), Verdict::kRuleBroken, "");
}

TEST(States, FindADeadlockOfTwoLocks) {
  const auto body = [] {
    sim::mutex m("m"), n("n");
    auto take = [](sim::mutex& first, sim::mutex& second) {
      const std::lock_guard<sim::mutex> one(first);
      const std::lock_guard<sim::mutex> two(second);
    };
    sim::fiber a("a", [&] { take(m, n); });
    sim::fiber b("b", [&] { take(n, m); });
  };
  ExpectFound(States(body), Verdict::kDeadlock, "");
}

TEST(States, FindARaceOfPlainMemory) {
  const auto body = [](bool locked) {
    sim::mutex m("m");
    sim::plain<int> data(0, "data");
    auto add = [&] {
      if (locked) m.lock();
      data.set(data.get() + 1);
      if (locked) m.unlock();
    };
    sim::fiber a("a", add);
    sim::fiber b("b", add);
  };
  ExpectFound(States([&body] { body(false); }), Verdict::kDataRace, "");
  ExpectPass(States([&body] { body(true); }));
}

TEST(States, FindARaceOfAnAtomicThatIsReadPlainly) {
  const auto body = [] {
    sim::atomic<int> x(0, "x");
    sim::fiber a("a", [&] { x.store(1); });
    x.plain_load();
  };
  ExpectFound(States(body), Verdict::kDataRace, "");
}

TEST(States, FindMisuse) {
  const auto body = [] {
    sim::mutex m("m");
    sim::fiber a("a", [&] { m.unlock(); });
  };
  ExpectFound(States(body), Verdict::kMisuse, "");
}

TEST(States, BranchAtChoicesAndFaults) {
  const auto body = [] {
    sim::atomic<int> x(0);
    const std::uint32_t way = sim::choose(3);
    const bool fails = sim::fault("it breaks");
    if (way == 2 && fails) sim::reached("the last way breaks");
    x.store(static_cast<int>(way));
    sim::check(!(way == 1 && fails), "the second way does not break");
  };
  ExpectFound(States(body), Verdict::kRuleBroken, "");
  sim::Options none;
  none.limits.max_faults = 0;
  const StatesResult without = sim::ExploreStates(body, {}, none);
  ExpectPass(without);
  EXPECT_TRUE(without.left_out_faults);
  EXPECT_TRUE(without.result.marks.empty());
}

TEST(States, TellMarks) {
  const StatesResult result = sim::ExploreStates(
      [] {
        sim::atomic<int> x(0);
        sim::fiber a("a", [&] { x.store(1); });
        if (x.load() == 1) sim::reached("late");
      },
      {}, {.expect_marks = {"late", "never"}});
  ASSERT_EQ(result.result.marks.size(), 2u);
  EXPECT_GT(result.result.marks[0].executions, 0u);
  EXPECT_EQ(result.result.marks[1].executions, 0u);
}

// The one who waits undoes what would let him go on: he never sleeps, and never ends.
TEST(States, FindALivelock) {
  const auto body = [](bool mended) {
    sim::atomic<int> stop(0, "stop");
    sim::fiber sleeper("sleeper", [&] {
      for (;;) {
        sim::local_state(0);
        const int seen = stop.load();
        if (seen == 2 || (mended && seen == 1)) return;
        if (!mended) stop.exchange(0);
      }
    });
    stop.store(1);
  };
  const StatesResult found =
      sim::ExploreStates([&body] { body(false); }, {}, {.limits = {.max_events = 200}});
  EXPECT_EQ(found.result.finding.verdict, Verdict::kLivelock);
  EXPECT_THAT(found.result.finding.message, testing::HasSubstr("sleeper reads stop"));
  EXPECT_THAT(found.result.finding.message, testing::HasSubstr("sleeper exchange stop"));
  // The tape goes round until the limit.
  const sim::Result replayed = sim::ReplayTape([&body] { body(false); }, found.result.tape,
                                               {.memory = sim::Memory::kSc,
                                                .limits = {.max_events = 200},
                                                .points = sim::Points::kEverywhere});
  EXPECT_EQ(replayed.finding.verdict, Verdict::kLimit);
  EXPECT_FALSE(found.result.exhausted);
  // He may go round as long as he likes, but an end stays within reach.
  ExpectPass(States([&body] { body(true); }));
}

// What a loop no longer needs makes no states.
TEST(States, AreFewerWhereLocalStateIsNamed) {
  const auto body = [](bool named) {
    sim::atomic<std::uint64_t> ticket(0, "ticket");
    auto draw = [&ticket, named] {
      for (int i = 0; i < 4; ++i) {
        if (named) sim::local_state(i);
        ticket.fetch_add(1);
      }
    };
    sim::fiber a("a", draw);
    sim::fiber b("b", draw);
    a.join();
    b.join();
    sim::check(ticket.load() == 8, "all are drawn");
  };
  const StatesResult all = States([&body] { body(false); });
  const StatesResult few = States([&body] { body(true); });
  ExpectPass(all);
  ExpectPass(few);
  // Who drew which ticket: for each pair of counts, every order of them.
  EXPECT_GE(all.states, 70u);
  // Only how many each has drawn, and the last reads: 5 * 5 counts and a few on the way.
  EXPECT_LT(few.states, all.states / 2);
}

TEST(States, AreComeToByReplayWhereTheHeapIsUsed) {
  const auto body = [] {
    sim::atomic<int> x(0);
    std::vector<int> seen(2);
    sim::fiber a("a", [&] { seen[0] = x.fetch_add(1); });
    sim::fiber b("b", [&] { seen[1] = x.fetch_add(1); });
    a.join();
    b.join();
    sim::check(seen[0] + seen[1] == 1, "both drew");
  };
  const StatesResult result = States(body);
  ExpectPass(result);
  EXPECT_FALSE(result.saved);
}

TEST(States, AreComeToByReplayWhereFibersStartFibers) {
  const auto body = [] {
    sim::atomic<int> x(0, "x");
    sim::fiber a("a", [&] {
      x.fetch_add(1);
      sim::fiber inner("inner", [&] { x.fetch_add(2); });
      x.fetch_add(4);
    });
    x.fetch_add(8);
    a.join();
    sim::check(x.load() == 15, "all added");
  };
  ExpectPass(States(body));
}

TEST(States, AreGivenUpAfterSoMany) {
  const StatesResult cut = sim::ExploreStates(rails::Rails(1, 4, false), {.states = 100});
  EXPECT_EQ(cut.result.finding.verdict, Verdict::kPass);
  EXPECT_FALSE(cut.result.exhausted);
  EXPECT_LE(cut.states, 101u);
}

}  // namespace
