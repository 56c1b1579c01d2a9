#include "model/world.h"

#include "protocol/count.h"
#include "protocol/layout.h"

namespace model {
namespace {

constexpr protocol::EndNames kNamesOfA = {"A.ready",   "A.sent",    "A.arrived", "A.outbound",
                                          "A.inbound", "A.stopped", "A.bell"};
constexpr protocol::EndNames kNamesOfB = {"B.ready",   "B.sent",    "B.arrived", "B.outbound",
                                          "B.inbound", "B.stopped", "B.bell"};

}  // namespace

World::World(const Plan& plan, Bug bug)
    : plan_(plan),
      bug_(bug),
      a_counts_(kNamesOfA),
      b_counts_(kNamesOfB),
      a_(MakeEnd(bug, plan_.polls, a_counts_,
                 protocol::LayoutOf(plan_.there.transfers, plan_.back.transfers), kNamesOfA)),
      b_(MakeEnd(bug, plan_.polls, b_counts_,
                 protocol::LayoutOf(plan_.back.transfers, plan_.there.transfers), kNamesOfB)),
      runs_read_{SimPolicy::atomic<std::uint64_t>(0, "B.runs read"),
                 SimPolicy::atomic<std::uint64_t>(0, "A.runs read")},
      rails_{MakeRail(bug, plan_.polls, *a_, *b_, plan_.there.transfers),
             MakeRail(bug, plan_.polls, *b_, *a_, plan_.back.transfers)},
      monitor_(plan_, *a_, *b_) {
  Show();
}

// The counts that move are columns of their own in tables.
void World::Show() {
  for (int direction : {0, 1}) {
    if (load(direction).n() == 0) continue;
    sender(direction).counts.ready.show();
    sender(direction).counts.sent.show();
    receiver(direction).counts.arrived.show();
  }
}

void World::Carry(int direction) {
  monitor_.crew().Enter(Role::kRail);
  rails_[direction]->Run(1, load(direction).last());
}

void World::MayFail() {
  if (!plan_.certain && !sim::fault("job fails")) return;
  monitor_.crew().Enter(Role::kFailure);
  if (const auto last = static_cast<std::uint32_t>(plan_.there.last()); plan_.failure_waits) {
    const std::uint64_t after = sim::choose(last + 1);
    SimPolicy::AwaitCount(b_counts_.arrived, after, std::memory_order_relaxed);
  }
  const bool b_first = sim::choose(2) == 1;
  sim::reached(b_first ? "B fails first" : "A fails first");
  if (monitor_.job().failing) sim::reached("the job fails twice");
  NoteWhen();
  monitor_.FailureBegins();
  (b_first ? *b_ : *a_).Fail();
  (b_first ? *a_ : *b_).Fail();
  monitor_.FailureEnds();
}

void World::NoteWhen() {
  const std::uint64_t arrived = b_counts_.arrived.newest();
  if (arrived == 0) sim::reached("it fails before anything has arrived");
  if (arrived > 0 && arrived < plan_.there.last()) sim::reached("it fails between transfers");
  if (arrived == plan_.there.last()) sim::reached("it fails after everything has arrived");
  if (monitor_.facts(0).landings > arrived) sim::reached("it fails before arrived tells of bytes");
}

}  // namespace model
