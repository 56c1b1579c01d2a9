#include "grid_model/compare.h"

#include <algorithm>
#include <cstddef>

#include "grid_model/kmx.h"
#include "grid_model/page_lines.h"

namespace grid_model {
namespace {

std::string Text(uint64_t value) { return std::to_string(value); }

// The replay's command in the card's vocabulary.
kmx_command Expected(const ReplayCommand& command, uint64_t address) {
  const bool step = command.kind == ReplayCommand::Kind::kStep;
  return {.handler = static_cast<uint32_t>(step ? KMX_STEP : KMX_SUM),
          .flags = static_cast<uint32_t>(step ? 0 : KMX_EXCLUSIVE | KMX_RESULT),
          .first = static_cast<uint32_t>(command.first),
          .count = static_cast<uint32_t>(command.count),
          .a0 = address,
          .a1 = command.round};
}

bool Same(const kmx_command& a, const kmx_command& b) {
  return a.handler == b.handler && a.flags == b.flags && a.first == b.first && a.count == b.count &&
         a.a0 == b.a0 && a.a1 == b.a1;
}

std::vector<uint64_t> ResultsOf(const std::vector<CommandRun>& log) {
  std::vector<uint64_t> results;
  for (const CommandRun& run : log) {
    if (run.result) results.push_back(*run.result);
  }
  return results;
}

// `event` is what happened to a result word: "SUM returned", "the thread received".
std::string SumsDifference(const ReplayResult& replay, const std::vector<uint64_t>& sums,
                           const std::string& event) {
  for (std::size_t i = 0; i < std::min(sums.size(), replay.sums.size()); ++i) {
    if (sums[i] == replay.sums[i]) continue;
    return "round " + Text(i + 1) + ": " + event + " " + Text(sums[i]) + ", the replay has " +
           Text(replay.sums[i]);
  }
  if (sums.size() == replay.sums.size()) return "";
  return event + " " + Text(sums.size()) + " sums, the replay has " + Text(replay.sums.size());
}

std::string GroupsDifference(const ReplayResult& replay, const std::vector<uint32_t>& region) {
  if (region.size() < replay.groups.size()) return "region 0 is shorter than the replay's groups";
  for (std::size_t i = 0; i < region.size(); ++i) {
    const uint64_t expected = i < replay.groups.size() ? replay.groups[i] : 0;
    if (region[i] != expected) {
      return "region 0, word " + Text(i) + ": group " + Text(region[i]) + ", the replay has " +
             Text(expected);
    }
  }
  return "";
}

std::string ResultsDifference(const ReplayResult& replay, const ThreadEnd& end) {
  const auto& [rounds, sum, trail] = end.results;
  const auto differ = [](const char* what, uint64_t got, uint64_t expected) {
    if (got == expected) return std::string();
    return std::string(what) + " " + Text(got) + ", the replay has " + Text(expected);
  };
  for (const std::string& why :
       {differ("code", end.code, replay.code), differ("rounds", rounds, replay.rounds),
        differ("last sum", sum, replay.sum), differ("trail", trail, replay.trail)}) {
    if (!why.empty()) return why;
  }
  return "";
}

std::string CommandsDifference(const std::vector<ReplayCommand>& replay,
                               const std::vector<CommandRun>& log, uint64_t address) {
  for (std::size_t i = 0; i < std::min(replay.size(), log.size()); ++i) {
    const kmx_command expected = Expected(replay[i], address);
    if (!Same(log[i].command, expected)) {
      return "command " + Text(i + 1) + " of the run was '" + CommandLine(log[i].command) +
             "', the replay has '" + CommandLine(expected) + "'";
    }
  }
  if (log.size() != replay.size()) {
    return Text(log.size()) + " commands were run, the replay has " + Text(replay.size());
  }
  return "";
}

}  // namespace

Comparison Compare(const ReplayLoop& loop, const ReplayResult& replay, const ThreadEnd& end,
                   const std::vector<CommandRun>& log, std::span<const uint64_t> state,
                   uint64_t address) {
  Comparison comparison;
  // The earliest cause first: a wrong sum explains the wrong group, command and state after it.
  std::vector<std::string> whys = {SumsDifference(replay, ResultsOf(log), "SUM returned"),
                                   SumsDifference(replay, end.sums, "the thread received"),
                                   GroupsDifference(replay, end.region),
                                   ResultsDifference(replay, end)};
  comparison.same_results =
      std::all_of(whys.begin(), whys.end(), [](const std::string& why) { return why.empty(); });
  whys.push_back(CommandsDifference(CommandsOf(loop, replay), log, address));
  comparison.same_commands = whys.back().empty();
  for (std::size_t i = 0; i < replay.state.size(); ++i) {
    const uint64_t core = loop.base + i;
    if (core < state.size() && state[core] == replay.state[i]) continue;
    if (comparison.state_wrong++ == 0) {
      whys.push_back("core " + Text(core) + " holds " +
                     (core < state.size() ? Text(state[core]) : "no word") + ", the replay has " +
                     Text(replay.state[i]));
    }
  }
  for (const std::string& why : whys) {
    if (comparison.why.empty()) comparison.why = why;
  }
  return comparison;
}

}  // namespace grid_model
