// The tests that make each graph come up once: may this write revisit that read?
#ifndef SIM_EXPLORE_MAXIMAL_H_
#define SIM_EXPLORE_MAXIMAL_H_

#include <cstdint>

#include "sim/explore/repeat.h"

namespace sim {

// A write that would revisit a read: what was added after the read is dropped, but for the write's
// causal past.
struct Revisit {
  int read;
  int write;            // kNoStamp if it is not in the graph
  std::uint32_t place;  // the write lies right after this place, or at the next one
  bool exclusive;       // it is an update's
  const View* past;     // porf of the write
};

// Whether coherence lets the read take a write that lies right after `place`: its fiber knows of
// none that is newer.
bool Coherent(const Repeat& run, int read, std::uint32_t place);

// Whether the read, and each event that would be dropped, was *added maximally*: took what the
// search takes first in the graph that would be kept with what was there before it. TruSt, POPL
// 2022, section 4; only then this way to the smaller graph is the one that counts.
bool AddedMaximally(const Repeat& run, const Revisit& revisit);

}  // namespace sim

#endif  // SIM_EXPLORE_MAXIMAL_H_
