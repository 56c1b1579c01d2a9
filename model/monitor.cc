#include "model/monitor.h"

#include <algorithm>

#include "model/rules/end.h"
#include "model/rules/moves.h"

namespace model {

Monitor::Monitor(const Plan& plan, Facts::End& a, Facts::End& b)
    : state_([this](sim::monitor_state::words& words) { Tell(words); }),
      job_{.watch_stores = plan.watch_stores},
      facts_{Facts(0, plan.there, a, b, state_), Facts(1, plan.back, b, a, state_)},
      outbound_{Area(crew_, facts_[0], true), Area(crew_, facts_[1], true)},
      inbound_{Area(crew_, facts_[0], false), Area(crew_, facts_[1], false)},
      loads_{Loads(crew_, facts_[0]), Loads(crew_, facts_[1])} {
  for (int direction : {0, 1}) {
    WatchDirection(facts_[direction]);
    facts_[direction].sender.outbound.watch(outbound_[direction]);
    facts_[direction].receiver.inbound.watch(inbound_[direction]);
    facts_[direction].sender.counts.ready.watch_loads(loads_[direction]);
  }
}

void Monitor::WatchDirection(Facts& facts) {
  const auto judge = [this, &facts](Count which) {
    return [this, &facts, which](std::uint64_t before, std::uint64_t after) {
      CheckStore(facts, job_, crew_, which, before, after);
    };
  };
  facts.sender.counts.ready.watch(judge(Count::kReady), state_);
  facts.sender.counts.sent.watch(judge(Count::kSent), state_);
  facts.receiver.counts.arrived.watch(judge(Count::kArrived), state_);
}

void Monitor::Tell(sim::monitor_state::words& words) const {
  words.add(job_.failing).add(job_.failed);
  crew_.Tell(words);
  for (const Facts& facts : facts_) facts.Tell(words);
}

void Monitor::AtEnd() {
  for (Facts& facts : facts_) CheckEnd(facts, job_);
}

void Monitor::Area::OnRead(std::size_t first, std::size_t count, sim::Site site) {
  if (crew_.role() != Role::kRail) return;
  if (!outbound_) return CheckWrongArea(facts_, "inbound", false, site);
  CheckSourceRead(facts_, first, count, site);
}

void Monitor::Area::OnWrite(std::size_t first, std::size_t count, sim::Site site) {
  if (crew_.role() != Role::kRail) return;
  if (outbound_) return CheckWrongArea(facts_, "outbound", true, site);
  CheckLanding(facts_, first, count, site);
}

void Monitor::Loads::OnLoad(std::uint64_t value) {
  if (crew_.role() != Role::kRail || !protocol::IsCount(value)) return;
  facts_.ready_loaded = std::max(facts_.ready_loaded, value);
}

}  // namespace model
