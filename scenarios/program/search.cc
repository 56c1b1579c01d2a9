#include "scenarios/program/search.h"

#include <algorithm>
#include <cmath>

#include "sim/sim.h"

namespace scenarios {
namespace {

std::uint64_t Reached(const std::vector<sim::Marks::Mark>& marks) {
  return static_cast<std::uint64_t>(std::count_if(
      marks.begin(), marks.end(), [](const sim::Marks::Mark& m) { return m.executions > 0; }));
}

}  // namespace

Search SearchOf(const Arguments& arguments, const Seed& seed, std::uint64_t executions) {
  constexpr double kSelfcheck = 0.01;
  const double part = arguments.Fraction("--selfcheck").value_or(kSelfcheck);
  constexpr double kRarest = 1e-9;
  return {
      .explorer = "random",
      .seed = seed.value,
      .executions = arguments.Number("--executions").value_or(executions),
      .depth = static_cast<int>(arguments.Number("--depth").value_or(3)),
      .keep_going = arguments.Has("--keep-going"),
      .selfcheck_every = part < kRarest ? 0 : static_cast<std::uint32_t>(std::lround(1 / part))};
}

sim::Result Run(const Search& search, const Case& subject, Progress& progress) {
  sim::Options options = subject.Options();
  options.keep_going = search.keep_going;
  options.selfcheck_every = search.selfcheck_every;
  options.watchdog_seconds = 60;
  options.observe = [&progress](const sim::Execution&) { return progress.Executed(); };
  const auto body = [&progress, run = subject.Body(), n = std::uint64_t{0}]() mutable {
    constexpr std::uint64_t kLookEach = 256;
    if (n++ % kLookEach == 0) {
      progress.Reached(Reached(sim::Execution::Require("railyard").marks().all()));
    }
    run();
  };
  if (search.explorer == "pct") {
    return sim::Explore(
        body,
        sim::Pct({.seed = search.seed, .executions = search.executions, .depth = search.depth}),
        options);
  }
  if (search.explorer == "exhaustive") {
    return sim::Explore(body, sim::Exhaustive({.executions = search.executions}), options);
  }
  if (search.explorer == "enumerate") {
    return sim::Explore(body, sim::Enumerate({.executions = search.executions}), options);
  }
  return sim::Explore(body, sim::RandomWalk({.seed = search.seed, .executions = search.executions}),
                      options);
}

}  // namespace scenarios
