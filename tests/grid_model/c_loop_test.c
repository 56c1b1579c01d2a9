// The decision from C11: the tiny loop of 4 cores, 2 a STEP, on an array, with nothing but
// decide.h. Sums 45 50 61 72 83 100, x 8 23 33 36. Exits 0 if so, else the number of what was
// wrong.

#include "grid_model/decide.h"
#include "grid_model/kmx.h"
#include "grid_model/kmx_backend.h"

int main(void) {
  const uint64_t words[KMX_WORDS] = {4096, 4, 2, 100, 50, 0};
  const uint64_t sums[] = {45, 50, 61, 72, 83, 100};
  uint64_t x[] = {0, 7, 14, 21};
  struct wc_loop loop;
  int code = wc_start(&loop, words, KMX_WORDS, 50);
  while (code == WC_AGAIN) {
    struct kmx_command step, sum;
    uint64_t total = 0;
    wc_round(&loop, &step, &sum);
    for (uint32_t p = step.first; p < step.first + step.count; ++p) x[p] += step.a1 + p;
    for (uint32_t p = sum.first; p < sum.first + sum.count; ++p) total += x[p];
    if (loop.rounds >= 6 || total != sums[loop.rounds]) return 1;
    code = wc_result(&loop, total);
  }
  if (code != KMX_CODE_LIMIT) return 2;
  if (loop.rounds != 6 || loop.sum != 100 || loop.trail != 0xea958fb61f2ca1b4u) return 3;
  if (x[0] != 8 || x[1] != 23 || x[2] != 33 || x[3] != 36) return 4;
  // A call without a ring says so.
  uint64_t ticket = 0;
  struct kmx_event event;
  if (kmx_submit(0, 0, &ticket, 0) != KMX_NONE) return 5;
  if (kmx_wait(0, 1, &event, 0) != KMX_NONE) return 6;
  return 0;
}
