// A rail on real threads, between two ends in this process's memory.
#ifndef PROTOCOL_STD_RAIL_H_
#define PROTOCOL_STD_RAIL_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "protocol/direct_rail.h"
#include "protocol/end_table.h"
#include "protocol/live_end.h"
#include "protocol/rail_layout.h"
#include "protocol/records.h"
#include "protocol/std_policy.h"
#include "protocol/transfer.h"

namespace protocol {

using StdEndTable = EndTable<StdPolicy>;

// The counts of an end that StdRail provides, as the atomics they are.
Counts<StdPolicy>& CountsOf(const End& end);

// Runs the reference rail, with a thread for each direction that has transfers. Ends are numbered:
// end 0 sends `send`, end 1 receives it and sends `receive`.
//
// The ends live while the rail, or a record of one of them, does. The rail ends when Stop is called
// or nothing is left that keeps it.
class StdRail : public std::enable_shared_from_this<StdRail> {
 public:
  // Starts the rail. Each end is added to its machine's table, so it may be born failed. Requires
  // that CheckTransfers accepts the transfers. Resource exhausted if memory or threads are.
  static absl::StatusOr<std::shared_ptr<StdRail>> Start(std::vector<Transfer> send,
                                                        std::vector<Transfer> receive,
                                                        std::shared_ptr<StdEndTable> machine0,
                                                        std::shared_ptr<StdEndTable> machine1);
  ~StdRail();

  // Ends the rail: returns when it moves nothing any more and nobody wakes it. Counts stay, and a
  // job that fails later still raises them. May be called again, and from any thread.
  void Stop();

  // The record of the end on a machine; nothing if the rail has no end there.
  std::optional<End> EndOn(const StdEndTable& machine);

 private:
  struct Side;
  StdRail(std::vector<Transfer> send, std::vector<Transfer> receive,
          std::shared_ptr<StdEndTable> machine0, std::shared_ptr<StdEndTable> machine1);
  End Record(Side& side);

  // By the number of the end that sends.
  const std::vector<Transfer> transfers_[2];
  std::unique_ptr<Side> sides_[2];
  std::unique_ptr<DirectRail<StdPolicy>> rails_[2];
  std::optional<StdPolicy::thread> threads_[2];  // none for a direction without transfers
  std::once_flag stopped_;
};

}  // namespace protocol

// The ready function of every end that StdRail provides (see rail_ready_fn).
extern "C" void railyard_ready(void* counts, uint64_t c);

#endif  // PROTOCOL_STD_RAIL_H_
