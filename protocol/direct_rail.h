// The reference rail: what carries one direction of a rail straight from one landing area to the
// other, written once over the policy.
#ifndef PROTOCOL_DIRECT_RAIL_H_
#define PROTOCOL_DIRECT_RAIL_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "protocol/count.h"
#include "protocol/live_end.h"
#include "protocol/policy.h"
#include "protocol/transfer.h"

namespace protocol {

// Carries `transfers` from `sender` to `receiver`, in count order, each exactly once (R12), until
// the sender's end is stopped. A rail is two of these, one for each direction that has transfers.
//
//   1. A transfer moves only after ready was seen to reach its count (R2).
//   2. Its bytes are in place before arrived grows (R3) and read before sent grows (R4). The two
//      counts are independent and grow in either order (R13).
//   3. The rail looks at ready when it starts and after each wake; a store to ready alone may go
//      unseen (R15). The bell is waited for only after what was ready is moved (R9).
//
// The virtual functions are the steps; see LiveEnd. Both ends and `transfers` outlive the rail,
// and the ends' areas are those that LayoutOf gives for `transfers`.
//
// Thread safety: one thread runs it, with others at the ends.
template <Policy P>
class DirectRail {
 public:
  DirectRail(LiveEnd<P>& sender, LiveEnd<P>& receiver, std::span<const Transfer> transfers)
      : sender_(sender), receiver_(receiver), transfers_(transfers) {}
  virtual ~DirectRail() = default;
  DirectRail(const DirectRail&) = delete;
  DirectRail& operator=(const DirectRail&) = delete;

  // Carries the counts from `first` to `last`; returns after `last` or once stopped. A direction
  // without transfers has no runs: returns at once (R20).
  void Run(uint64_t first = 1, uint64_t last = kLastCount) {
    if (transfers_.empty()) return;
    uint64_t ready = LoadReady();
    for (uint64_t next = first; next <= last && !Stopped();) {
      if (next <= ready) {
        Move(next++);
      } else {
        ready = WaitFor(next);
      }
    }
  }

 protected:
  // Waits for what may tell that ready has reached `c`; what it is then.
  virtual uint64_t WaitFor(uint64_t /*c*/) {
    Wait();
    return LoadReady();
  }
  virtual void Wait() { sender_.bell.wait(); }
  virtual uint64_t LoadReady() { return sender_.counts.ready.load(std::memory_order_acquire); }
  virtual bool Stopped() { return sender_.stopped.load(std::memory_order_acquire); }

  virtual void Move(uint64_t c) {
    CopyBytes(c);
    if (P::Choose(2) == 0) {
      GrowArrived(c);
      GrowSent(c);
    } else {
      GrowSent(c);
      GrowArrived(c);
    }
  }

  virtual void CopyBytes(uint64_t c) {
    P::Copy(receiver_.inbound, DestinationOffset(c), sender_.outbound, SourceOffset(c),
            TransferOf(c).length);
  }

  virtual void GrowArrived(uint64_t c) {
    P::FetchMax(receiver_.counts.arrived, c, std::memory_order_release);
  }
  virtual void GrowSent(uint64_t c) {
    P::FetchMax(sender_.counts.sent, c, std::memory_order_release);
  }

  virtual CountName Name(uint64_t c) { return NameOf(c, transfers_.size()); }
  virtual uint64_t SourceOffset(uint64_t c) {
    return Name(c).copy * SourceCopyBytes() + TransferOf(c).src;
  }
  virtual uint64_t DestinationOffset(uint64_t c) {
    return Name(c).copy * DestinationCopyBytes() + TransferOf(c).dst;
  }

  const Transfer& TransferOf(uint64_t c) { return transfers_[Name(c).transfer]; }
  uint64_t SourceCopyBytes() const { return sender_.outbound.size() / rail_copies; }
  uint64_t DestinationCopyBytes() const { return receiver_.inbound.size() / rail_copies; }

  LiveEnd<P>& sender_;
  LiveEnd<P>& receiver_;
  const std::span<const Transfer> transfers_;
};

}  // namespace protocol

#endif  // PROTOCOL_DIRECT_RAIL_H_
