// The work-cluster thread: the program that runs on an X280 of a work cluster, and on the model.

#ifndef GRID_MODEL_THREAD_DRIVER_H_
#define GRID_MODEL_THREAD_DRIVER_H_

#include "grid_model/kmx_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

// Runs the loop of decide.h from the thread's words to its end and returns its enum kmx_code, after
// region 0 (the groups) was flushed and the result words were set. With KMX_CODE_BAD no command was
// submitted. Keeps one command outstanding: a SUM submitted while STEP is in flight on an
// overlapping group would be rejected, reason 11 (S).
int wc_thread_main(struct kmx_thread* thread);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // GRID_MODEL_THREAD_DRIVER_H_
