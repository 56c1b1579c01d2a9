// A finished execution as the axioms see it: events, reads-from and coherence order. Nothing of
// the engine is in here.
#ifndef TESTS_AXIOMS_EXECUTION_H_
#define TESTS_AXIOMS_EXECUTION_H_

#include <cstdint>
#include <optional>
#include <vector>

namespace axioms {

enum class Kind {
  kInit,   // the initial write of a location; in no fiber
  kRead,   // a load, or the first half of an update (a read-modify-write)
  kWrite,  // a store, or the second half of an update
  kFence,
  kCreate,  // fiber `other` is created
  kStart,   // a fiber's first event
  kEnd,     // a fiber's last event
  kJoin,    // the end of fiber `other` is waited for
  kOther,   // of no concern to memory
};

// The paper's modes: na < rlx < rel, acq < acqrel < sc.
enum class Mode { kPlain, kRelaxed, kRelease, kAcquire, kAcqRel, kSeqCst };

struct Event {
  Kind kind = Kind::kOther;
  int fiber = -1;     // from 0; -1 for kInit
  int location = -1;  // from 0; of reads and writes
  Mode mode = Mode::kRelaxed;
  bool update = false;  // half of an update: its write comes directly after its read
  int rf = -1;          // of reads: the index of the write read from
  int other = -1;       // of kCreate and kJoin
  std::optional<std::uint64_t> value = {};  // read or written, if it is known
};

struct Execution {
  std::vector<Event> events;         // those of a fiber in program order
  std::vector<std::vector<int>> co;  // by location, all its writes, the initial one first

  int size() const { return static_cast<int>(events.size()); }
  const Event& event(int i) const { return events[static_cast<std::size_t>(i)]; }
};

}  // namespace axioms

#endif  // TESTS_AXIOMS_EXECUTION_H_
