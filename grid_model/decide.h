// The decision: the commands of a round, and what a sum means. Written once, in plain C, and run by
// the thread on the card, by its host fallback and by the thread on the CPU.
//
//   each round (S):
//     STEP on cores [first, first + count)            x[p] += round + p
//     SUM on [base, base + cores), exclusive, result  the sum of x
//     sum >= limit -> end
//     otherwise first = base + sum mod (cores - count + 1), next round
//
// Usage:
//   struct wc_loop loop;
//   int code = wc_start(&loop, words, word_count, region_length);
//   while (code == WC_AGAIN) {
//     wc_round(&loop, &step, &sum);
//     ...                                    submit step, wait; submit sum, wait
//     code = wc_result(&loop, event.ticks);
//   }
//
// No state but the loop, no calls but these three; one loop, one caller.

#ifndef GRID_MODEL_DECIDE_H_
#define GRID_MODEL_DECIDE_H_

#include <stdint.h>

#include "grid_model/kmx.h"

#ifdef __cplusplus
extern "C" {
#endif

// Where wc_start and wc_result return "a code": an enum kmx_code if the loop is over, or this.
enum { WC_AGAIN = -1 };

struct wc_loop {
  // The six words (enum kmx_word).
  uint64_t state;
  uint64_t cores;
  uint64_t count;
  uint64_t limit;
  uint64_t max_rounds;
  uint64_t base;
  // The result words: of the rounds whose sum came in. After a failure in the middle of a round
  // they are those of the last complete one (O).
  uint64_t rounds;
  uint64_t sum;
  uint64_t trail;  // O: FNV-1a 64 over each STEP group's first core as 4 little-endian bytes
  // The first core of the next STEP group; base in round 1.
  uint32_t first;
};

// Reads the words. `region_length` is region 0's length in words, which must hold a group per
// round. Returns WC_AGAIN, KMX_CODE_BAD (no cores, no count, count > cores, cores that end above
// core number 2^32 - 1, fewer than six words, region too short; result words 0, 0 and the empty
// trail), or KMX_CODE_ROUNDS if no round is allowed (O). `words` may be null if `word_count` is 0.
int wc_start(struct wc_loop* loop, const uint64_t* words, uint64_t word_count,
             uint64_t region_length);

// Builds the commands of the next round, loop->rounds + 1 (S: rounds count from 1). Call it while
// the loop's last code is WC_AGAIN; it changes nothing in the loop.
void wc_round(const struct wc_loop* loop, struct kmx_command* step, struct kmx_command* sum);

// Takes the result word of that round's SUM. Returns KMX_CODE_LIMIT if it reaches the limit,
// KMX_CODE_ROUNDS if it does not and this was the last round allowed, else WC_AGAIN.
int wc_result(struct wc_loop* loop, uint64_t sum);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // GRID_MODEL_DECIDE_H_
