// Fibers that make up a scenario: traffic in one direction, and what fails the job.
#ifndef MODEL_TRAFFIC_H_
#define MODEL_TRAFFIC_H_

#include <cstdint>
#include <vector>

#include "model/work.h"
#include "model/world.h"

namespace model {

// The rail of one direction alone; its callers are the scenario's own.
inline sim::fiber CarryOn(World& world, int direction) {
  return sim::fiber(direction == 0 ? "rail" : "rail back",
                    [&world, direction] { world.Carry(direction); });
}

// The rail, the sender and the receiver of one direction, each a fiber; joined when destroyed. All
// of the plan's runs pass, or the job fails.
class Traffic {
 public:
  Traffic(World& world, int direction, const Habits& habits)
      : work_(world, direction, habits),
        rail_(CarryOn(world, direction)),
        sender_(direction == 0 ? "sender" : "sender back", [this] { work_.Send(); }),
        receiver_(direction == 0 ? "receiver" : "receiver back", [this] { work_.Receive(); }) {}

 private:
  Work work_;
  sim::fiber rail_;
  sim::fiber sender_;
  sim::fiber receiver_;
};

// As many fibers as the plan says that may fail the job.
inline std::vector<sim::fiber> Failures(World& world) {
  std::vector<sim::fiber> fibers;
  fibers.reserve(world.plan().failures);
  for (std::uint32_t i = 0; i < world.plan().failures; ++i) {
    fibers.emplace_back(i == 0 ? "failure" : "second failure", [&world] { world.MayFail(); });
  }
  return fibers;
}

// Everything that a plan asks for, by callers with `habits`: the body of an execution.
void RunPlan(const Plan& plan, const Habits& habits = {}, Bug bug = Bug::kNone);

}  // namespace model

#endif  // MODEL_TRAFFIC_H_
