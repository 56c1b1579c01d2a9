// Which commands the dispatcher takes, and why it rejects the others.
//
// S: an exclusive command taken while any command on an overlapping group is in flight is rejected,
// reason 11, not queued. O: so is a shared command that meets an exclusive one (the symmetric
// reading). Shared commands overlap freely. The check spans all rings of a grid: it protects cores.

#ifndef GRID_MODEL_ADMISSION_H_
#define GRID_MODEL_ADMISSION_H_

#include <cstddef>
#include <cstdint>
#include <map>

#include "grid_model/grid.h"
#include "grid_model/group.h"
#include "grid_model/kmx.h"

namespace grid_model {

// What is wrong with the command itself, in the order of the reasons: 1 to 7, or KMX_REASON_NONE.
// `partition` is the group of cores the run may use.
kmx_reason CheckCommand(const kmx_command& command, const Grid& grid, const Group& partition);

// A reason in words, "exclusive conflict" for 11; "unknown reason" for a number without one.
const char* ReasonText(uint32_t reason);

// The commands in flight on one grid: from their take until the entry is removed, which must come
// before their event is published (so whoever has seen a STEP's event gets no 11 for it).
class InFlight {
 public:
  using Entry = uint64_t;
  static constexpr std::size_t kMaxEntries = 64;  // O

  struct Taken {
    kmx_reason reason = KMX_REASON_NONE;
    Entry entry = 0;  // valid if reason is KMX_REASON_NONE
  };

  // Takes the command, or says why not: KMX_REASON_DISPATCHER_FULL, KMX_REASON_EXCLUSIVE.
  Taken Take(const kmx_command& command);
  void Remove(Entry entry) { commands_.erase(entry); }
  std::size_t size() const { return commands_.size(); }

 private:
  std::map<Entry, kmx_command> commands_;
  Entry next_ = 1;
};

}  // namespace grid_model

#endif  // GRID_MODEL_ADMISSION_H_
