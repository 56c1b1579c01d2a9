// One machine's end of a rail while it is in use: what the rail and the end's callers share.
#ifndef PROTOCOL_LIVE_END_H_
#define PROTOCOL_LIVE_END_H_

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "protocol/count.h"
#include "protocol/layout.h"
#include "protocol/policy.h"
#include "protocol/rail_layout.h"

namespace protocol {

// What a report calls the parts of an end. The strings outlive the end.
struct EndNames {
  const char* ready = "ready";
  const char* sent = "sent";
  const char* arrived = "arrived";
  const char* outbound = "outbound";
  const char* inbound = "inbound";
  const char* stopped = "stopped";
  const char* bell = "bell";
};

// The counts of an end. With StdPolicy these are the bytes of the counts area itself.
template <Policy P>
struct Counts {
  // A count starts at 0; `start` is for those who try what happens near a word's limits.
  explicit Counts(const EndNames& names = {}, uint64_t start = 0)
      : ready(start, names.ready), sent(start, names.sent), arrived(start, names.arrived) {}

  alignas(rail_sent_offset) typename P::template atomic<uint64_t> ready;
  alignas(rail_sent_offset) typename P::template atomic<uint64_t> sent;
  alignas(rail_sent_offset) typename P::template atomic<uint64_t> arrived;
};

// An end: its counts, which may outlive it, its landing areas, and what stops and wakes the rail
// that carries what this machine sends.
//
// The virtual functions are the steps that an end takes. Deriving and overriding one gives a rail
// with one known bug, for those who test a checker.
//
//   1. Every update of a count is "grow to", in one atomic step: none lowers a count (R1, R7).
//   2. `stopped` is set before a count is raised to kFailed, so that whoever acquires kFailed from
//      a count finds it set, and takes it for no count (R2).
//   3. The bell is rung after what it tells of is written (R9).
//
// Thread safety: all functions may be called from any thread while the end lives.
template <Policy P>
class LiveEnd {
 public:
  LiveEnd(Counts<P>& counts, const EndLayout& layout, const EndNames& names = {})
      : counts(counts),
        outbound(layout.outbound, names.outbound),
        inbound(layout.inbound, names.inbound),
        stopped(false, names.stopped),
        bell(names.bell) {}
  virtual ~LiveEnd() = default;
  LiveEnd(const LiveEnd&) = delete;
  LiveEnd& operator=(const LiveEnd&) = delete;

  // Advances ready to at least c and wakes the rail: the bytes of every transfer up to c are
  // placed. Callers may come in any order. What is no count (C4) is ignored; an end that sends
  // nothing has no rail to wake (R20).
  virtual void Ready(uint64_t c) {
    if (!IsCount(c)) return;
    GrowReady(c);
    if (outbound.size() > 0) Wake();
  }

  // The job has failed: no wait for a count of this end blocks from now on (R8).
  virtual void Fail() {
    Stop();
    RaiseReady();
    RaiseSent();
    RaiseArrived();
    Wake();
  }

  // The rail starts no further transfer from this end. Raises no count.
  virtual void Close() {
    Stop();
    Wake();
  }

  Counts<P>& counts;
  typename P::area outbound;
  typename P::area inbound;
  typename P::template atomic<bool> stopped;
  typename P::doorbell bell;

 protected:
  virtual void GrowReady(uint64_t c) { P::FetchMax(counts.ready, c, std::memory_order_release); }
  virtual void Wake() { bell.ring(); }
  virtual void Stop() { stopped.store(true, std::memory_order_release); }
  virtual void RaiseReady() { P::FetchMax(counts.ready, kFailed, std::memory_order_release); }
  virtual void RaiseSent() { P::FetchMax(counts.sent, kFailed, std::memory_order_release); }
  virtual void RaiseArrived() { P::FetchMax(counts.arrived, kFailed, std::memory_order_release); }
};

}  // namespace protocol

#endif  // PROTOCOL_LIVE_END_H_
