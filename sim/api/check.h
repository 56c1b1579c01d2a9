// What a program says about itself: rules, marks, choices and faults.
#ifndef SIM_API_CHECK_H_
#define SIM_API_CHECK_H_

#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <utility>

#include "sim/api/bits.h"
#include "sim/engine/execution.h"

namespace sim {

// A value below `options`, chosen by the explorer; 0 is the tame one. `options` at least 1.
inline std::uint32_t choose(std::uint32_t options, Site site = Site::current()) {
  return Execution::Require("sim::choose").Choose(options, site);
}

// Whether the fault `name` (a literal) strikes here. Put it where the fault can strike:
//   if (sim::fault("job fails")) job.Fail();
inline bool fault(const char* name, Site site = Site::current()) {
  return Execution::Require("sim::fault").Fault(name, site);
}

// A mark (a literal) that some execution must come to; a pass without it proves nothing.
inline void reached(const char* name) { Execution::Require("sim::reached").marks().Reached(name); }

// Ends the execution with a finding unless `holds`.
inline void check(bool holds, const std::string& rule, Site site = Site::current()) {
  if (!holds) [[unlikely]] {
    Execution::Require("sim::check").Fail(Verdict::kRuleBroken, rule, rule, site);
  }
}
// The same with a literal, which costs nothing while the rule holds.
inline void check(bool holds, const char* rule, Site site = Site::current()) {
  if (!holds) [[unlikely]]
    check(false, std::string(rule), site);
}

// Ends the execution: `rule` (as "R7") is broken, in the way that `message` says.
inline void fail(const std::string& rule, const std::string& message, Site site = Site::current()) {
  Execution::Require("sim::fail").Fail(Verdict::kRuleBroken, rule, message, site);
}

// At the head of a loop: all that the running fiber will do, and what it is asked to do, depends on
// these values, and on what it reads from here on. A promise of the author, for ExploreStates:
// there the fiber's own state is its whole past, unless this says what is left of it. Options::
// selfcheck_every tests it. Other explorers do not ask.
//
//   for (std::uint64_t seen = 0;;) { sim::local_state(seen); ... }
class FirstOfState {
 public:
  template <Word T>
  FirstOfState(T value, Site site = Site::current()) : bits(ToBits(value)), where(site) {}
  const Bits bits;
  const Site where;
};
template <class... Values>
void local_state(const FirstOfState& first, const Values&... others) {
  Execution& e = Execution::Require("sim::local_state");
  Stepper* const stepper = e.stepper();
  if (stepper == nullptr) return;
  const Bits all[] = {first.bits, ToBits(others)...};
  stepper->LocalState(all, std::size(all), first.where);
}

// A line of its own in the table of a failure.
inline void note(const std::string& text, Site site = Site::current()) {
  Execution::Require("sim::note").Note(text, site);
}

// A condition that holds after every write, as long as this object lives. Loads in it see the
// newest values and are no steps; it must change nothing.
class always {
 public:
  always(const char* rule, std::function<bool()> holds, Site site = Site::current())
      : engine_(&Execution::Require("sim::always")),
        id_(engine_->AddInvariant(rule, std::move(holds), site)) {}
  ~always() { engine_->RemoveInvariant(id_); }
  always(const always&) = delete;
  always& operator=(const always&) = delete;

 private:
  Execution* engine_;
  int id_;
};

// A thing that is used and then ended, once: an end of a rail, a buffer, a file.
class resource {
 public:
  explicit resource(const char* name) : name_(name) {}
  void use(Site site = Site::current()) const {
    if (ended_) Misuse("was used after its end", site);
  }
  void end(Site site = Site::current()) {
    if (ended_) Misuse("was ended twice", site);
    ended_ = true;
  }
  bool ended() const { return ended_; }

 private:
  void Misuse(const char* what, Site site) const {
    Execution::Require("sim::resource")
        .Fail(Verdict::kMisuse, "used, then ended once", std::string(name_) + " " + what, site);
  }
  const char* name_;
  bool ended_ = false;
};

}  // namespace sim

#endif  // SIM_API_CHECK_H_
