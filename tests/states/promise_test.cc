// What a fiber forgets must not matter: wrong promises are found, right ones are left alone.
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sim/sim.h"
#include "sim/states/states.h"

namespace {

using sim::StatesResult;
using sim::Verdict;
using testing::HasSubstr;
using Body = std::function<void()>;

constexpr std::uint32_t kDefault = 100;  // as the command line has it

StatesResult Search(const Body& body, bool snapshots = false, std::uint32_t every = kDefault) {
  return sim::ExploreStates(body, {.snapshots = snapshots}, {.selfcheck_every = every});
}

void ExpectFound(const Body& body, const std::string& rule, const std::string& message) {
  for (const bool snapshots : {false, true}) {
    const StatesResult found = Search(body, snapshots);
    EXPECT_EQ(found.result.finding.verdict, Verdict::kMisuse);
    EXPECT_EQ(found.result.finding.rule, rule);
    EXPECT_THAT(found.result.finding.message, HasSubstr(message));
    EXPECT_FALSE(found.result.exhausted);
    EXPECT_EQ(found.result.findings, 1u);
    // The way replays; it breaks no rule of the program.
    const sim::Result replayed = sim::ReplayTape(
        body, found.result.tape, {.memory = sim::Memory::kSc, .points = sim::Points::kEverywhere});
    EXPECT_EQ(replayed.finding.verdict, Verdict::kPass);
  }
}

// Each draws `turns` tickets; at the end it matters whether the sum is odd.
Body Tickets(int turns, bool named) {
  return [turns, named] {
    sim::atomic<int> ticket(0, "ticket"), other(0, "other");
    auto draw = [&ticket, &other, turns, named] {
      bool odd = false;
      for (int i = 0; i < turns; ++i) {
        named ? sim::local_state(i, odd) : sim::local_state(i);
        odd ^= ticket.fetch_add(1) % 2 != 0;
      }
      odd ? other.store(1) : static_cast<void>(other.load());
    };
    sim::fiber a("a", draw);
    sim::fiber b("b", draw);
  };
}

TEST(Promise, ThatLeavesAVariableOutIsFoundAtTheDefaultShare) {
  ExpectFound(Tickets(2, false), "local_state names all that matters",
              "leaves out something that ");
}

TEST(Promise, IsFoundToBeWrongSeveralTurnsBeforeItMatters) {
  ExpectFound(Tickets(8, false), "local_state names all that matters", " steps later after ");
}

TEST(Promise, ThatNamesAllIsKept) {
  for (const bool snapshots : {false, true}) {
    const StatesResult kept = Search(Tickets(4, true), snapshots);
    EXPECT_EQ(kept.result.finding.verdict, Verdict::kPass) << kept.result.finding.message;
    EXPECT_TRUE(kept.result.exhausted);
    EXPECT_GT(kept.tested, 10u);
    EXPECT_EQ(kept.states, Search(Tickets(4, true), snapshots, 0).states);
  }
}

TEST(Promise, IsToldByItsPlaceAndByBothWays) {
  int line = 0;
  const auto body = [&line] {
    sim::atomic<int> x(0, "x");
    const std::uint32_t way = sim::choose(2);
    line = __LINE__ + 1;
    sim::local_state(0);
    x.load();
    x.store(static_cast<int>(way));
  };
  const sim::Finding found = Search(body).result.finding;
  const std::string here = std::string(__FILE__) + ":";
  const std::string local = here + std::to_string(line), store = here + std::to_string(line + 2);
  EXPECT_EQ(found.where, local);
  EXPECT_EQ(found.message,
            "sim::local_state at " + local +
                " leaves out something that main still needs: two ways come to one state, but a "
                "step later after the first main writes x (" +
                store + ") with operand 0, after the second main writes x (" + store +
                ") with operand 1 (the first: main; the second: main with option 1)");
}

// A finding that only the second way comes to.
TEST(Promise, IsFoundToBeWrongWhereOnlyOneWayBreaksARule) {
  const auto body = [] {
    sim::atomic<int> x(0, "x");
    const std::uint32_t way = sim::choose(2);
    sim::local_state(0);
    x.load();
    sim::check(way == 0, "the first way is taken");
  };
  ExpectFound(
      [&] {
        sim::atomic<int> x(0, "x");
        const std::uint32_t way = sim::choose(2);
        sim::local_state(0);
        x.load();
        if (way == 1) x.load();
      },
      "local_state names all that matters", "after the first main has ended");
  EXPECT_THAT(Search(body).result.finding.message,
              HasSubstr("after the second there is a rule broken (the first way is taken)"));
}

TEST(Promise, OfALoopThatPollsIsToOnlyLook) {
  const auto body = [] {
    sim::atomic<int> x(0, "x"), y(0, "y");
    sim::fiber a("a", [&] {
      int tries = 0;
      for (; x.load() < 2; sim::yield()) ++tries;
      y.store(tries);
    });
    for (const int value : {1, 0, 2}) x.store(value);
  };
  ExpectFound(body, "a loop that polls only looks", "the loop that yields at ");
}

TEST(Promise, IsBrokenByWhatIsSharedBesides) {
  const auto body = [] {
    sim::atomic<int> x(0, "x");
    int shared = 0;
    auto run = [&x, &shared](int me) {
      x.load();
      shared = me;
      sim::local_state(0);
      x.load();
      if (shared == 1) x.store(3);
    };
    sim::fiber a("a", [&run] { run(1); });
    sim::fiber b("b", [&run] { run(2); });
  };
  ExpectFound(body, "local_state names all that matters", "leaves out something");
}

TEST(Promise, IsNotTestedWhereNobodyAsks) {
  EXPECT_EQ(Search(Tickets(2, false), false, 0).tested, 0u);
}

// Locks, doorbells, channels, faults, timed waits and polls, with all that matters named.
TEST(Promise, IsKeptByLoopsOfAllKinds) {
  const auto body = [] {
    sim::mutex lock("lock");
    sim::doorbell bell("bell");
    sim::channel<int> channel(1, "channel");
    sim::atomic<int> flag(0, "flag");
    sim::plain<int> sum(0, "sum");
    sim::fiber sender("sender", [&] {
      for (int i = 0; i < 2; ++i) {
        sim::local_state(i);
        if (!sim::fault("lost")) channel.send(i);
        const std::lock_guard<sim::mutex> hold(lock);
        sum.set(sum.get() + i);
      }
      channel.close();
      flag.store(1);
      bell.ring();
    });
    sim::fiber receiver("receiver", [&] {
      for (int all = 0;;) {
        sim::local_state(all);
        const std::optional<int> got = channel.receive();
        if (!got.has_value()) break;
        all += *got;
        const std::lock_guard<sim::mutex> hold(lock);
        sum.set(sum.get() + *got);
      }
    });
    sim::fiber poller("poller", [&] {
      while (flag.load() == 0) sim::yield();
      bell.wait_timed();
    });
  };
  const StatesResult kept = Search(body, false, 1);
  EXPECT_EQ(kept.result.finding.verdict, Verdict::kPass) << kept.result.finding.message;
  EXPECT_TRUE(kept.result.exhausted);
  EXPECT_GT(kept.tested, 100u);
}

}  // namespace
