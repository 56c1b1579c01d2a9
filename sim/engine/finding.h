// What an execution can end with: findings are values, never exceptions.
#ifndef SIM_ENGINE_FINDING_H_
#define SIM_ENGINE_FINDING_H_

#include <string>

namespace sim {

enum class Verdict : unsigned char {
  kPass,            // every fiber ended, no rule was broken
  kRuleBroken,      // a check, an invariant or a monitor failed
  kDataRace,        // two conflicting plain accesses, unordered by happens-before
  kDeadlock,        // every fiber that is left waits
  kLivelock,        // fibers go on, but no end can be reached any more
  kMisuse,          // the program broke a rule of sim itself: use after free, a real thread, ...
  kLimit,           // the execution was cut at a limit of the engine
  kNondeterminism,  // the same choices led elsewhere
  kDiverged,        // a tape does not fit the program
};

// Short name, as printed: "pass", "rule broken", "data race", ...
const char* NameOf(Verdict verdict);

struct Finding {
  Verdict verdict = Verdict::kPass;
  std::string rule;     // kRuleBroken: which one ("R7"), or the text of the check
  std::string message;  // one sentence with the numbers in words
  std::string where;    // file:line, or empty
  int fiber = 0;        // the fiber that was running
  int other = -1;       // kDataRace: the other fiber
};

}  // namespace sim

#endif  // SIM_ENGINE_FINDING_H_
