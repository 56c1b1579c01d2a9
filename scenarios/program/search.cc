#include "scenarios/program/search.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "sim/sim.h"

namespace scenarios {
namespace {

std::uint64_t Reached(const std::vector<sim::Marks::Mark>& marks) {
  return static_cast<std::uint64_t>(std::count_if(
      marks.begin(), marks.end(), [](const sim::Marks::Mark& m) { return m.executions > 0; }));
}

// Whether the execution shows that some others were left out because they have more than `most`
// faults. Those that keep graphs ask for each fault, also once there were enough; where questions
// are put, none is then, and it may have been left out.
bool LeavesOutFaults(const sim::Execution& execution, bool graphs, std::uint32_t most) {
  std::uint32_t struck = 0;
  if (graphs) {
    const sim::Graph& graph = execution.graph();
    for (sim::EventId id = 0; id < graph.size(); ++id) {
      const sim::Event& e = graph.event(id);
      if (e.kind != sim::EventKind::kChoice || e.request != 1) continue;
      if (e.value == 0 && struck >= most) return true;
      struck += e.value == 1;
    }
    return false;
  }
  for (const sim::Choice& c : execution.tape()) {
    struck += c.kind == sim::ChoiceKind::kFault && c.pick == 1;
  }
  return struck >= most;
}

// What the search saw on its way.
struct Seen {
  bool limit = false;  // an execution was cut
  bool left_faults = false;
};

// `preemptions`: "at most 2 preemptions", if a switch was left out.
std::string Covered(const Seen& seen, const std::string& preemptions, const Case& subject) {
  std::string faults;
  if (seen.left_faults) {
    faults =
        " up to " + std::to_string(*subject.faults) + (*subject.faults == 1 ? " fault" : " faults");
  }
  if (preemptions.empty()) return "exhaustive" + faults;
  return "every interleaving with " + preemptions + (faults.empty() ? "" : "," + faults);
}

sim::Result RunSampling(const Search& search, const std::function<void()>& body,
                        const sim::Options& options) {
  if (search.explorer == "pct") {
    return sim::Explore(
        body,
        sim::Pct({.seed = search.seed, .executions = search.executions, .depth = search.depth}),
        options);
  }
  return sim::Explore(body, sim::RandomWalk({.seed = search.seed, .executions = search.executions}),
                      options);
}

}  // namespace

bool VisitsAll(const std::string& explorer) {
  return explorer == "exhaustive" || explorer == "enumerate";
}

Search SearchOf(const Arguments& arguments, const Seed& seed, std::uint64_t executions) {
  constexpr double kSelfcheck = 0.01;
  const double part = arguments.Fraction("--selfcheck").value_or(kSelfcheck);
  constexpr double kRarest = 1e-9;
  return {
      .explorer = "random",
      .seed = seed.value,
      .executions = arguments.Number("--executions").value_or(executions),
      .depth = static_cast<int>(arguments.Number("--depth").value_or(3)),
      .reduction = arguments.Text("--reduction") == "none" ? sim::Reduction::kNone
                                                           : sim::Reduction::kClasses,
      .preemptions = arguments.Number("--preemptions"),
      .jobs = static_cast<int>(arguments.Number("--jobs").value_or(1)),
      .keep_going = arguments.Has("--keep-going"),
      .selfcheck_every = part < kRarest ? 0 : static_cast<std::uint32_t>(std::lround(1 / part))};
}

Searched Run(const Search& search, const Case& subject, Progress& progress) {
  const bool graphs = search.explorer == "exhaustive";
  Seen seen;
  sim::Options options = subject.Options();
  options.keep_going = search.keep_going;
  options.selfcheck_every = search.selfcheck_every;
  options.watchdog_seconds = 60;
  options.restart = [&seen] { seen = {}; };
  options.observe = [&](const sim::Execution& execution) {
    seen.limit = seen.limit || execution.finding().verdict == sim::Verdict::kLimit;
    seen.left_faults = seen.left_faults || (subject.faults && VisitsAll(search.explorer) &&
                                            LeavesOutFaults(execution, graphs, *subject.faults));
    return progress.Executed();
  };
  const auto body = [&progress, run = subject.Body(), n = std::uint64_t{0}]() mutable {
    constexpr std::uint64_t kLookEach = 256;
    if (n++ % kLookEach == 0) {
      progress.Reached(Reached(sim::Execution::Require("railyard").marks().all()));
    }
    run();
  };
  bool finished = false;
  std::string preemptions;
  sim::Result result;
  if (graphs) {
    const sim::Exhaustive::Config config{.executions = search.executions,
                                         .reduction = search.reduction};
    // Each worker has a body of its own; marks are told when all is done.
    result = search.jobs > 1 ? sim::ExploreInParallel(subject.Body(), config, options, search.jobs)
                             : sim::Explore(body, sim::Exhaustive(config), options);
    finished = result.exhausted;
  } else if (search.explorer == "enumerate") {
    // Switches are counted where questions are put.
    if (search.preemptions) options.points = sim::Points::kEverywhere;
    sim::Enumerate enumerate(
        {.executions = search.executions,
         .preemptions = search.preemptions.value_or(sim::Enumerate::kAnyNumber)});
    result = sim::Explore(body, enumerate, options);
    finished = enumerate.finished();
    preemptions = std::exchange(result.remark, "");
  } else {
    result = RunSampling(search, body, options);
  }
  result.exhausted = result.exhausted && !seen.limit && !seen.left_faults;
  std::string covered = finished && !seen.limit ? Covered(seen, preemptions, subject) : "";
  return {std::move(result), VisitsAll(search.explorer), std::move(covered)};
}

}  // namespace scenarios
