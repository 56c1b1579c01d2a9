// The caller's duties: C1, C2, C3; and R4 where the caller did its own.
#ifndef MODEL_RULES_DUTIES_H_
#define MODEL_RULES_DUTIES_H_

#include <cstdint>

#include "model/facts.h"
#include "model/rules.h"

namespace model {

// The running fiber is about to place the bytes of c: for it, sent has reached every count that
// read those bytes before (C2). If it did wait with acquire order, and yet does not see the rail's
// store, the rail is to blame (R4).
void CheckBeforePlace(Facts& facts, std::uint64_t c);

// The running fiber is about to call ready(c): it knows all bytes up to c to be placed (C1), and
// all reads of the run before the last to be over (C3).
void CheckBeforeReady(Facts& facts, std::uint64_t c);

// The running fiber is about to read bytes of `run`: ready was not yet called for the run that
// lands on them (C3).
void CheckInboundOrder(const Facts& facts, std::uint64_t run);

}  // namespace model

#endif  // MODEL_RULES_DUTIES_H_
