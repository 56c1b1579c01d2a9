#include "model/traffic.h"

#include <optional>

namespace model {

void RunPlan(const Plan& plan, const Habits& habits, Bug bug) {
  World world(plan, bug);
  {
    std::optional<Traffic> there, back;
    if (plan.there.n() > 0) there.emplace(world, 0, habits);
    if (plan.back.n() > 0) back.emplace(world, 1, habits);
    const std::vector<sim::fiber> failures = Failures(world);
  }
  world.AtEnd();
}

}  // namespace model
