// Litmus files of tests/litmus, each run exhaustively as `railyard litmus` does, in CPU time.
//
// Counters: `executions` of one run; `files_per_s`, what a folder of such files costs;
// `executions_per_s`.
#include <cstdint>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include "absl/status/statusor.h"
#include "benchmark/benchmark.h"
#include "scenarios/litmus/parser.h"
#include "scenarios/litmus/run.h"
#include "sim/sim.h"

namespace {

using benchmark::Counter;

// From few executions to many, without seq_cst (which costs the psc axiom) and with it.
const char* const kFiles[] = {
    "named/MP+rel+acq",    // 3 executions
    "named/SB+sc",         // 3
    "named/SB+fences-sc",  // 3
    "named/WRC+fence-sc",  // 7
    "named/IRIW+rlx",      // 16
    "named/IRIW+sc",       // 15
    "named/CoRR+2w+2r",    // 72
    "more/rand0149",       // 96
    "more/rand0179",       // 180
};

void Litmus(benchmark::State& state, const std::string& name) {
  std::stringstream text;
  text << std::ifstream("tests/litmus/" + name + ".litmus").rdbuf();
  const absl::StatusOr<litmus::Test> test = litmus::ParseLitmus(text.str(), name);
  if (!test.ok()) {
    state.SkipWithError("the file can't be read");
    return;
  }
  std::uint64_t executions = 0;
  for (auto _ : state) {
    const litmus::Outcome outcome =
        litmus::RunLitmus(*test, {.explorer = [] { return std::make_unique<sim::Exhaustive>(); }});
    if (!outcome.exhausted || !outcome.problem.empty()) state.SkipWithError("the run was cut");
    executions += outcome.executions;
  }
  state.counters["executions"] = Counter(static_cast<double>(executions), Counter::kAvgIterations);
  state.counters["executions_per_s"] = Counter(static_cast<double>(executions), Counter::kIsRate);
  state.counters["files_per_s"] =
      Counter(static_cast<double>(state.iterations()), Counter::kIsRate);
}

}  // namespace

int main(int argc, char** argv) {
  for (const std::string name : kFiles) {
    benchmark::RegisterBenchmark(name.c_str(), [name](benchmark::State& state) {
      Litmus(state, name);
    })->Unit(benchmark::kMicrosecond);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
