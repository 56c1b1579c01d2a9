#include "scenarios/program/search.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <utility>
#include <variant>

#include "scenarios/program/forecast.h"
#include "sim/explore/position.h"
#include "sim/sim.h"

namespace scenarios {
namespace {

// Of those that are expected, which come first.
std::uint64_t Reached(const std::vector<sim::Marks::Mark>& marks, std::size_t expected) {
  const auto end = marks.begin() + static_cast<std::ptrdiff_t>(std::min(expected, marks.size()));
  return static_cast<std::uint64_t>(std::count_if(
      marks.begin(), end, [](const sim::Marks::Mark& m) { return m.executions > 0; }));
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

std::string PartText(const sim::Result& result) {
  const std::string rest = result.before > 0 ? "the rest" : "";
  if (result.shards == 1) return rest;
  const std::string shard = ShardText({result.shard, result.shards});
  return rest.empty() ? shard : rest + " of " + shard;
}

// `preemptions`: "at most 2 preemptions", if a switch was left out.
Searched Conclude(const Case& subject, sim::Result result, bool finished, const LeftOut& left_out,
                  const std::string& preemptions = "") {
  Searched searched{.visits_all = true, .finished = finished, .left_out = left_out};
  const bool part = IsPart(result);
  if (finished && !left_out.limit) {
    std::string faults;
    if (left_out.faults) {
      faults = " up to " + std::to_string(*subject.faults) +
               (*subject.faults == 1 ? " fault" : " faults");
    }
    if (part) {
      searched.covered = "all of " + PartText(result) + faults;
    } else if (preemptions.empty()) {
      searched.covered = "exhaustive" + faults;
    } else {
      searched.covered =
          "every interleaving with " + preemptions + (faults.empty() ? "" : "," + faults);
    }
  }
  result.exhausted = result.exhausted && !left_out.limit && !left_out.faults && !part;
  searched.result = std::move(result);
  return searched;
}

// The search counts those before its position too.
std::uint64_t MostExecutions(const Search& search) {
  const auto parsed = sim::ParsePosition(search.resume);
  const auto* from = std::get_if<sim::SearchState>(&parsed);
  const std::uint64_t before = from == nullptr ? 0 : from->executions;
  return search.executions > UINT64_MAX - before ? UINT64_MAX : search.executions + before;
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

// What steps were left out, if any.
std::string ReductionText(const sim::StatesResult& states) {
  switch (states.expand) {
    case sim::Expand::kAll:
      break;
    case sim::Expand::kOneOrder:
      return ", one order of steps that commute";
    case sim::Expand::kPersistent:
      return ", persistent sets";
  }
  const bool why = states.why_not_reduced != nullptr;
  return why ? std::string(", every step: ") + states.why_not_reduced : "";
}

// How states were told apart.
std::string KeysText(const Search& search, const sim::StatesResult& all) {
  if (search.exact) return "keys are exact: " + std::to_string(all.key_bytes) + " bytes";
  char collision[32];
  std::snprintf(collision, sizeof collision, "%.0e", all.collision);
  return "two of them taken for one: chance " + std::string(collision);
}

sim::StatesResult RunStates(const Search& search, Progress& progress,
                            const std::function<void()>& body, const sim::Options& options) {
  sim::StatesConfig config{.states = search.executions,
                           .jobs = search.jobs,
                           .exact = search.exact,
                           .order = search.order,
                           .visited = [&](std::uint64_t states) { progress.Visited(states); },
                           .resume = search.going_on,
                           .shard = search.shard};
  if (search.every_step) config.expand = sim::Expand::kAll;
  return sim::ExploreStates(body, config, options);
}

}  // namespace

bool VisitsAll(const std::string& explorer) {
  return explorer == "exhaustive" || explorer == "states" || explorer == "enumerate";
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
      .every_step = arguments.Text("--reduction") == "none",
      .preemptions = arguments.Number("--preemptions"),
      .jobs = static_cast<int>(arguments.Number("--jobs").value_or(1)),
      .shard = arguments.Shard("--shard").value_or(sim::Shard{}),
      .exact = arguments.Text("--states") == "exact",
      .order = arguments.Text("--order") == "breadth" ? sim::SearchOrder::kBreadth
                                                      : sim::SearchOrder::kDepth,
      .keep_going = arguments.Has("--keep-going"),
      .selfcheck_every = part < kRarest ? 0 : static_cast<std::uint32_t>(std::lround(1 / part))};
}

std::string ShardText(const sim::Shard& shard) {
  return "shard " + std::to_string(shard.index + 1) + " of " + std::to_string(shard.count);
}

Searched SearchedGraphs(const Case& subject, sim::Result result, const LeftOut& left_out) {
  const bool finished = result.exhausted;
  // It is about what was covered, and depends on how far a search or its shards came.
  if (result.stopped) result.remark.clear();
  return Conclude(subject, std::move(result), finished, left_out);
}

Searched SearchedStates(const Search& search, const Case& subject, sim::StatesResult all) {
  all.result.remark = std::to_string(all.states) + " states and " + std::to_string(all.steps) +
                      " steps under sc (" + KeysText(search, all) + ")" + ReductionText(all);
  if (all.result.findings > 0) {
    all.result.remark += ", the way to the finding has " + std::to_string(all.way) + " steps" +
                         (search.order == sim::SearchOrder::kBreadth ? " (none is shorter)" : "");
  }
  if (all.tested > 0) {
    all.result.remark += ", " + std::to_string(all.tested) + " pairs of ways to one state compared";
  }
  const bool finished = all.result.exhausted;
  Searched searched =
      Conclude(subject, std::move(all.result), finished, {.faults = all.left_out_faults});
  searched.states = all.states;
  searched.way = all.way;
  searched.position = std::move(all.position);
  return searched;
}

Searched Run(const Search& search, const Case& subject, Progress& progress) {
  const bool graphs = search.explorer == "exhaustive";
  LeftOut left_out;
  bool again = false;
  Progress::Ask forecast;
  sim::Options options = subject.Options();
  options.keep_going = search.keep_going;
  options.selfcheck_every = search.selfcheck_every;
  options.watchdog_seconds = 60;
  options.restart = [&left_out, &again] {
    left_out = {};
    again = true;
  };
  options.observe = [&](const sim::Execution& execution) {
    left_out.limit = left_out.limit || execution.finding().verdict == sim::Verdict::kLimit;
    left_out.faults = left_out.faults || (subject.faults && VisitsAll(search.explorer) &&
                                          LeavesOutFaults(execution, graphs, *subject.faults));
    return progress.Executed(forecast);
  };
  options.go_on = [&] { return progress.GoOn(forecast); };
  const auto body = [&progress, &subject, run = subject.Body(), n = std::uint64_t{0}]() mutable {
    constexpr std::uint64_t kLookEach = 256;
    if (n++ % kLookEach == 0) {
      progress.Reached(Reached(sim::Execution::Require("railyard").marks().all(),
                               subject.scenario->marks.size()));
    }
    run();
  };
  if (graphs) {
    const sim::Exhaustive::Config config{.executions = MostExecutions(search),
                                         .reduction = search.reduction,
                                         .resume = search.resume,
                                         .shard = search.shard};
    const std::function<void()> silent = subject.Body();
    if (search.jobs > 1) {
      // Each worker has a body of its own; marks are told when all is done.
      forecast = ForecastOfThreads(config, again, silent, options);
      return SearchedGraphs(subject, sim::ExploreInParallel(silent, config, options, search.jobs),
                            left_out);
    }
    sim::Exhaustive exhaustive(config);
    forecast = ForecastOf(exhaustive, silent, options);
    return SearchedGraphs(subject, sim::Explore(body, exhaustive, options), left_out);
  }
  if (search.explorer == "states") {
    // As there: what counts in `body` is for one thread.
    const std::function<void()> silent = subject.Body();
    return SearchedStates(search, subject,
                          search.jobs > 1 ? RunStates(search, progress, silent, options)
                                          : RunStates(search, progress, body, options));
  }
  if (search.explorer == "enumerate") {
    // Switches are counted where questions are put.
    if (search.preemptions) options.points = sim::Points::kEverywhere;
    sim::Enumerate enumerate(
        {.executions = search.executions,
         .preemptions = search.preemptions.value_or(sim::Enumerate::kAnyNumber)});
    sim::Result result = sim::Explore(body, enumerate, options);
    const std::string preemptions = std::exchange(result.remark, "");
    return Conclude(subject, std::move(result), enumerate.finished(), left_out, preemptions);
  }
  return {.result = RunSampling(search, body, options)};
}

}  // namespace scenarios
