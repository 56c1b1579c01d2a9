// The monitor of a rail: hears of every store to its counts and of every access to its landing
// areas, and judges it by the rules in model/rules/.
#ifndef MODEL_MONITOR_H_
#define MODEL_MONITOR_H_

#include <cstdint>

#include "model/crew.h"
#include "model/facts.h"
#include "model/rules/counts.h"
#include "model/rules/waits.h"
#include "model/sim_policy.h"

namespace model {

// One rail with two ends. What the rail does is seen where it happens, whatever code does it. What
// callers mean by what they do is told by them: model/work.h does so.
//
// A monitor is made in each execution, before any fiber but main's, and outlives all others.
class Monitor {
 public:
  // Watches the ends' counts and areas from now on.
  Monitor(const Plan& plan, Facts::End& a, Facts::End& b);
  Monitor(const Monitor&) = delete;
  Monitor& operator=(const Monitor&) = delete;

  Crew& crew() { return crew_; }
  Facts& facts(int direction) { return facts_[direction]; }
  const Job& job() const { return job_; }
  // Of all that this monitor remembers; for watchers that remember nothing more.
  const sim::monitor_state& state() const { return state_; }

  // The job begins to fail; every machine has been told.
  void FailureBegins() { job_.failing = true; }
  void FailureEnds() { job_.failed = true; }
  // Every fiber has ended.
  void AtEnd();

 private:
  // A landing area, as its accesses are judged: in `from` it is the outbound of the sender, in `to`
  // the inbound of the receiver.
  class Area final : public AreaWatcher {
   public:
    Area(const Crew& crew, Facts& facts, bool outbound)
        : crew_(crew), facts_(facts), outbound_(outbound) {}
    void OnRead(std::size_t first, std::size_t count, sim::Site site) override;
    void OnWrite(std::size_t first, std::size_t count, sim::Site site) override;

   private:
    const Crew& crew_;
    Facts& facts_;
    const bool outbound_;
  };

  // What the rail loads from ready.
  class Loads final : public LoadWatcher {
   public:
    Loads(const Crew& crew, Facts& facts) : crew_(crew), facts_(facts) {}
    void OnLoad(std::uint64_t value) override;

   private:
    const Crew& crew_;
    Facts& facts_;
  };

  void WatchDirection(Facts& facts);

  void Tell(sim::monitor_state::words& words) const;

  const sim::monitor_state state_;
  Job job_;
  Crew crew_;
  Facts facts_[2];
  Area outbound_[2];
  Area inbound_[2];
  Loads loads_[2];
};

}  // namespace model

#endif  // MODEL_MONITOR_H_
