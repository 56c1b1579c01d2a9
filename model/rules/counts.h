// The rules on single stores of counts: R1, R6, R7, R12, R13, R14, and R8's "only then".
#ifndef MODEL_RULES_COUNTS_H_
#define MODEL_RULES_COUNTS_H_

#include <cstdint>

#include "model/crew.h"
#include "model/facts.h"

namespace model {

enum class Count : std::uint8_t { kReady, kSent, kArrived };

// What all directions of a job share.
struct Job {
  bool failing = false;  // its failure has begun
  bool failed = false;   // and has been told to every machine
  bool watch_stores = true;
};

// The count `which` of a direction was stored: in coherence order the newest value was `before` and
// now is `after` (the same, if the store is not the newest). Called by a watcher of the word, so
// that it does not matter whose code stores.
void CheckStore(Facts& facts, const Job& job, const Crew& crew, Count which, std::uint64_t before,
                std::uint64_t after);

// ready(c) has returned to its caller (R14).
void CheckReadyReturned(const Facts& facts, const Job& job, std::uint64_t c);

}  // namespace model

#endif  // MODEL_RULES_COUNTS_H_
