#include "grid_model/kmx_backend.h"

#include <stddef.h>

int kmx_submit(struct kmx_ring* ring, const struct kmx_command* command, uint64_t* ticket,
               uint64_t deadline) {
  return ring == NULL ? KMX_NONE : ring->ops->submit(ring, command, ticket, deadline);
}

int kmx_wait(struct kmx_ring* ring, uint64_t ticket, struct kmx_event* event, uint64_t deadline) {
  return ring == NULL ? KMX_NONE : ring->ops->wait(ring, ticket, event, deadline);
}

uint64_t kmx_deadline(struct kmx_ring* ring) {
  return ring == NULL ? 0 : ring->ops->deadline(ring);
}

const uint64_t* kmx_words(struct kmx_thread* thread, uint64_t* count) {
  return thread->ops->words(thread, count);
}

struct kmx_ring* kmx_thread_ring(struct kmx_thread* thread) {
  return thread->ops->ring(thread);
}

uint32_t* kmx_region(struct kmx_thread* thread, uint32_t index, uint64_t* length) {
  return thread->ops->region(thread, index, length);
}

void kmx_flush(struct kmx_thread* thread, uint32_t index) { thread->ops->flush(thread, index); }

void kmx_progress(struct kmx_thread* thread, uint64_t progress) {
  thread->ops->progress(thread, progress);
}

void kmx_result(struct kmx_thread* thread, uint32_t index, uint64_t value) {
  thread->ops->result(thread, index, value);
}
