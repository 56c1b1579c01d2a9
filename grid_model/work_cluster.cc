#include "grid_model/work_cluster.h"

#include <cstddef>
#include <set>

#include "grid_model/compare.h"
#include "grid_model/cpu_ring.h"
#include "grid_model/cpu_thread.h"
#include "grid_model/grid.h"
#include "nlohmann/json.hpp"

namespace grid_model {
namespace {

using Json = nlohmann::ordered_json;

// A loop and what it must do.
struct Planned {
  uint64_t cluster;
  ReplayLoop loop;
  ReplayResult replay;
};

std::string Hex(uint64_t value) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[value >> shift & 15];
  return text;
}

Json ReplayJson(const Planned& planned) {
  const std::set<uint64_t> groups(planned.replay.groups.begin(), planned.replay.groups.end());
  return {{"cores", planned.loop.cores},
          {"base", planned.loop.base},
          {"code", planned.replay.code},
          {"rounds", planned.replay.rounds},
          {"commands", CommandsOf(planned.loop, planned.replay).size()},
          {"sum", planned.replay.sum},
          {"trail", Hex(planned.replay.trail)},
          {"distinct_groups", groups.size()}};
}

// The page's cpu path: each loop's thread on a ring of its own, all on one grid. Their partitions
// are disjoint, so one after another is one of the orders of "all at once".
std::vector<Comparison> RunCpu(const std::vector<Planned>& plan, Grid& grid) {
  struct Ended {
    ThreadEnd end;
    std::vector<CommandRun> log;
  };
  InFlight in_flight;
  std::vector<Ended> ended;
  for (const Planned& planned : plan) {
    const ReplayLoop& loop = planned.loop;
    CpuRing ring(&grid, &in_flight, {.partition = Group{loop.base, loop.cores}});
    const LoopWords words = {grid.state_address(), loop.cores,      loop.count,
                             loop.limit,           loop.max_rounds, loop.base};
    ThreadEnd end = RunThread(words, &ring, loop.max_rounds);
    ended.push_back({std::move(end), ring.log()});
  }
  // Compared at the end: a later loop must not have touched an earlier one's words.
  std::vector<Comparison> comparisons;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    comparisons.push_back(Compare(plan[i].loop, plan[i].replay, ended[i].end, ended[i].log,
                                  grid.words(), grid.state_address()));
  }
  return comparisons;
}

Json ComparisonJson(const Comparison& comparison) {
  Json json = {{"same_as_numpy", comparison.same_results},
               {"same_commands", comparison.same_commands},
               {"state_wrong", comparison.state_wrong}};
  if (!comparison.ok()) json["why"] = comparison.why;
  return json;
}

// The first of the cores that no loop owns, [first, grid.cores()), whose word is not 7 p; or none.
std::string LeftOverDifference(const Grid& grid, uint64_t first) {
  for (uint64_t core = first; core < grid.cores(); ++core) {
    if (grid.word(core) == 7 * core) continue;
    return "core " + std::to_string(core) + ", which no loop owns, holds " +
           std::to_string(grid.word(core));
  }
  return "";
}

}  // namespace

std::vector<ReplayLoop> LoopsOf(const WorkClusterOptions& options) {
  std::vector<ReplayLoop> loops;
  const uint64_t cores = CoresPerLoop(options);
  for (std::size_t i = 0; i < options.clusters.size(); ++i) {
    loops.push_back({.cores = cores,
                     .count = options.count,
                     .limit = options.limit,
                     .max_rounds = options.max_rounds,
                     .base = i * cores});
  }
  return loops;
}

WorkClusterReport RunWorkCluster(const WorkClusterOptions& options) {
  Json json;
  std::vector<Planned> plan;
  const std::vector<ReplayLoop> loops = LoopsOf(options);
  for (std::size_t i = 0; i < loops.size(); ++i) {
    plan.push_back({options.clusters[i], loops[i], ReplayCores(loops[i])});
    json["replay_" + std::to_string(plan[i].cluster)] = ReplayJson(plan[i]);
  }
  bool ok = true;
  for (const std::string& path : options.paths) {
    Grid grid({.cores = static_cast<uint32_t>(options.cores)});
    const std::vector<Comparison> comparisons = RunCpu(plan, grid);
    for (std::size_t i = 0; i < plan.size(); ++i) {
      json[path][std::to_string(plan[i].cluster)] = ComparisonJson(comparisons[i]);
      ok = ok && comparisons[i].ok();
    }
    const std::string why = LeftOverDifference(grid, plan.size() * CoresPerLoop(options));
    if (!why.empty()) json[path]["why"] = why;
    ok = ok && why.empty();
  }
  json["ok"] = ok;
  return {.json = json.dump(), .ok = ok};
}

}  // namespace grid_model
