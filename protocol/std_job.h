// A job whose machines are all in this process: the provider of hosts and rails on real threads.
#ifndef PROTOCOL_STD_JOB_H_
#define PROTOCOL_STD_JOB_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "protocol/proxy.h"
#include "protocol/records.h"
#include "protocol/std_rail.h"
#include "protocol/transfer.h"

namespace protocol {

// The machine of the process itself has no host record, as it is no proxy; it is the one that a
// rail without a peer goes to.
//
//   1. The first cause of a failure is kept (R22).
//   2. A rail that is made while the job fails or closes is failed or closed too (R16).
//
// Thread safety: all functions may be called from any thread. A host keeps its job.
class StdJob : public std::enable_shared_from_this<StdJob> {
 public:
  // What a host's Threads() answers for each program.
  using Programs = std::map<int64_t, std::vector<std::optional<int64_t>>>;

  static std::shared_ptr<StdJob> Create() { return std::shared_ptr<StdJob>(new StdJob); }

  // A further machine of the job.
  std::shared_ptr<const Host> AddMachine(std::string name, Programs programs = {});

  // The end of a rail on a host's machine, by the rail's id, as code that runs there finds it.
  // Nothing if the rail has no end there or is gone.
  std::optional<End> Find(const Host& host, int64_t rail);

  // Raises every count of every end (R8).
  void Fail(const std::string& cause);

  // Ends every rail. Raises no count. Returns when nothing moves any more.
  void Close();

 private:
  class Machine;

  StdJob() = default;
  const Machine* MachineOf(const Host& host) const;
  absl::Status Usable() const;  // whether rails can be made, and why not; takes no lock
  absl::StatusOr<Rail> ProvideRail(const Machine& home, const Host* peer,
                                   std::span<const Transfer> send,
                                   std::span<const Transfer> receive);

  const std::shared_ptr<StdEndTable> local_ = std::make_shared<StdEndTable>();
  std::mutex mutex_;  // guards all below
  std::vector<std::shared_ptr<StdEndTable>> machines_{local_};
  std::map<int64_t, std::weak_ptr<StdRail>> rails_;
  int64_t next_rail_ = 0;
  std::optional<std::string> failure_;
  bool closed_ = false;
};

}  // namespace protocol

#endif  // PROTOCOL_STD_JOB_H_
