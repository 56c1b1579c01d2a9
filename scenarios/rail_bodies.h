// The programs of the rail scenarios: who calls what, in which order, on which fiber.
//
// Each is the body of one execution over a plan, for callers with given habits, and perhaps one
// bug.
#ifndef SCENARIOS_RAIL_BODIES_H_
#define SCENARIOS_RAIL_BODIES_H_

#include <cstdint>

#include "model/mutants/bug.h"
#include "model/plan.h"
#include "model/work.h"

namespace scenarios {

// What a load is made from. Its transfers leave in order of src and land in another order.
struct Shape {
  std::uint64_t n = 1;
  std::uint64_t runs = 1;
  std::uint64_t length = 1;  // of each transfer; 0: any of 1, 255, 256 and 257, chosen
  std::uint64_t gap = 0;     // bytes between transfers
  bool overlap = false;      // each transfer begins within the one before
};
model::Load LoadOf(const Shape& shape);

// Traffic both ways at once.
void TwoDirections(const model::Plan& plan, const model::Habits& habits, model::Bug bug);

// B tells A by a transfer of its own that a run is read.
void ReplyThroughTheRail(const model::Plan& plan, const model::Habits& habits, model::Bug bug);

// The sender places several transfers, and several runs, and calls ready once for all. At most two
// runs.
void JumpingReady(const model::Plan& plan, const model::Habits& habits, model::Bug bug);

// Two or three fibers call ready for two runs of one transfer, out of order and again.
void ManyCallers(const model::Plan& plan, std::uint64_t callers, model::Bug bug);

// B replies to each run's first transfer, and A places the second when the reply is there.
void MidRunWait(const model::Plan& plan, model::Bug bug);

// A device that cannot call ready places the bytes and advances a point of its own; host code waits
// for the point and calls ready.
void GpuFollowedByHost(const model::Plan& plan, model::Bug bug);

}  // namespace scenarios

#endif  // SCENARIOS_RAIL_BODIES_H_
