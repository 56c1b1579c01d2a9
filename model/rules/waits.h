// The rules on what a wait for arrived is good for: R3 and R17.
#ifndef MODEL_RULES_WAITS_H_
#define MODEL_RULES_WAITS_H_

#include <cstdint>
#include <string>

#include "model/facts.h"
#include "model/rules.h"

namespace model {

// Bytes that a caller has read. `tainted`: after a wait that failure ended, so that they are
// whatever the areas happen to hold.
struct Got {
  std::string bytes;
  bool tainted = false;
};

// The running fiber is about to read bytes of the transfers up to c of c's run: they have landed
// for it, and it knows so.
void CheckBeforeRead(Facts& facts, std::uint64_t c);

// It found `bytes` at `place` of the copy of inbound that c's run uses: what was placed for the
// run's transfers up to c, and zeros between them.
void CheckRead(Facts& facts, std::uint64_t c, std::uint64_t place, const std::string& bytes);

// The caller uses what it read, for whatever purpose.
void CheckUse(const Got& got);

}  // namespace model

#endif  // MODEL_RULES_WAITS_H_
