// Full keys as the judge of digests: both come to the same states, so digests lose nothing.
#include <cstdint>
#include <functional>
#include <string>

#include "gtest/gtest.h"
#include "sim/sim.h"
#include "sim/states/states.h"
#include "tests/explore/random_program.h"
#include "tests/states/rails.h"

namespace {

using sim::StatesResult;
using Body = std::function<void()>;

StatesResult ExpectSame(const Body& body, bool snapshots, const std::string& what,
                        const sim::Options& options = {}) {
  const auto all = sim::Expand::kAll;
  const StatesResult digests =
      sim::ExploreStates(body, {.snapshots = snapshots, .expand = all}, options);
  const StatesResult exact =
      sim::ExploreStates(body, {.snapshots = snapshots, .expand = all, .exact = true}, options);
  EXPECT_EQ(exact.states, digests.states) << what;
  EXPECT_EQ(exact.steps, digests.steps) << what;
  EXPECT_EQ(exact.tested, digests.tested) << what;
  EXPECT_EQ(exact.result.exhausted, digests.result.exhausted) << what;
  EXPECT_EQ(exact.result.finding.verdict, digests.result.finding.verdict) << what;
  EXPECT_EQ(exact.result.finding.message, digests.result.finding.message) << what;
  EXPECT_EQ(exact.collision, 0) << what;
  EXPECT_GT(exact.key_bytes, 0u) << what;
  EXPECT_EQ(digests.key_bytes, 0u) << what;
  return exact;
}

TEST(ExactStates, AreAsManyAsDigestsOnTheRails) {
  EXPECT_EQ(ExpectSame(rails::Rails(1, 4, false), true, "").states, 248u);
  EXPECT_EQ(ExpectSame(rails::Rails(1, 4, true), false, "").states, 3493u);
  EXPECT_EQ(ExpectSame(rails::Rails(2, 4, false), true, "").states, 61504u);
}

TEST(ExactStates, AreAsManyAsDigestsOnRandomPrograms) {
  for (const random_program::Dialect& dialect : random_program::Dialects()) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      const random_program::Program program = random_program::Make(dialect, seed);
      ExpectSame([&] { random_program::Run(program, dialect); }, seed % 2 == 0,
                 std::string(dialect.name) + " " + std::to_string(seed));
    }
  }
}

// Pasts that are given up, bytes, channels of words and of texts, faults, fibers that start fibers.
TEST(ExactStates, AreAsManyAsDigestsOfEveryPart) {
  const auto body = [] {
    sim::channel<int> words(2, "words");
    sim::channel<std::string> texts(2, "texts");
    sim::bytes area(11, "area");
    sim::mutex lock("lock");
    auto send = [&](int value) {
      for (int i = 0; i < 2; ++i) {
        sim::local_state(value, i);
        if (sim::fault("lost")) continue;
        i == 0 ? words.send(value) : texts.send(std::to_string(value));
        lock.lock();
        area.write(static_cast<std::size_t>(3 * value), &value, sizeof value);
        lock.unlock();
      }
    };
    sim::fiber a("a", [&] {
      sim::fiber inner("inner", [&] { send(1); });
      send(2);
    });
    sim::fiber b("b", [&] {
      sim::fiber inner("inner", [&lock] {
        lock.lock();
        lock.unlock();
      });
    });
  };
  const StatesResult all = ExpectSame(body, false, "", {.selfcheck_every = 1});
  EXPECT_TRUE(all.result.exhausted) << all.result.finding.message;
  EXPECT_GT(all.tested, 0u);
  ExpectSame(body, false, "", {.limits = {.max_faults = 1}});
}

// A loop that goes round for ever among few states.
TEST(ExactStates, TellTheSameLivelock) {
  const auto body = [] {
    sim::atomic<int> stop(0, "stop");
    sim::fiber sleeper("sleeper", [&] {
      for (;;) {
        sim::local_state(0);
        if (stop.load() == 2) return;
        stop.exchange(0);
      }
    });
    stop.store(1);
  };
  const StatesResult found = ExpectSame(body, false, "", {.limits = {.max_events = 100}});
  EXPECT_EQ(found.result.finding.verdict, sim::Verdict::kLivelock);
}

}  // namespace
