// The example of README.md, as it stands there (readme_test compares the two).
#include "gtest/gtest.h"
#include "sim/sim.h"

namespace {

void MessagePassing(std::memory_order publish) {
  sim::plain<int> page(0, "page");
  sim::atomic<int> ready(0, "ready");
  ready.show();
  sim::fiber sender("sender", [&] {
    page.set(42);
    ready.store(1, publish);
  });
  sim::fiber receiver("receiver", [&] {
    ready.await([](int v) { return v == 1; }, std::memory_order_acquire);
    sim::check(page.get() == 42, "the receiver sees the page");
  });
}  // fibers join here, as std::jthread does

TEST(MessagePassing, ReleaseMakesThePageVisible) {
  EXPECT_TRUE(sim::Explore([] { MessagePassing(std::memory_order_release); },
                           sim::RandomWalk({.seed = 1, .executions = 10'000}))
                  .ok());
}

TEST(MessagePassing, RelaxedIsADataRace) {
  const sim::Result r =
      sim::Explore([] { MessagePassing(std::memory_order_relaxed); }, sim::RandomWalk({.seed = 1}));
  EXPECT_EQ(r.verdict(), sim::Verdict::kDataRace);
}

}  // namespace
