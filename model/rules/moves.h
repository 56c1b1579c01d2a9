// The rules on what the rail moves, and when: R2, R4, R5, R11, R12, and the rail's half of R3.
//
// The rail's accesses to landing areas are seen where they happen. In each area the next access is
// to be the next count's: its bytes, at its place, in its run's copy. An access that is not is R5;
// where it fits another transfer that the rail might move now, the count stored next decides
// between R5 (the wrong place for the right count) and R12 (the wrong count).
#ifndef MODEL_RULES_MOVES_H_
#define MODEL_RULES_MOVES_H_

#include <cstddef>
#include <cstdint>

#include "model/facts.h"
#include "model/rules.h"

namespace model {

// The rail is about to read [first, first + count) of the sender's outbound.
void CheckSourceRead(Facts& facts, std::size_t first, std::size_t count, sim::Site site);

// The rail is about to write [first, first + count) of the receiver's inbound.
void CheckLanding(Facts& facts, std::size_t first, std::size_t count, sim::Site site);

// The rail touches an area that it has no business in.
void CheckWrongArea(const Facts& facts, const char* area, bool write, sim::Site site);

// sent reached c: the source is read, and ready was called for it.
void CheckSent(Facts& facts, std::uint64_t c);

// arrived reached c: the bytes have landed, and ready was called for it.
void CheckArrived(Facts& facts, std::uint64_t c);

// The rail stored the count `stored`, or (0) has ended: an access that went astray is named.
void CheckAstrayAtStore(Facts& facts, std::uint64_t stored);

// A caller is about to read bytes of `run`: an access that went astray may just have overwritten
// them.
void CheckAstrayAtRead(const Facts& facts, std::uint64_t run);

}  // namespace model

#endif  // MODEL_RULES_MOVES_H_
