// The events of an execution graph.
#ifndef SIM_MEMORY_EVENT_H_
#define SIM_MEMORY_EVENT_H_

#include <atomic>
#include <cstdint>

namespace sim {

// An event's place in the order of addition, from 0. Initial writes are events too, below 0: no
// program order has them.
using EventId = std::int32_t;
inline constexpr EventId kNoEvent = INT32_MIN;

// A location's place in the order of creation, from 0.
using LocationId = std::uint32_t;

// Before all events: nothing happens before it, nor does it happen.
inline constexpr EventId kBeginning = -1;
constexpr EventId InitOf(LocationId location) { return -2 - static_cast<EventId>(location); }

enum class EventKind : std::uint8_t {
  kInit,   // the initial write of a location; everything happens after it
  kRead,   // a load, or the read of a read-modify-write
  kWrite,  // a store, or the exclusive write of a read-modify-write (right after its read)
  kFence,
  kCreate,  // a fiber is created (value: its number)
  kJoin,    // fibers ended that the fiber waited for (value: one bit each)
  kChoice,  // a value was chosen (value: it; location: the number of options)
  kNever,   // a wait for `location` that is never satisfied: the fiber's last event
};

// How an event orders others. Stronger orders include the weaker ones.
struct Order {
  enum Bits : std::uint8_t {
    kRelaxed = 0,
    kAcquire = 1,
    kRelease = 2,
    kSeqCst = 4,
    kPlain = 8,  // not atomic: as relaxed, and a race with what is not ordered by happens-before
  };
  std::uint8_t bits = kRelaxed;

  constexpr bool acquire() const { return (bits & kAcquire) != 0; }
  constexpr bool release() const { return (bits & kRelease) != 0; }
  constexpr bool seq_cst() const { return (bits & kSeqCst) != 0; }
  constexpr bool plain() const { return (bits & kPlain) != 0; }

  friend bool operator==(const Order&, const Order&) = default;

  static constexpr Order Plain() { return {kPlain}; }
  static constexpr Order Of(std::memory_order order) {
    switch (order) {
      case std::memory_order_relaxed:
        return {};
      case std::memory_order_consume:  // not modelled: as acquire, its usual implementation
      case std::memory_order_acquire:
        return {kAcquire};
      case std::memory_order_release:
        return {kRelease};
      case std::memory_order_acq_rel:
        return {kAcquire | kRelease};
      case std::memory_order_seq_cst:
        break;
    }
    return {kAcquire | kRelease | kSeqCst};
  }
};

struct Event {
  std::uint64_t value = 0;  // what was read or written, in the bits of the declared type
  EventId rf = kNoEvent;    // reads: the write read from
  LocationId location = 0;  // reads and writes
  EventId next = kNoEvent;  // with a history: its fiber's next event
  // What a read was asked for, as the exhaustive search numbers it; of a choice: 1 if a fault.
  std::uint32_t request = 0;
  std::int16_t pos = 0;    // place in its fiber's program order, from 0; -1 for kInit
  std::uint8_t fiber = 0;  // 0 for kInit
  EventKind kind = EventKind::kInit;
  Order order;
  bool exclusive = false;  // the read or the write of a read-modify-write that succeeded
  bool added_max = true;   // for the exhaustive search: it took what is taken first
  bool ends = false;       // with a history: nothing but its fiber's end comes after it

  bool is_write() const { return kind == EventKind::kWrite || kind == EventKind::kInit; }
  bool is_read() const { return kind == EventKind::kRead; }
};

}  // namespace sim

#endif  // SIM_MEMORY_EVENT_H_
