// A ring around a ring that lets a test answer in its place: what a bad day on the card looks like
// to the thread.

#ifndef TESTS_GRID_MODEL_HOOKED_RING_H_
#define TESTS_GRID_MODEL_HOOKED_RING_H_

#include <cstdint>
#include <functional>

#include "grid_model/backend.h"

namespace grid_model {

class HookedRing final : public Ring {
 public:
  explicit HookedRing(Ring* ring) : ring_(ring) {}

  // Called with the number of the call (1, 2, 3...) before a submission is passed on; anything but
  // KMX_OK is the answer.
  std::function<kmx_ring_status(uint64_t call)> on_submit = [](uint64_t) { return KMX_OK; };
  // Called with the number of the call after a wait that got its event; may change it.
  std::function<kmx_ring_status(uint64_t call, kmx_event& event)> on_event =
      [](uint64_t, kmx_event&) { return KMX_OK; };

  uint64_t most_outstanding() const { return most_outstanding_; }

  kmx_ring_status Submit(const kmx_command& command, uint64_t* ticket, uint64_t deadline) override {
    if (const kmx_ring_status status = on_submit(++submits_); status != KMX_OK) return status;
    if (++outstanding_ > most_outstanding_) most_outstanding_ = outstanding_;
    return ring_->Submit(command, ticket, deadline);
  }
  kmx_ring_status Wait(uint64_t ticket, kmx_event* event, uint64_t deadline) override {
    ++waits_;
    const kmx_ring_status status = ring_->Wait(ticket, event, deadline);
    if (status != KMX_OK) return status;
    --outstanding_;
    return on_event(waits_, *event);
  }
  uint64_t Deadline() override { return ring_->Deadline(); }

 private:
  Ring* ring_;
  uint64_t submits_ = 0;
  uint64_t waits_ = 0;
  uint64_t outstanding_ = 0;
  uint64_t most_outstanding_ = 0;
};

}  // namespace grid_model

#endif  // TESTS_GRID_MODEL_HOOKED_RING_H_
