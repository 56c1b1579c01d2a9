// The command ring, as a thread on a work cluster sees it. S: the page names kmx_submit, kmx_wait
// and this header; O: the signatures.
//
// One ring belongs to one thread; only that thread may call these. The thread's code is linked
// against whatever answers: kmx_backend.h on the model, a runtime on the card.

#ifndef GRID_MODEL_KMX_RING_H_
#define GRID_MODEL_KMX_RING_H_

#include <stdint.h>

#include "grid_model/kmx.h"

#ifdef __cplusplus
extern "C" {
#endif

struct kmx_ring;

// Hands `command` over. KMX_OK: accepted, *ticket is its number, exactly one event will come.
// KMX_NONE: `ring` is null (the thread was loaded without one). KMX_LATE: no room until `deadline`.
// KMX_STOPPED: the run was stopped. *ticket is written only on KMX_OK. `deadline` is a moment in
// device ticks; 0 = do not wait.
int kmx_submit(struct kmx_ring* ring, const struct kmx_command* command, uint64_t* ticket,
               uint64_t deadline);

// Waits for the event of `ticket` and takes it. Events of other tickets that come first are kept.
// KMX_OK: *event is written. KMX_NONE: no ring, or the ticket was never accepted or already taken.
// KMX_LATE: not until `deadline`; the command is still in flight and keeps its ticket.
// KMX_STOPPED: the run was stopped. An event that is there wins over LATE and over STOPPED.
int kmx_wait(struct kmx_ring* ring, uint64_t ticket, struct kmx_event* event, uint64_t deadline);

// The deadline of a call made now: the device's clock plus the patience the runtime grants a call
// (O; the page has code 3 for "late" and no word that says when). Null ring: 0.
uint64_t kmx_deadline(struct kmx_ring* ring);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // GRID_MODEL_KMX_RING_H_
