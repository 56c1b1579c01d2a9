// The states explorer on the rails of tests/states, undoing steps by what was saved and by running
// the program again.
//
// Spin stands beside it in spin_bench.cc. For three rails with n = 3 (3,796,416 states), on a quiet
// machine, TLC took 78 s on two cores and 2.6 GiB; a throw-away search over fibers 2.8 to 3.1 s and
// 69 MiB.
//
// Counters: `states`, and `steps_per_s`, steps taken from all states together.
#include <cstdint>
#include <string>

#include "benchmark/benchmark.h"
#include "sim/sim.h"
#include "tests/states/rails.h"

namespace {

using benchmark::Counter;

void Search(benchmark::State& state, int rails, int n, bool failure, bool snapshots) {
  const auto body = rails::Rails(rails, n, failure);
  std::uint64_t states = 0;
  std::uint64_t steps = 0;
  for (auto _ : state) {
    const sim::StatesResult all = sim::ExploreStates(body, {.snapshots = snapshots});
    if (!all.result.exhausted) state.SkipWithError("the search did not pass");
    states += all.states;
    steps += all.steps;
  }
  state.counters["states"] = Counter(static_cast<double>(states), Counter::kAvgIterations);
  state.counters["steps_per_s"] = Counter(static_cast<double>(steps), Counter::kIsRate);
}

void Register(int rails, int n, bool failure, bool snapshots) {
  const std::string name = std::to_string(rails) + "_rails/" + std::to_string(n) +
                           (failure ? "/failure" : "") + (snapshots ? "/saved" : "/replayed");
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    Search(state, rails, n, failure, snapshots);
  })->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv) {
  for (const bool snapshots : {true, false}) {
    Register(1, 64, false, snapshots);
    Register(1, 4, true, snapshots);
    Register(1, 64, true, snapshots);
    Register(2, 4, false, snapshots);
  }
  Register(3, 3, false, true);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
