// Proxies: devices of this process that stand for devices of another machine, and what compiled
// code is told of them.
#ifndef PROTOCOL_PROXY_H_
#define PROTOCOL_PROXY_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "protocol/capability.h"
#include "protocol/records.h"
#include "protocol/transfer.h"

namespace protocol {

// Another machine's host, which is the machine's device 0. A provider derives from it; a host's
// identity is its address.
//
// Thread safety: all functions may be called from any thread.
class Host {
 public:
  virtual ~Host() = default;
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  // The machine's name, as its devices' names end.
  const std::string& machine() const { return machine_; }

  // Makes a rail between this host's machine and the peer's, or this process's machine for null,
  // that carries `send` from this host's machine and `receive` to it. So a local end's outbound
  // carries `receive`. An invalid argument if the peer is this host, or CheckTransfers says so;
  // then a failed precondition, which names the cause, if the job has failed or is closed or the
  // peer is of another job.
  absl::StatusOr<Rail> MakeRail(const Host* peer, std::span<const Transfer> send,
                                std::span<const Transfer> receive) const;

  // What the machine's agent stated when it loaded the program that the host names `program`: the
  // most threads a group of each launch may have, in the order of the program's steps with a loop's
  // body in place. Empty for no such program.
  virtual std::vector<std::optional<int64_t>> Threads(int64_t program) const = 0;

 protected:
  explicit Host(std::string machine) : machine_(std::move(machine)) {}

 private:
  // Called with another host, or null, and with transfers that a rail can carry.
  virtual absl::StatusOr<Rail> ProvideRail(const Host* peer, std::span<const Transfer> send,
                                           std::span<const Transfer> receive) const = 0;

  const std::string machine_;
};

// Any other device of another machine.
struct Device {
  int64_t id;  // on its machine, which code names it by
};

// The record of a proxy.
using Proxy = std::variant<std::shared_ptr<const Host>, Device>;

// Compiled code finds a device's record as capability.Find(kProxyKey): null if it is no proxy.
inline constexpr Key<Proxy> kProxyKey("proxy");

// The record under its key, as a proxy carries it.
Capability Declare(Proxy proxy);

}  // namespace protocol

#endif  // PROTOCOL_PROXY_H_
