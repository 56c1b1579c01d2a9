// The world of one execution: two machines, one rail between them, and the job that may fail.
#ifndef MODEL_WORLD_H_
#define MODEL_WORLD_H_

#include <atomic>
#include <cstdint>
#include <memory>

#include "model/monitor.h"
#include "model/mutants/mutants.h"
#include "model/plan.h"
#include "model/sim_policy.h"
#include "protocol/direct_rail.h"
#include "protocol/live_end.h"

namespace model {

// A rail between the machines A and B, with everything that fibers share. Made in the body of an
// execution; what runs are the caller's fibers (model/work.h) and these:
//
//   World world(plan, bug);
//   {
//     sim::fiber rail("rail", [&] { world.Carry(0); });
//     sim::fiber failure("failure", [&] { world.MayFail(); });
//     ...
//   }
//   world.AtEnd();
class World {
 public:
  using End = protocol::LiveEnd<SimPolicy>;
  using Rail = protocol::DirectRail<SimPolicy>;

  explicit World(const Plan& plan, Bug bug = Bug::kNone);

  const Plan& plan() const { return plan_; }
  Bug bug() const { return bug_; }
  Monitor& monitor() { return monitor_; }
  const Load& load(int direction) const { return direction == 0 ? plan_.there : plan_.back; }
  End& sender(int direction) { return direction == 0 ? *a_ : *b_; }
  End& receiver(int direction) { return direction == 0 ? *b_ : *a_; }
  // How many runs the receiver has read, as it tells the sender beside the rail; kFailed if it
  // gave up.
  SimPolicy::atomic<std::uint64_t>& runs_read(int direction) { return runs_read_[direction]; }

  // The rail's body in one direction: all of the plan's counts, or until the job fails.
  void Carry(int direction);
  // The body of what fails the job: here it may strike, on A first or on B first.
  void MayFail();
  // Every fiber has ended: what must hold then.
  void AtEnd() { monitor_.AtEnd(); }

 private:
  void Show();
  void NoteWhen();

  const Plan plan_;
  const Bug bug_;
  protocol::Counts<SimPolicy> a_counts_;
  protocol::Counts<SimPolicy> b_counts_;
  const std::unique_ptr<End> a_;
  const std::unique_ptr<End> b_;
  SimPolicy::atomic<std::uint64_t> runs_read_[2];
  const std::unique_ptr<Rail> rails_[2];
  Monitor monitor_;
};

}  // namespace model

#endif  // MODEL_WORLD_H_
