#include "tests/grid_model/loop_run.h"

#include <algorithm>
#include <cstddef>

namespace grid_model {
namespace {

bool Finish(CpuRing& ring, const kmx_command& command, kmx_event& event) {
  uint64_t ticket = 0;
  return ring.Submit(command, &ticket, UINT64_MAX) == KMX_OK &&
         ring.Wait(ticket, &event, UINT64_MAX) == KMX_OK && event.status == KMX_DONE;
}

std::string Text(const std::vector<uint64_t>& values) {
  std::string text;
  for (const uint64_t value : values) text += std::to_string(value) + " ";
  return text;
}

std::string Differ(const std::string& what, const std::vector<uint64_t>& got,
                   const std::vector<uint64_t>& expected) {
  if (got == expected) return "";
  return what + " " + Text(got) + "instead of " + Text(expected);
}

}  // namespace

std::vector<uint64_t> LoopRun::sums() const {
  std::vector<uint64_t> sums;
  for (const CommandRun& run : log) {
    if (run.result) sums.push_back(*run.result);
  }
  return sums;
}

Grid GridFor(const ReplayLoop& loop) {
  const bool small = loop.base < 4096 && loop.cores < 4096;
  const uint64_t cores = small ? std::max<uint64_t>(loop.base + loop.cores, 128) : 128;
  Grid grid({.cores = static_cast<uint32_t>(cores),
             .word_bits = loop.word_bits == 32 ? WordBits::k32 : WordBits::k64});
  for (const auto& [core, value] : loop.start) grid.set_word(core, value);
  return grid;
}

LoopWords WordsOf(const ReplayLoop& loop) {
  return {kStateAddress, loop.cores, loop.count, loop.limit, loop.max_rounds, loop.base};
}

LoopRun RunThreadOnCpu(const ReplayLoop& loop) {
  Grid grid = GridFor(loop);
  InFlight in_flight;
  CpuRing ring(&grid, &in_flight);
  ThreadEnd end = RunThread(WordsOf(loop), &ring, loop.max_rounds);
  return {std::move(end), ring.log(), grid.words(), grid.wrapped()};
}

Decide RealDecide() {
  return {.start =
              [](wc_loop* loop, const LoopWords& words, uint64_t region_length) {
                return wc_start(loop, words.data(), words.size(), region_length);
              },
          .round = wc_round,
          .result = wc_result};
}

LoopRun RunByHand(const ReplayLoop& loop, const Decide& decide) {
  Grid grid = GridFor(loop);
  InFlight in_flight;
  CpuRing ring(&grid, &in_flight);
  LoopRun run;
  wc_loop state;
  int code = decide.start(&state, WordsOf(loop), loop.max_rounds);
  while (code == WC_AGAIN) {
    kmx_command step, sum;
    kmx_event event;
    decide.round(&state, &step, &sum);
    run.end.region.push_back(step.first);
    const bool finished = Finish(ring, step, event) && Finish(ring, sum, event);
    if (finished) run.end.sums.push_back(event.ticks);
    code = finished ? decide.result(&state, event.ticks) : static_cast<int>(KMX_CODE_COMMAND);
  }
  run.end.code = code;
  run.end.region.resize(std::max<std::size_t>(run.end.region.size(), loop.max_rounds));
  run.end.results = {state.rounds, state.sum, state.trail};
  run.log = ring.log();
  run.state = grid.words();
  run.wrapped = grid.wrapped();
  return run;
}

std::string Mismatch(const OracleRow& row, const LoopRun& run) {
  const auto& [rounds, sum, trail] = run.end.results;
  const OracleRow::Expected& expected = row.expected;
  std::string why =
      Differ("code, rounds, last sum", {static_cast<uint64_t>(run.end.code), rounds, sum},
             {static_cast<uint64_t>(expected.code), expected.rounds, expected.sum});
  const std::size_t shown = std::min<std::size_t>({run.end.region.size(), rounds, 8});
  const std::vector<uint64_t> groups(run.end.region.begin(), run.end.region.begin() + shown);
  why += Differ("groups", groups, expected.groups);
  if (expected.trail) why += Differ("trail", {trail}, {*expected.trail});
  if (!expected.sums.empty()) why += Differ("sums", run.sums(), expected.sums);
  if (!expected.state.empty()) {
    const auto begin = run.state.begin() + row.loop.base;
    why += Differ("state", {begin, begin + row.loop.cores}, expected.state);
  }
  return why;
}

Comparison CompareWithReplay(const ReplayLoop& loop, const LoopRun& run) {
  return Compare(loop, ReplayCores(loop), run.end, run.log, run.state, kStateAddress);
}

}  // namespace grid_model
