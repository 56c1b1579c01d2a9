// What a thread on a work cluster asks of its runtime besides the ring: its words, its regions,
// its progress and its result words. S that these exist; O the calls.
//
// The end of a thread, in this order (O): flush the regions, set the result words, return the code.
// The runtime publishes the code last, so a host that has seen it may read everything else.

#ifndef GRID_MODEL_KMX_THREAD_H_
#define GRID_MODEL_KMX_THREAD_H_

#include <stdint.h>

#include "grid_model/kmx_ring.h"

#ifdef __cplusplus
extern "C" {
#endif

struct kmx_thread;

// The words the program was loaded with, *count of them.
const uint64_t* kmx_words(struct kmx_thread* thread, uint64_t* count);

// The thread's ring, null if it was loaded without one.
struct kmx_ring* kmx_thread_ring(struct kmx_thread* thread);

// The thread's view of region `index`: *length 32-bit words (O the width). Null and 0 if there is
// no such region. What is written here reaches the host at the latest by kmx_flush, possibly
// earlier (P: a cached window may write back at any time).
uint32_t* kmx_region(struct kmx_thread* thread, uint32_t index, uint64_t* length);

// Makes all words of region `index` written so far visible to the host.
void kmx_flush(struct kmx_thread* thread, uint32_t index);

// Sets the progress word. It never goes back; the host may read it at any time; it orders nothing.
void kmx_progress(struct kmx_thread* thread, uint64_t progress);

// Sets result word `index` (enum kmx_result_word).
void kmx_result(struct kmx_thread* thread, uint32_t index, uint64_t value);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // GRID_MODEL_KMX_THREAD_H_
