// A rail that polls ready, for machines where nobody can wake it: ready is a word that others grow.
#ifndef PROTOCOL_POLLING_RAIL_H_
#define PROTOCOL_POLLING_RAIL_H_

#include <atomic>
#include <cstdint>

#include "protocol/count.h"
#include "protocol/direct_rail.h"
#include "protocol/live_end.h"
#include "protocol/policy.h"

namespace protocol {

// `Rail`, a DirectRail, except that it looks at ready until it has reached the next count, and so
// also sees a store to ready alone (R15). It moves one transfer for each look.
template <Policy P, class Rail = DirectRail<P>>
class PollingRail : public Rail {
 public:
  using Rail::Rail;

 protected:
  // Not before it waits: each count is waited for.
  uint64_t LoadReady() override { return 0; }
  uint64_t WaitFor(uint64_t c) override {
    const bool reached = P::AwaitCount(this->sender_.counts.ready, c, std::memory_order_acquire);
    return reached ? c : kFailed;
  }
};

// `End`, a LiveEnd, whose rail polls: it is not woken.
template <Policy P, class End = LiveEnd<P>>
class PolledEnd : public End {
 public:
  using End::End;

 protected:
  void Wake() override {}
};

}  // namespace protocol

#endif  // PROTOCOL_POLLING_RAIL_H_
