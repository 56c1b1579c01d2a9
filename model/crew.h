// Who is who: what each fiber of an execution stands for.
#ifndef MODEL_CREW_H_
#define MODEL_CREW_H_

#include <cstdint>
#include <string>

#include "model/rules.h"
#include "sim/sim.h"

namespace model {

enum class Role : std::uint8_t {
  kCaller,   // the work at an end, and the host code around it; a fiber that says nothing is this
  kRail,     // the rail, in one direction
  kFailure,  // what fails the job
};

class Crew {
 public:
  // The running fiber is `role`, from now on.
  void Enter(Role role) { roles_[Me()] = role; }
  Role role() const { return roles_[Me()]; }

  // The running fiber is inside an end's ready function.
  void EnterReady() { in_ready_ |= std::uint32_t{1} << Me(); }
  void LeaveReady() { in_ready_ &= ~(std::uint32_t{1} << Me()); }
  bool in_ready() const { return (in_ready_ >> Me() & 1) != 0; }

  void Tell(sim::monitor_state::words& words) const {
    words.add(in_ready_);
    for (const Role role : roles_) words.add(role);
  }

  Breaker breaker() const { return role() == Role::kCaller ? Breaker::kCaller : Breaker::kRail; }
  // "the rail", "the caller sender", "the job's failure".
  std::string Name() const {
    switch (role()) {
      case Role::kCaller:
        break;
      case Role::kRail:
        return "the rail";
      case Role::kFailure:
        return "the job's failure";
    }
    const sim::Execution& e = sim::Execution::Require("model::Crew");
    return std::string(in_ready() ? "ready, called by " : "the caller ") +
           e.fiber_name(e.running());
  }

 private:
  static int Me() { return sim::Execution::Require("model::Crew").running(); }

  Role roles_[sim::kMaxFibers] = {};
  std::uint32_t in_ready_ = 0;
};

}  // namespace model

#endif  // MODEL_CREW_H_
