// The live ends of a machine, behind one lock.
#ifndef PROTOCOL_END_TABLE_H_
#define PROTOCOL_END_TABLE_H_

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <vector>

#include "protocol/count.h"
#include "protocol/live_end.h"
#include "protocol/policy.h"

namespace protocol {

// Finds a live end by the address of its counts, and fails them all. An end is added before anybody
// hears of it, and removed before it is destroyed.
//
//   1. An end is added and failed under the same lock: one that is made while or after the job
//      fails is born with its counts raised (R16).
//   2. An end is used under the lock that removing it takes: once Remove has returned, nobody who
//      came by its counts' address touches it (R10).
//
// The virtual functions are the steps; see LiveEnd.
//
// Thread safety: all functions may be called from any thread.
template <Policy P>
class EndTable {
 public:
  explicit EndTable(const char* name = "ends") : mutex_(name) {}
  virtual ~EndTable() = default;
  EndTable(const EndTable&) = delete;
  EndTable& operator=(const EndTable&) = delete;

  virtual void Add(LiveEnd<P>& end) {
    const std::lock_guard lock(mutex_);
    ends_.push_back(&end);
    if (failed_) end.Fail();
  }

  virtual void Remove(LiveEnd<P>& end) {
    const std::lock_guard lock(mutex_);
    std::erase(ends_, &end);
  }

  // What an end's ready function does: advances ready in `counts`, which live, and wakes the rail
  // if the end is in the table.
  virtual void Ready(Counts<P>& counts, uint64_t c) {
    const std::lock_guard lock(mutex_);
    const auto live = std::find_if(ends_.begin(), ends_.end(),
                                   [&](const LiveEnd<P>* end) { return &end->counts == &counts; });
    if (live != ends_.end()) {
      (*live)->Ready(c);
    } else if (IsCount(c)) {
      P::FetchMax(counts.ready, c, std::memory_order_release);
    }
  }

  // The job has failed on this machine.
  virtual void Fail() {
    const std::lock_guard lock(mutex_);
    failed_ = true;
    for (LiveEnd<P>* end : ends_) end->Fail();
  }

 protected:
  typename P::mutex mutex_;
  std::vector<LiveEnd<P>*> ends_;  // in order of addition; guarded by mutex_, as is failed_
  bool failed_ = false;
};

}  // namespace protocol

#endif  // PROTOCOL_END_TABLE_H_
