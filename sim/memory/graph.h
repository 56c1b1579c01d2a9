// The execution graph: events with program order (po), reads-from (rf) and coherence order (co),
// and the views that make RC11's rules cheap to ask.
#ifndef SIM_MEMORY_GRAPH_H_
#define SIM_MEMORY_GRAPH_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/memory/co_list.h"
#include "sim/memory/event.h"
#include "sim/memory/view.h"

namespace sim {

enum class Memory : std::uint8_t {
  kRc11,  // C11 as repaired by Lahav et al., PLDI 2017; release sequences as in C++20
  kSc,    // every access sequentially consistent
};

// One execution, grown event by event; po and rf never form a cycle, since a read takes a write
// that is already there. The graph answers what a new event may do (coherence and atomicity by
// views, in time linear in the writes that are not yet known to the fiber; seq_cst by the psc
// axiom, only if a seq_cst event exists), and adds it.
//
// Invariants: (1) events are in order of addition, and each fiber's in program order; (2) the co of
// a location holds its initial write first; (3) an exclusive write directly follows, in co, the
// write that its read reads from; (4) every event added keeps the graph consistent.
// Thread safety: none.
class Graph {
 public:
  // Writes, by their place in co, from `first` to the end of the location's co.
  struct Range {
    std::uint32_t first;
    std::uint32_t end;
    std::uint32_t size() const { return end - first; }
  };
  struct Location {
    CoList co;
    bool dead = false;  // its object was destroyed
  };

  // Empties the graph; fiber 0 exists again. Keeps its memory.
  void Clear(Memory memory);

  // Fibers: 0 is the main one. The new fiber knows all that its creator knows.
  int AddFiber(int creator);
  EventId AddJoin(int fiber, int joined);  // requires: AddEnd(joined) was called
  EventId AddEnd(int fiber);

  LocationId AddLocation(std::uint64_t initial);

  // The writes that coherence lets `fiber` read next: the co-latest one that it knows of (it is
  // in the fiber's view, or a read of it is), and everything after.
  Range Readable(int fiber, LocationId location) const;
  // Whether `fiber` knows of the write: it, or a read of it, happens before the fiber's next event.
  bool Known(int fiber, EventId write) const { return Known(fibers_[fiber].hb, write); }
  bool Known(const View& known, EventId write) const {
    const Event& e = events_[write];
    return known.Contains(e.fiber, e.pos) || views_[write].touch.SeenBy(known, lanes_);
  }
  // Whether the write at `place` already feeds a successful read-modify-write.
  bool Taken(LocationId location, std::uint32_t place) const {
    const CoList& co = locations_[location].co;
    return place + 1 < co.size() && events_[co[place + 1]].exclusive;
  }
  // Whether a seq_cst event exists, so that ...KeepsPsc must be asked before a choice is offered.
  bool has_seq_cst() const { return seq_cst_events_ > 0; }
  // Whether psc stays acyclic (it always does at the newest place, which nothing comes after) if
  // `fiber` now reads the write at `place`, or (write) puts a write right after it, or (exclusive)
  // does both.
  bool ReadKeepsPsc(int fiber, LocationId location, Order order, std::uint32_t place);
  bool WriteKeepsPsc(int fiber, LocationId location, Order order, std::uint32_t place);
  bool UpdateKeepsPsc(int fiber, LocationId location, Order order, std::uint32_t place);

  // Add an event. `place` is in Readable's range; a write goes right after it, and must not come
  // between a read-modify-write's source and its write.
  EventId AddRead(int fiber, LocationId location, Order order, std::uint32_t place);
  EventId AddWrite(int fiber, LocationId location, Order order, std::uint64_t value,
                   std::uint32_t place);
  // A read-modify-write: a read, then its exclusive write right after its source.
  EventId AddUpdate(int fiber, LocationId location, Order order, std::uint64_t value,
                    std::uint32_t place);
  EventId AddFence(int fiber, Order order);
  EventId AddChoice(int fiber, std::uint32_t pick, std::uint32_t options);

  // Reading the graph.
  std::size_t size() const { return count_; }
  const Event& event(EventId id) const { return events_[id]; }
  const View& hb(EventId id) const { return views_[id].hb; }
  const Location& location(LocationId id) const { return locations_[id]; }
  std::size_t locations() const { return location_count_; }
  int fibers() const { return fiber_count_; }
  int lanes() const { return lanes_; }
  Memory memory() const { return memory_; }
  std::uint64_t value(LocationId location, std::uint32_t place) const {
    return events_[locations_[location].co[place]].value;
  }
  EventId newest(LocationId location) const { return locations_[location].co.back(); }
  // Events of `fiber` so far: the position of its next one.
  int position(int fiber) const { return fibers_[fiber].hb[fiber]; }
  // What happens before `fiber`'s next event.
  const View& known(int fiber) const { return fibers_[fiber].hb; }
  // Whether every access to the location happens before `fiber`'s next event.
  bool KnowsAllAccesses(int fiber, LocationId location) const;
  void MarkDead(LocationId location) { locations_[location].dead = true; }

 private:
  struct FiberViews {
    View hb;   // happens-before, the fiber's own events included
    View acq;  // what an acquire fence here would bring in
    View rel;  // what a relaxed write here publishes because of a release fence before it
  };
  struct EventViews {
    View hb;           // of any event, itself included
    View msg;          // writes: what an acquire read of it brings in
    FirstTouch touch;  // writes: itself and its reads
  };

  EventId Append(int fiber, EventKind kind, Order order);
  // The same for an event that accesses no location.
  EventId AppendMarker(int fiber, EventKind kind, Order order, int value);
  EventId InsertWrite(int fiber, LocationId location, Order order, std::uint64_t value,
                      std::uint32_t place);
  void Grow();
  // Takes back the newest event; `before` is its fiber's state before it.
  void TakeBack(EventId id, const FiberViews& before);
  Order Effective(Order order) const {
    return {static_cast<std::uint8_t>((order.bits | always_) & ~never_)};
  }

  Memory memory_ = Memory::kRc11;
  std::uint8_t always_ = 0;  // order bits that every event has, and that none has
  std::uint8_t never_ = 0;
  int fiber_count_ = 1;
  int lanes_ = 1;  // never shrinks: lanes above are zero in every view
  std::size_t count_ = 0;
  std::size_t location_count_ = 0;
  int seq_cst_events_ = 0;
  std::size_t capacity_ = 0;
  std::unique_ptr<Event[]> events_;      // the first count_ are the graph
  std::unique_ptr<EventViews[]> views_;  // of the same events
  std::vector<Location> locations_;      // the first location_count_ are the graph's
  FiberViews fibers_[kMaxFibers];
};

}  // namespace sim

#include "sim/memory/graph_inline.h"  // IWYU pragma: export

#endif  // SIM_MEMORY_GRAPH_H_
