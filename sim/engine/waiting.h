// What a fiber that cannot go on waits for.
#ifndef SIM_ENGINE_WAITING_H_
#define SIM_ENGINE_WAITING_H_

#include <cstdint>

#include "sim/engine/op.h"
#include "sim/memory/event.h"

namespace sim {

enum class WaitFor : std::uint8_t {
  kNothing,
  kValue,   // a write to read
  kUpdate,  // a write to read and replace
  kFiber,   // a fiber's end
  kPoll,    // a new write to one of the locations that it polls
};

struct Waiting {
  WaitFor kind = WaitFor::kNothing;
  LocationId location = 0;
  Predicate until{};
  const Modify* modify = nullptr;  // kUpdate: what it will write
  Bits operand = 0;
  Order order{};
  int fiber = 0;
  Site site{};
  bool timed = false;    // goes on when nobody else can
  bool in_vain = false;  // kPoll: never goes on, and the run is no execution

  // Becomes a wait for a fiber's end, in place: these come often.
  void ForEnd(int of, const Site& at) {
    kind = WaitFor::kFiber;
    fiber = of;
    site = at;
    timed = false;
  }
};

}  // namespace sim

#endif  // SIM_ENGINE_WAITING_H_
