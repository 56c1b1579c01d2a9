// The other side of kmx_ring.h and kmx_thread.h on the model: a ring or a thread is a table of
// functions, so that several backends (a sequential ring, a dispatcher on fibers, a fault injector
// around either) live in one program while driver.c stays as it is. C++ backends use backend.h.
//
// Not for a runtime on the card, which defines the calls directly.

#ifndef GRID_MODEL_KMX_BACKEND_H_
#define GRID_MODEL_KMX_BACKEND_H_

#include "grid_model/kmx_ring.h"
#include "grid_model/kmx_thread.h"

// Each member answers the call of its name; never called with a null ring or thread.
struct kmx_ring_ops {
  int (*submit)(struct kmx_ring*, const struct kmx_command*, uint64_t* ticket, uint64_t deadline);
  int (*wait)(struct kmx_ring*, uint64_t ticket, struct kmx_event*, uint64_t deadline);
  uint64_t (*deadline)(struct kmx_ring*);
};
struct kmx_ring {
  const struct kmx_ring_ops* ops;
};

struct kmx_thread_ops {
  const uint64_t* (*words)(struct kmx_thread*, uint64_t* count);
  struct kmx_ring* (*ring)(struct kmx_thread*);
  uint32_t* (*region)(struct kmx_thread*, uint32_t index, uint64_t* length);
  void (*flush)(struct kmx_thread*, uint32_t index);
  void (*progress)(struct kmx_thread*, uint64_t progress);
  void (*result)(struct kmx_thread*, uint32_t index, uint64_t value);
};
struct kmx_thread {
  const struct kmx_thread_ops* ops;
};

#endif  // GRID_MODEL_KMX_BACKEND_H_
