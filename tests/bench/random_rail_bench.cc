// Random walk on the three-fiber rail with four counts, races looked for and every choice recorded.
#include "benchmark/benchmark.h"
#include "sim/sim.h"
#include "tests/bench/rail.h"
#include "tests/bench/relacy_rail.h"

namespace {

constexpr std::int64_t kCounts = 4;

struct Count {
  sim::atomic<std::int64_t> value{0};
  void await_at_least(std::int64_t c) {
    value.await([c](std::int64_t v) { return v >= c; }, std::memory_order_acquire);
  }
  void publish(std::int64_t c) { value.store(c, std::memory_order_release); }
};

struct Page {
  sim::plain<std::int64_t> value{0};
  std::int64_t get() const { return value.get(); }
  void set(std::int64_t v) { value.set(v); }
};

void Program() {
  bench::Rail<Count, Page> rail;
  sim::fiber sender("sender", [&] { rail.Sender(kCounts); });
  sim::fiber carrier("rail", [&] { rail.Carry(kCounts); });
  sim::fiber receiver(
      "receiver", [&] { sim::check(rail.Receiver(kCounts), "the receiver sees what was sent"); });
}

template <class Walk>
void Run(benchmark::State& state) {
  const auto executions = static_cast<std::uint64_t>(state.range(0));
  std::uint64_t events = 0;
  std::uint64_t seed = 0;
  for (auto _ : state) {
    const sim::Result r = sim::Explore(Program, Walk({.seed = ++seed, .executions = executions}));
    if (!r.ok()) state.SkipWithError("the clean rail failed");
    events += r.events;
  }
  state.counters["executions"] = benchmark::Counter(
      static_cast<double>(executions * state.iterations()), benchmark::Counter::kIsRate);
  state.counters["events"] =
      benchmark::Counter(static_cast<double>(events), benchmark::Counter::kIsRate);
}
void RandomWalk(benchmark::State& state) { Run<sim::RandomWalk>(state); }
void Pct(benchmark::State& state) { Run<sim::Pct>(state); }
BENCHMARK(RandomWalk)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK(Pct)->Arg(100'000)->Unit(benchmark::kMillisecond);

// The same program under relacy, for comparison in one run.
void Relacy(benchmark::State& state) {
  const auto executions = static_cast<std::uint64_t>(state.range(0));
  for (auto _ : state) {
    if (!bench::RunRelacy(executions)) state.SkipWithError("relacy found something");
  }
  state.counters["executions"] = benchmark::Counter(
      static_cast<double>(executions * state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(Relacy)->Arg(100'000)->Unit(benchmark::kMillisecond);

// The floor: two switches, and starting a fiber on a kept stack.
void SwitchThereAndBack(benchmark::State& state) {
  struct Echo {
    sim::FiberPool pool{1, 64 * 1024, &Main, this};
    bool stop = false;
    static int Main(void* self, int) {
      auto* echo = static_cast<Echo*>(self);
      while (!echo->stop) echo->pool.Switch(sim::FiberPool::kRoot);
      return sim::FiberPool::kRoot;
    }
  } echo;
  for (auto _ : state) echo.pool.Switch(0);
  echo.stop = true;
  echo.pool.Switch(0);
}
BENCHMARK(SwitchThereAndBack);

}  // namespace
