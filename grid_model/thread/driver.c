#include "grid_model/thread/driver.h"

#include <stddef.h>

#include "grid_model/decide.h"
#include "grid_model/kmx_ring.h"

// Waits for the command's event. Returns WC_AGAIN with its ticks, or the code to end with.
static int Finish(struct kmx_ring* ring, uint64_t ticket, uint64_t* ticks) {
  struct kmx_event event;
  if (kmx_wait(ring, ticket, &event, kmx_deadline(ring)) != KMX_OK) return KMX_CODE_RING;
  // The ring promises the event of this ticket. One of another would be a sum of another round, and
  // nothing later would notice it, so it is looked at here too.
  if (event.ticket != ticket) return KMX_CODE_RING;
  if (event.status != KMX_DONE) return KMX_CODE_COMMAND;
  *ticks = event.ticks;
  return WC_AGAIN;
}

static int Round(struct kmx_thread* thread, struct wc_loop* loop, uint32_t* groups) {
  struct kmx_ring* const ring = kmx_thread_ring(thread);
  const uint64_t progress = 4 * (loop->rounds + 1);
  struct kmx_command step, sum;
  uint64_t ticket, ticks;

  wc_round(loop, &step, &sum);
  kmx_progress(thread, progress + KMX_PROGRESS_BUILT);

  if (kmx_submit(ring, &step, &ticket, kmx_deadline(ring)) != KMX_OK) return KMX_CODE_RING;
  groups[loop->rounds] = step.first;
  int code = Finish(ring, ticket, &ticks);
  if (code != WC_AGAIN) return code;

  if (kmx_submit(ring, &sum, &ticket, kmx_deadline(ring)) != KMX_OK) return KMX_CODE_RING;
  kmx_progress(thread, progress + KMX_PROGRESS_SUBMITTED);
  code = Finish(ring, ticket, &ticks);
  if (code != WC_AGAIN) return code;

  kmx_progress(thread, progress + KMX_PROGRESS_EVENTS_IN);
  return wc_result(loop, ticks);
}

int wc_thread_main(struct kmx_thread* thread) {
  uint64_t word_count = 0, length = 0;
  const uint64_t* const words = kmx_words(thread, &word_count);
  uint32_t* const groups = kmx_region(thread, 0, &length);

  struct wc_loop loop;
  int code = wc_start(&loop, words, word_count, groups == NULL ? 0 : length);
  // A missing region is bad even if no round would write to it.
  if (groups == NULL) code = KMX_CODE_BAD;
  while (code == WC_AGAIN) code = Round(thread, &loop, groups);

  if (groups != NULL) kmx_flush(thread, 0);
  kmx_result(thread, KMX_RESULT_ROUNDS, loop.rounds);
  kmx_result(thread, KMX_RESULT_SUM, loop.sum);
  kmx_result(thread, KMX_RESULT_TRAIL, loop.trail);
  return code;
}
