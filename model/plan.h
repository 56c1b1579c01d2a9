// What a rail is to carry in one execution.
#ifndef MODEL_PLAN_H_
#define MODEL_PLAN_H_

#include <cstdint>
#include <vector>

#include "protocol/transfer.h"

namespace model {

// What one direction carries. No transfer: nothing.
struct Load {
  std::vector<protocol::Transfer> transfers = {};
  std::uint64_t runs = 0;
  // Ready is called once for each run, for its last transfer, and the receiver waits for and reads
  // whole runs. Needed where transfers overlap: a transfer's bytes are then not all its own.
  bool whole_runs = false;

  std::uint64_t n() const { return transfers.size(); }
  std::uint64_t last() const { return n() * runs; }  // the last count
};

// A rail between the machines A and B.
struct Plan {
  Load there;                  // from A to B
  Load back = {};              // from B to A
  std::uint32_t failures = 0;  // how many fibers may fail the job, each at any moment
  // Whether they surely do.
  bool certain = false;
  // Whether a failure may choose a count of `there` that is to have arrived before it strikes. It
  // strikes at any moment without, but chance alone rarely makes it late.
  bool failure_waits = true;
  // Whether the rail polls ready (protocol::PollingRail) instead of being woken.
  bool polls = false;
  // Whether the rules on single stores of counts (R1, R7, R14) are watched. Without them a lowered
  // count is noticed by what it does to the transfers.
  bool watch_stores = true;
};

// The byte that the caller places at `place` of the copy of outbound that a run uses. Never 0,
// which is what areas hold at first; different in neighbouring runs, copies and places.
constexpr unsigned char ByteAt(int direction, std::uint64_t run, std::uint64_t place) {
  return static_cast<unsigned char>(1 + (direction * 151 + run * 101 + place * 7) % 255);
}

}  // namespace model

#endif  // MODEL_PLAN_H_
