// The records of a rail and of its ends: what code that uses a rail is given.
#ifndef PROTOCOL_RECORDS_H_
#define PROTOCOL_RECORDS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "protocol/rail_layout.h"

namespace protocol {

// Host memory of an end. It lives as long as one copy of this value does; a default one is empty.
class Area {
 public:
  Area() = default;
  Area(std::shared_ptr<std::byte> data, size_t size) : data_(std::move(data)), size_(size) {}

  std::byte* data() const { return data_.get(); }
  size_t size() const { return size_; }

 private:
  std::shared_ptr<std::byte> data_;
  size_t size_ = 0;
};

// One machine's end of a rail. Copies are the same end.
//
// Work that uses an end must keep it, or its rail, until it is done (C5).
//
// Thread safety: as of a value; Ready() may be called from any thread.
class End {
 public:
  // A provider's new end. The provider owns the areas and the transport and arranges that they live
  // as the records promise; nothing is registered here. Never called with the fields of an existing
  // end.
  static End Provide(Area outbound, Area inbound, Area counts, std::function<void(uint64_t)> ready,
                     rail_ready_fn ready_fn) {
    return End(std::move(outbound), std::move(inbound), std::move(counts), std::move(ready),
               ready_fn);
  }

  // Two copies, one after the other, of the bytes this machine sends: each the largest src + length
  // of its transfers, rounded up to a multiple of 256. Empty if it sends nothing.
  const Area& outbound() const { return outbound_; }
  // Two copies of the bytes this machine receives: each the largest dst + length, rounded up
  // likewise. Empty if it receives nothing.
  const Area& inbound() const { return inbound_; }
  // ready, sent and arrived, at the places that rail_layout.h names. They start at 0.
  const Area& counts() const { return counts_; }

  // Advances ready to at least c with release order and wakes the rail. A failed job's count stays
  // at kFailed. Until the rail ends.
  void Ready(uint64_t c) const { ready_(c); }
  // The C function that does so when called with counts().data() as it is in this process's memory;
  // once the rail has ended, it still advances ready and wakes nothing.
  rail_ready_fn ready_fn() const { return ready_fn_; }

 private:
  End(Area outbound, Area inbound, Area counts, std::function<void(uint64_t)> ready,
      rail_ready_fn ready_fn)
      : outbound_(std::move(outbound)),
        inbound_(std::move(inbound)),
        counts_(std::move(counts)),
        ready_(std::move(ready)),
        ready_fn_(ready_fn) {}

  Area outbound_;
  Area inbound_;
  Area counts_;
  std::function<void(uint64_t)> ready_;
  rail_ready_fn ready_fn_;
};

// A rail. Its value, or its local end, keeps both ends alive; closing or failing the job stops its
// transfers. Copies are the same rail.
class Rail {
 public:
  // A provider's new rail. The provider owns its registration on both machines; `keep` is whatever
  // must live while this value does. Never called with the fields of an existing rail.
  static Rail Provide(int64_t id, std::optional<End> local, std::shared_ptr<const void> keep) {
    return Rail(id, std::move(local), std::move(keep));
  }

  // The rail's id among the job's rails, the same at both ends: by it a machine's compiled code
  // finds its end there.
  int64_t id() const { return id_; }
  // The end on this process's machine, if the rail has one.
  const std::optional<End>& local() const { return local_; }

 private:
  Rail(int64_t id, std::optional<End> local, std::shared_ptr<const void> keep)
      : id_(id), local_(std::move(local)), keep_(std::move(keep)) {}

  int64_t id_;
  std::optional<End> local_;
  std::shared_ptr<const void> keep_;
};

}  // namespace protocol

#endif  // PROTOCOL_RECORDS_H_
