// The exhaustive explorer on growing families of programs (tests/explore/families), in CPU time.
//
// Compared with GenMC 0.11 under RC11 on the same programs, on a quiet machine with two cores,
// start-up not counted, in executions per CPU second: sb(16) 141 k, ainc(8) 37 k, readers(16)
// 103 k, fib(5) 26 k, fib(6) 32 k, lastzero(12) 25 k, mpn(10) 110 k, writers(9) 323 k, rail0(7)
// 12 k, rail1(4) 25 k. They are figures of that machine; take them as a measure, not as a race in
// the same run.
//
// Each program is searched without await classes, as GenMC does: from the beginning, and
// (".../snapshots") going on from snapshots (sim/explore/exhaustive_config.h), for which the
// programs are fit; the rails also with await classes.
//
// Counters: `executions` of one search; `executions_per_s` and `events_per_s`; and, where GenMC has
// a figure, `times_genmc`: its time for the whole search over ours, so that a search that needs
// fewer executions gains by them.
#include <cstdint>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "benchmark/benchmark.h"
#include "model/traffic.h"
#include "sim/sim.h"
#include "tests/explore/families.h"

namespace {

using benchmark::Counter;

struct Genmc {
  int n = 0;
  double executions = 0;
  double per_second = 0;
};

struct Family {
  const char* name;
  std::function<void()> (*program)(int);
  std::vector<int> sizes;
  std::vector<Genmc> genmc;
  std::vector<int> with_classes = {};
};

// The direct rail of the model, which polls ready, for transfers of one byte, while a job may fail.
std::function<void()> ModelRail(int runs) {
  return [runs] {
    const model::Load load = {.transfers = {{0, 0, 1}}, .runs = static_cast<std::uint64_t>(runs)};
    model::RunPlan({.there = load, .failures = 1, .failure_waits = false, .polls = true});
  };
}

const Family kFamilies[] = {
    {"sb", &families::Sb, {8, 12, 16}, {{16, 65'536, 141e3}}},
    {"ainc", &families::Ainc, {6, 7, 8}, {{8, 40'320, 37e3}}},
    {"readers", &families::Readers, {8, 12, 16}, {{16, 65'536, 103e3}}},
    {"fib", &families::Fib, {4, 5, 6}, {{5, 19'404, 26e3}, {6, 226'512, 32e3}}},
    {"lastzero", &families::Lastzero, {8, 10, 12}, {{12, 15'360, 25e3}}},
    {"mpn", &families::Mpn, {6, 8, 10}, {{10, 59'049, 110e3}}},
    {"writers", &families::Writers, {7, 8, 9}, {{9, 362'880, 323e3}}},
    {"rail0", &families::Rail0, {5, 6, 7, 8}, {{7, 78'540, 12e3}}, {7, 200}},
    {"rail1", &families::Rail1, {3, 4, 5, 6}, {{4, 5'287, 25e3}}, {6, 50, 200, 1000}},
    {"model_rail", &ModelRail, {}, {}, {2, 4, 6}},
};

// The time GenMC takes for the program; 0: not measured.
double GenmcSeconds(const Family& family, int n) {
  for (const Genmc& genmc : family.genmc) {
    if (genmc.n == n) return genmc.executions / genmc.per_second;
  }
  return 0;
}

void Search(benchmark::State& state, const Family& family, int n,
            const sim::Exhaustive::Config& config) {
  const std::function<void()> program = family.program(n);
  std::uint64_t executions = 0;
  std::uint64_t events = 0;
  const std::clock_t start = std::clock();
  for (auto _ : state) {
    const sim::Result result = sim::Explore(program, sim::Exhaustive(config));
    if (!result.ok() || !result.exhausted) state.SkipWithError("the search did not pass");
    executions += result.executions;
    events += result.events;
  }
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  state.counters["executions"] = Counter(static_cast<double>(executions), Counter::kAvgIterations);
  state.counters["executions_per_s"] = Counter(static_cast<double>(executions), Counter::kIsRate);
  state.counters["events_per_s"] = Counter(static_cast<double>(events), Counter::kIsRate);
  const double genmc = GenmcSeconds(family, n);
  if (genmc > 0) {
    state.counters["times_genmc"] = genmc * static_cast<double>(state.iterations()) / seconds;
  }
}

void Register(const Family& family, int n, const char* how, const sim::Exhaustive::Config& config) {
  const std::string name = std::string(family.name) + "/" + std::to_string(n) + how;
  benchmark::RegisterBenchmark(name.c_str(), [&family, n, config](benchmark::State& state) {
    Search(state, family, n, config);
  })->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv) {
  const sim::Exhaustive::Config full{.reduction = sim::Reduction::kNone};
  const sim::Exhaustive::Config snapshots{.reduction = sim::Reduction::kNone, .snapshots = true};
  for (const Family& family : kFamilies) {
    for (const int n : family.sizes) {
      Register(family, n, "", full);
      Register(family, n, "/snapshots", snapshots);
    }
    for (const int n : family.with_classes) Register(family, n, "/classes", {});
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
