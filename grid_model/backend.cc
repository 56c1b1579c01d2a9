#include "grid_model/backend.h"

namespace grid_model {
namespace {

Ring* Of(kmx_ring* ring) { return static_cast<Ring*>(ring); }
ThreadHost* Of(kmx_thread* thread) { return static_cast<ThreadHost*>(thread); }

constexpr kmx_ring_ops kRingOps = {
    .submit = [](kmx_ring* ring, const kmx_command* command, uint64_t* ticket,
                 uint64_t deadline) -> int { return Of(ring)->Submit(*command, ticket, deadline); },
    .wait = [](kmx_ring* ring, uint64_t ticket, kmx_event* event, uint64_t deadline) -> int {
      return Of(ring)->Wait(ticket, event, deadline);
    },
    .deadline = [](kmx_ring* ring) { return Of(ring)->Deadline(); },
};

constexpr kmx_thread_ops kThreadOps = {
    .words =
        [](kmx_thread* thread, uint64_t* count) {
          const auto words = Of(thread)->Words();
          *count = words.size();
          return words.data();
        },
    .ring = [](kmx_thread* thread) { return Of(thread)->ThreadRing(); },
    .region =
        [](kmx_thread* thread, uint32_t index, uint64_t* length) {
          const auto region = Of(thread)->Region(index);
          *length = region.size();
          return region.data();
        },
    .flush = [](kmx_thread* thread, uint32_t index) { Of(thread)->Flush(index); },
    .progress = [](kmx_thread* thread, uint64_t progress) { Of(thread)->Progress(progress); },
    .result = [](kmx_thread* thread, uint32_t index,
                 uint64_t value) { Of(thread)->Result(index, value); },
};

}  // namespace

Ring::Ring() : kmx_ring{&kRingOps} {}
ThreadHost::ThreadHost() : kmx_thread{&kThreadOps} {}

}  // namespace grid_model
