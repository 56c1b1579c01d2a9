// What the program's exit status means. None lies in 124..165, where shells and `timeout` have
// theirs.
#ifndef SCENARIOS_EXIT_STATUS_H_
#define SCENARIOS_EXIT_STATUS_H_

#include "sim/engine/finding.h"

namespace scenarios {

enum ExitStatus : int {
  kAsExpected = 0,
  kUsage = 2,        // bad input; nothing was written
  kRuleBroken = 10,  // also a rule of sim itself: misuse
  kDeadlock = 11,    // or stall
  kDataRace = 12,
  kNotConforming = 14,     // a trace against the contract
  kInconclusive = 15,      // the same
  kMissed = 20,            // a "reached" mark, or a bug that had to be reported
  kCut = 21,               // a bound, a limit or Ctrl-C ended the search too early
  kNotDeterministic = 30,  // the same choices led elsewhere
  kDiverged = 31,          // a tape does not fit
  kInternal = 70,
};

// The status of a finding.
constexpr int StatusOf(sim::Verdict verdict) {
  switch (verdict) {
    case sim::Verdict::kPass:
      return kAsExpected;
    case sim::Verdict::kRuleBroken:
    case sim::Verdict::kMisuse:
      return kRuleBroken;
    case sim::Verdict::kDataRace:
      return kDataRace;
    case sim::Verdict::kDeadlock:
    case sim::Verdict::kLivelock:
      return kDeadlock;
    case sim::Verdict::kLimit:
      return kCut;
    case sim::Verdict::kNondeterminism:
      return kNotDeterministic;
    case sim::Verdict::kDiverged:
      return kDiverged;
  }
  return kInternal;
}

}  // namespace scenarios

#endif  // SCENARIOS_EXIT_STATUS_H_
