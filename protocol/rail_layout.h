/* The layout of a rail's end, for compiled code in C.
 *
 * A rail's end on a machine is three areas of host memory, each starting on a page: counts,
 * outbound and inbound. This header names the places in them; it stands on nothing but <stdint.h>.
 * All integers are in the host's byte order.
 *
 * A wait for work that compiled C does, as an example:
 *
 *   const _Atomic uint64_t *arrived = (const void *)(counts + rail_arrived_offset);
 *   while (atomic_load_explicit(arrived, memory_order_acquire) < c) { }
 *   ... read inbound + ((c - 1) / n % rail_copies) * copy_bytes + dst ...
 */
#ifndef PROTOCOL_RAIL_LAYOUT_H_
#define PROTOCOL_RAIL_LAYOUT_H_

#include <stdint.h>

/* The counts: three unsigned 64-bit integers, each alone in its cache line. */
enum {
  rail_ready_offset = 0,     /* advanced only by the end's ready function */
  rail_sent_offset = 128,    /* written only by the rail */
  rail_arrived_offset = 256, /* written only by the rail */
  rail_counts_bytes = 384
};

/* A landing area: two copies, one after the other, each rounded up to a multiple of 256 bytes. */
enum { rail_copies = 2, rail_copy_multiple = 256 };

/* A transfer's src + length and dst + length are at most this, 2^60. */
static const int64_t rail_landing_limit = INT64_C(1) << 60;

/* What every count becomes when the job fails, and stays. No transfer has this count. */
static const uint64_t rail_failed = INT64_MAX;

/* An end's ready function: advances ready, of the counts at `counts`, to at least c with release
 * order and wakes the rail. Once the rail has ended, it still advances ready and wakes nothing.
 * Any thread may call it; it blocks only on locks that protect live rails. */
typedef void (*rail_ready_fn)(void *counts, uint64_t c);

#endif /* PROTOCOL_RAIL_LAYOUT_H_ */
