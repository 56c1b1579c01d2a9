// A way to a state, and some steps behind it: what was seen on them, to be compared with another's.
#ifndef SIM_STATES_PURSUE_H_
#define SIM_STATES_PURSUE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/states/machine.h"

namespace sim {

using StepWay = std::vector<Machine::Step>;

// How many steps both begin with alike.
std::size_t Alike(const StepWay& first, const StepWay& second);

struct Pursuit {
  // What a fiber is about to do.
  struct Next {
    Action::Kind kind;
    bool timed;
    std::uint32_t object;
    std::uint32_t options;
    Bits operand, desired;
    std::size_t first, count;
    friend bool operator==(const Next&, const Next&) = default;
  };
  struct Seen {
    Digest128 digest;
    std::vector<Next> next;  // by fiber
    Finding finding;         // kPass if there is none
  };
  bool came = false;                   // to the state
  std::vector<states::Forgot> forgot;  // by fiber, at the state
  std::vector<Seen> seen;              // from the state on
  StepWay steps;                       // that were taken between those
};

// Takes the way, and then steps drawn from the state, until nothing can go on; at most `steps`.
// The machine stands at the end then.
Pursuit Pursue(Machine& machine, const Digest128& state, const StepWay& way, std::size_t steps);

struct Difference {
  std::size_t at;  // the first of Pursuit::seen that differ
  int fiber;       // whose doing it is
};
std::optional<Difference> Compare(const Pursuit& first, const Pursuit& second);

// "a 3 times, b with option 1, ...": both ways, but for what they begin with alike.
std::string WaysText(const Machine& machine, const StepWay& first, const StepWay& second);

}  // namespace sim

#endif  // SIM_STATES_PURSUE_H_
