// The oracle: what a loop must do, worked out apart from the code that does it. It shares nothing
// with decide.c, the driver or the grid (not even kmx.h), so an error has to be made twice to hide.
//
// Two forms that check each other:
//   ReplayCores  keeps every core's word, as the page's numpy replay does
//   SumReplay    keeps the sum alone. A STEP of round r on [f, f + c) adds r + p for c cores p:
//                S += c r + c f + c (c - 1) / 2       a few operations a round, however many cores
//
// Source of the rules: the page; where it is silent (bad words, no rounds allowed, the trail), the
// choices marked O in kmx.h and decide.h.

#ifndef GRID_MODEL_REPLAY_H_
#define GRID_MODEL_REPLAY_H_

#include <cstdint>
#include <map>
#include <vector>

namespace grid_model {

struct ReplayLoop {
  uint64_t cores = 119;
  uint64_t count = 30;
  uint64_t limit = 1'000'000;
  uint64_t max_rounds = 1000;
  uint64_t base = 0;
  int word_bits = 64;
  // Start values other than 7 p, by absolute core number.
  std::map<uint64_t, uint64_t> start = {};
};

// One command of the loop; `round` is 0 for SUM.
struct ReplayCommand {
  enum class Kind { kStep, kSum };
  Kind kind;
  uint64_t first;
  uint64_t count;
  uint64_t round;
};

struct ReplayResult {
  int code = 1;
  uint64_t rounds = 0;
  uint64_t sum = 0;
  uint64_t trail = 0;
  std::vector<uint64_t> groups;  // the first core of each round's STEP
  std::vector<uint64_t> sums;    // the result word of each round's SUM
  std::vector<uint64_t> state;   // the loop's words at the end, from `base` on; ReplayCores only
};

ReplayResult ReplayCores(const ReplayLoop& loop);
ReplayResult ReplaySums(const ReplayLoop& loop);

// The commands of a replayed loop, in order.
std::vector<ReplayCommand> CommandsOf(const ReplayLoop& loop, const ReplayResult& result);

// The sum's recurrence, a round at a time, with no limit and no end.
class SumReplay {
 public:
  // REQUIRES: good words (0 < count <= cores).
  explicit SumReplay(const ReplayLoop& loop);

  uint64_t first() const { return first_; }  // of the next round
  uint64_t rounds() const { return round_; }
  // Runs the next round and returns its sum.
  uint64_t Next();

 private:
  uint64_t mask_;
  uint64_t base_;
  uint64_t count_;
  uint64_t choices_;   // cores - count + 1
  uint64_t triangle_;  // count (count - 1) / 2
  uint64_t round_ = 0;
  uint64_t first_;
  uint64_t sum_;
};

}  // namespace grid_model

#endif  // GRID_MODEL_REPLAY_H_
