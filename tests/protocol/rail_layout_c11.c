#include "tests/protocol/rail_layout_c11.h"

#include <stdatomic.h>

_Static_assert(rail_ready_offset == 0, "ready");
_Static_assert(rail_sent_offset == 128, "sent");
_Static_assert(rail_arrived_offset == 256, "arrived");
_Static_assert(rail_counts_bytes == 384, "counts");

struct rail_layout_in_c RailLayoutInC(void) {
  const struct rail_layout_in_c layout = {
      .ready = rail_ready_offset,
      .sent = rail_sent_offset,
      .arrived = rail_arrived_offset,
      .counts = rail_counts_bytes,
      .copies = rail_copies,
      .multiple = rail_copy_multiple,
      .limit = (uint64_t)rail_landing_limit,
      .failed = rail_failed,
  };
  return layout;
}

void CallReadyInC(rail_ready_fn ready, void *counts, uint64_t c) { ready(counts, c); }

uint64_t ReadCountInC(const void *counts, uint64_t offset) {
  const char *bytes = counts;
  const _Atomic uint64_t *count = (const void *)(bytes + offset);
  return atomic_load_explicit(count, memory_order_acquire);
}
