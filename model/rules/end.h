// The rules on how a job ends: R8 and R9.
#ifndef MODEL_RULES_END_H_
#define MODEL_RULES_END_H_

#include "model/facts.h"
#include "model/rules/counts.h"

namespace model {

// All fibers of the job have ended. If it failed, every count of both ends of the direction is max
// (R8); if not, all that was ready is sent and has arrived (R9).
//
// A wait that never ends is the engine's own finding, a deadlock.
void CheckEnd(Facts& facts, const Job& job);

}  // namespace model

#endif  // MODEL_RULES_END_H_
