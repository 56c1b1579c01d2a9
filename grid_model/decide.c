#include "grid_model/decide.h"

// FNV-1a, 64 bits: its published offset basis and prime.
static const uint64_t kTrailStart = 14695981039346656037u;
static const uint64_t kTrailPrime = 1099511628211u;

static uint64_t Extend(uint64_t trail, uint32_t first) {
  for (int shift = 0; shift < 32; shift += 8) {
    trail = (trail ^ ((first >> shift) & 0xffu)) * kTrailPrime;
  }
  return trail;
}

static int IsBad(const struct wc_loop* loop, uint64_t region_length) {
  return loop->cores == 0 || loop->count == 0 || loop->count > loop->cores ||
         loop->cores > UINT32_MAX || loop->base > UINT32_MAX - loop->cores ||
         region_length < loop->max_rounds;
}

int wc_start(struct wc_loop* loop, const uint64_t* words, uint64_t word_count,
             uint64_t region_length) {
  *loop = (struct wc_loop){.trail = kTrailStart};
  if (word_count < KMX_WORDS) return KMX_CODE_BAD;
  loop->state = words[KMX_WORD_STATE];
  loop->cores = words[KMX_WORD_CORES];
  loop->count = words[KMX_WORD_COUNT];
  loop->limit = words[KMX_WORD_LIMIT];
  loop->max_rounds = words[KMX_WORD_MAX_ROUNDS];
  loop->base = words[KMX_WORD_BASE];
  if (IsBad(loop, region_length)) return KMX_CODE_BAD;
  loop->first = (uint32_t)loop->base;
  return loop->max_rounds == 0 ? KMX_CODE_ROUNDS : WC_AGAIN;
}

void wc_round(const struct wc_loop* loop, struct kmx_command* step, struct kmx_command* sum) {
  *step = (struct kmx_command){.handler = KMX_STEP,
                               .flags = 0,
                               .first = loop->first,
                               .count = (uint32_t)loop->count,
                               .a0 = loop->state,
                               .a1 = loop->rounds + 1};
  *sum = (struct kmx_command){.handler = KMX_SUM,
                              .flags = KMX_EXCLUSIVE | KMX_RESULT,
                              .first = (uint32_t)loop->base,
                              .count = (uint32_t)loop->cores,
                              .a0 = loop->state,
                              .a1 = 0};
}

int wc_result(struct wc_loop* loop, uint64_t sum) {
  loop->rounds += 1;
  loop->sum = sum;
  loop->trail = Extend(loop->trail, loop->first);
  if (sum >= loop->limit) return KMX_CODE_LIMIT;
  loop->first = (uint32_t)(loop->base + sum % (loop->cores - loop->count + 1));
  return loop->rounds == loop->max_rounds ? KMX_CODE_ROUNDS : WC_AGAIN;
}
