#include "sim/engine/finding.h"

namespace sim {

const char* NameOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass:
      return "pass";
    case Verdict::kRuleBroken:
      return "rule broken";
    case Verdict::kDataRace:
      return "data race";
    case Verdict::kDeadlock:
      return "deadlock";
    case Verdict::kLivelock:
      return "livelock";
    case Verdict::kMisuse:
      return "misuse";
    case Verdict::kLimit:
      return "limit";
    case Verdict::kNondeterminism:
      return "not deterministic";
    case Verdict::kDiverged:
      return "replay diverged";
  }
  return "?";
}

}  // namespace sim
