// What a state consists of: programs in which two ways come to states that differ in one part only,
// and the second way alone leads to the finding.
#include <functional>
#include <string>

#include "gtest/gtest.h"
#include "sim/sim.h"
#include "sim/states/states.h"

namespace {

using sim::Verdict;

void ExpectBroken(const std::function<void()>& body, const sim::Options& options = {}) {
  for (const bool snapshots : {false, true}) {
    const sim::StatesResult found = sim::ExploreStates(body, {.snapshots = snapshots}, options);
    EXPECT_EQ(found.result.finding.verdict, Verdict::kRuleBroken) << found.result.finding.message;
    EXPECT_EQ(found.result.confirmed, 3);
  }
}

// The first way spends the only fault before its past is forgotten, the second does not.
TEST(StateParts, AreTheFaultsSpentWhereTheyAreBounded) {
  const auto body = [] {
    sim::atomic<int> x(0, "x");
    if (sim::choose(2) == 0) {
      if (!sim::fault("early")) return;
    } else {
      x.load();
    }
    sim::local_state(0);
    x.load();
    sim::check(!sim::fault("late"), "no fault strikes late");
  };
  ExpectBroken(body, {.limits = {.max_faults = 1}});
}

// Without a bound they make no states: a fiber may fail for ever.
TEST(StateParts, AreNotTheFaultsSpentWhereTheyAreNotBounded) {
  const auto body = [] {
    sim::atomic<int> x(0, "x");
    do {
      sim::local_state(0);
    } while (sim::fault("again"));
    x.store(1);
  };
  const sim::StatesResult passed = sim::ExploreStates(body, {.states = 100});
  EXPECT_TRUE(passed.result.exhausted);
}

TEST(StateParts, AreTheValuesInAChannel) {
  const auto body = [] {
    sim::channel<int> channel(2, "channel");
    auto send = [&channel](int value) {
      channel.send(value);
      sim::local_state(0);
    };
    sim::fiber a("a", [&send] { send(1); });
    sim::fiber b("b", [&send] { send(2); });
    a.join();
    b.join();
    sim::check(channel.receive() == 1, "a is the first to send");
  };
  ExpectBroken(body);
}

// Two ways come to a channel whose count says one, after one value was received: which is in it?
TEST(StateParts, AreTheValuesInAChannelOnceTheyAreThere) {
  const auto body = [] {
    sim::channel<int> channel(1, "channel");
    sim::atomic<int> got(0, "got");
    sim::fiber a("a", [&channel] {
      channel.send(1);
      sim::local_state(0);
    });
    sim::fiber b("b", [&channel] {
      channel.send(2);
      sim::local_state(0);
    });
    channel.receive();
    sim::local_state(0);
    sim::check(channel.receive() == 2, "a is the first to send");
  };
  ExpectBroken(body);
}

// Values of any type; who sent them tells them apart.
TEST(StateParts, AreTheTextsInAChannel) {
  const auto body = [] {
    sim::channel<std::string> channel(2, "channel");
    auto send = [&channel](const char* value) {
      channel.send(value);
      sim::local_state(0);
    };
    sim::fiber a("a", [&send] { send("one"); });
    sim::fiber b("b", [&send] { send("two"); });
    a.join();
    b.join();
    sim::check(channel.receive() == "one", "a is the first to send");
  };
  ExpectBroken(body);
}

// Whoever takes the turn first starts the fiber with the lower number.
TEST(StateParts, AreWhoStartedWhichFiber) {
  const auto body = [] {
    sim::atomic<int> turn(1, "turn"), other(0, "other");
    auto take = [&turn] { turn.await_exchange([](int t) { return t == 1; }, 0); };
    sim::fiber a("a", [&] {
      take();
      sim::fiber inner("inner of a", [&] {
        turn.store(1);
        other.store(1);
      });
    });
    sim::fiber b("b", [&] {
      take();
      sim::fiber inner("inner of b", [&] {
        turn.store(1);
        sim::check(turn.load() == 1, "nobody takes the turn after b");
      });
    });
  };
  ExpectBroken(body);
}

// Its last value leads nowhere any more.
TEST(StateParts, AreNotWhatWasDestroyed) {
  const auto body = [] {
    sim::atomic<int> x(0, "x");
    sim::fiber a("a", [&x] {
      {
        sim::plain<int> mine(0);
        sim::atomic<int> too(0);
        const int which = static_cast<int>(sim::choose(3));
        mine.set(which);
        too.store(which);
      }
      sim::local_state(0);
      x.store(1);
    });
  };
  // By hand: the first state; chosen (3); written twice (3 and 3, where the last is at once all
  // forgotten: 1); the store (1).
  EXPECT_EQ(sim::ExploreStates(body).states, 9u);
}

}  // namespace
