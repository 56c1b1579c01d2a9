#include "grid_model/replay.h"

#include <numeric>

namespace grid_model {
namespace {

constexpr uint64_t kHighestCore = 0xffff'ffff;

uint64_t MaskOf(const ReplayLoop& loop) { return loop.word_bits == 32 ? 0xffff'ffffu : ~0ull; }

bool GoodWords(const ReplayLoop& loop) {
  return 1 <= loop.count && loop.count <= loop.cores && loop.cores <= kHighestCore &&
         loop.base <= kHighestCore - loop.cores;
}

uint64_t StartValue(const ReplayLoop& loop, uint64_t core) {
  const auto it = loop.start.find(core);
  return (it == loop.start.end() ? core * 7 : it->second) & MaskOf(loop);
}

uint64_t TrailOf(const std::vector<uint64_t>& groups) {
  uint64_t hash = 0xcbf2'9ce4'8422'2325;
  for (uint64_t first : groups) {
    for (int byte = 0; byte < 4; ++byte) {
      hash ^= first % 256;
      hash *= 0x100'0000'01b3;
      first /= 256;
    }
  }
  return hash;
}

// Runs rounds until one ends the loop. `round(r, first)` runs round r and returns its sum.
template <class Round>
void RunRounds(const ReplayLoop& loop, ReplayResult& result, Round round) {
  result.code = 2;
  uint64_t first = loop.base;
  for (uint64_t r = 1; r <= loop.max_rounds; ++r) {
    result.groups.push_back(first);
    result.sums.push_back(round(r, first));
    if (result.sums.back() >= loop.limit) {
      result.code = 0;
      break;
    }
    first = loop.base + result.sums.back() % (loop.cores + 1 - loop.count);
  }
  result.rounds = result.sums.size();
  result.sum = result.sums.empty() ? 0 : result.sums.back();
}

}  // namespace

ReplayResult ReplayCores(const ReplayLoop& loop) {
  ReplayResult result;
  if (GoodWords(loop)) {
    for (uint64_t i = 0; i < loop.cores; ++i) {
      result.state.push_back(StartValue(loop, loop.base + i));
    }
    RunRounds(loop, result, [&](uint64_t r, uint64_t first) {
      for (uint64_t p = first; p != first + loop.count; ++p) {
        uint64_t& x = result.state[p - loop.base];
        x = (x + r + p) & MaskOf(loop);
      }
      return std::accumulate(result.state.begin(), result.state.end(), uint64_t{0}) & MaskOf(loop);
    });
  }
  result.trail = TrailOf(result.groups);
  return result;
}

ReplayResult ReplaySums(const ReplayLoop& loop) {
  ReplayResult result;
  if (GoodWords(loop)) {
    SumReplay sums(loop);
    RunRounds(loop, result, [&](uint64_t, uint64_t) { return sums.Next(); });
  }
  result.trail = TrailOf(result.groups);
  return result;
}

std::vector<ReplayCommand> CommandsOf(const ReplayLoop& loop, const ReplayResult& result) {
  std::vector<ReplayCommand> commands;
  commands.reserve(2 * result.groups.size());
  for (uint64_t first : result.groups) {
    const uint64_t round = commands.size() / 2 + 1;
    commands.push_back({ReplayCommand::Kind::kStep, first, loop.count, round});
    commands.push_back({ReplayCommand::Kind::kSum, loop.base, loop.cores, 0});
  }
  return commands;
}

SumReplay::SumReplay(const ReplayLoop& loop)
    : mask_(MaskOf(loop)),
      base_(loop.base),
      count_(loop.count),
      choices_(loop.cores - loop.count + 1),
      triangle_(loop.count * (loop.count - 1) / 2),
      first_(loop.base),
      sum_(7 * (loop.cores * loop.base + loop.cores * (loop.cores - 1) / 2)) {
  for (const auto& [core, value] : loop.start) {
    if (core >= loop.base && core - loop.base < loop.cores) sum_ += value - 7 * core;
  }
  sum_ &= mask_;
}

uint64_t SumReplay::Next() {
  ++round_;
  sum_ = (sum_ + count_ * round_ + count_ * first_ + triangle_) & mask_;
  first_ = base_ + sum_ % choices_;
  return sum_;
}

}  // namespace grid_model
