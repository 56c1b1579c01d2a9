// The execution graph: events with program order (po), reads-from (rf) and coherence order (co),
// and the views that make RC11's rules cheap to ask.
#ifndef SIM_MEMORY_GRAPH_H_
#define SIM_MEMORY_GRAPH_H_

#include <cstdint>
#include <span>
#include <vector>

#include "sim/memory/co_list.h"
#include "sim/memory/event.h"
#include "sim/memory/event_store.h"
#include "sim/memory/view.h"

namespace sim {

enum class Memory : std::uint8_t {
  kRc11,  // C11 as repaired by Lahav et al., PLDI 2017; release sequences as in C++20
  kSc,    // every access sequentially consistent
};

// One execution, grown event by event; po and rf never form a cycle, since a read takes a write
// that is already there. The graph answers what a new event may do (coherence and atomicity by
// views, in time linear in the writes that are not yet known to the fiber; seq_cst by the psc
// axiom, only if a seq_cst event exists), and adds it. With a history it can also be cut and
// changed (graph_cut.cc), for the search that keeps graphs from run to run.
//
// Invariants: (1) events are in order of addition, and each fiber's in program order; (2) the co of
// a location holds its initial write first; (3) an exclusive write directly follows, in co, the
// write that its read reads from; (4) every event added keeps the graph consistent. Thread safety:
// none.
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
    CoList readers;  // with a history: the reads, in order of addition
  };
  enum class History : bool { kNone, kKept };

  explicit Graph(History history = History::kNone) : history_(history == History::kKept) {}

  // Empties the graph; fiber 0 exists again. Keeps its memory.
  void Clear(Memory memory);

  // Fibers: 0 is the main one. The new fiber (the lowest number that is free) knows all that its
  // creator knows. The caller sees to it that one is free.
  int AddFiber(int creator);
  EventId AddJoin(int fiber, int joined);  // requires: AddEnd(joined) was called
  EventId AddEnd(int fiber);

  LocationId AddLocation(std::uint64_t initial);
  // Gives the initial write another value. Requires: nothing was read from it.
  void SetInitial(LocationId location, std::uint64_t initial) {
    events_[InitOf(location)].value = initial;
  }

  // The writes that coherence lets `fiber` read next: the co-latest one that it knows of (it is
  // in the fiber's view, or a read of it is), and everything after.
  Range Readable(int fiber, LocationId location) const;
  // Whether `fiber` knows of the write: it, or a read of it, happens before the fiber's next event.
  bool Known(int fiber, EventId write) const { return Known(fibers_[fiber].hb, write); }
  bool Known(const View& known, EventId write) const {
    const Event& e = events_[write];
    return known.Contains(e.fiber, e.pos) || events_.touch(write).SeenBy(known, lanes());
  }
  // Whether the write at `place` already feeds a successful read-modify-write.
  bool Taken(LocationId location, std::uint32_t place) const {
    const CoList& co = locations_[location].co;
    return place + 1 < co.size() && events_[co[place + 1]].exclusive;
  }
  // Whether a seq_cst event exists, so that ...KeepsPsc must be asked before a choice is offered.
  bool has_seq_cst() const { return seq_cst_events_ > 0; }
  // The same, or that SC's own axiom must be; it is where not only the newest write is on offer.
  bool has_axiom() const { return has_seq_cst() || (memory_ == Memory::kSc && history_); }
  bool only_newest() const { return memory_ == Memory::kSc && !history_; }
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
  EventId AddNever(int fiber, LocationId location);

  // Reading the graph.
  EventId size() const { return count_; }
  const Event& event(EventId id) const { return events_[id]; }
  const View& hb(EventId id) const { return events_.hb(id); }
  const View& msg(EventId id) const { return events_.msg(id); }
  const Location& location(LocationId id) const { return locations_[id]; }
  LocationId locations() const { return location_count_; }
  // One more than the highest fiber.
  int fibers() const { return 32 - __builtin_clz(created_); }
  bool has_fiber(int fiber) const { return (created_ >> fiber & 1) != 0; }
  bool full() const { return created_ == ~std::uint32_t{0}; }
  int lanes() const { return events_.lanes(); }
  Memory memory() const { return memory_; }
  std::uint64_t value(LocationId location, std::uint32_t place) const {
    return events_[locations_[location].co[place]].value;
  }
  EventId newest(LocationId location) const { return locations_[location].co.back(); }
  // Events of `fiber` so far: the position of its next one.
  int position(int fiber) const { return fibers_[fiber].hb[fiber]; }
  // The event that created `fiber`; kNoEvent for the main one.
  EventId creation(int fiber) const { return creation_[fiber]; }
  // What happens before `fiber`'s next event.
  const View& known(int fiber) const { return fibers_[fiber].hb; }
  // Whether every access to the location happens before an event that has `known` before it.
  bool AllAccessesIn(const View& known, LocationId location) const;

  // --- with a history (graph_cut.cc) ---

  // The event of `fiber` at `pos`, or kNoEvent.
  EventId At(int fiber, int pos) const {
    const std::vector<EventId>& events = at_[fiber];
    return static_cast<std::size_t>(pos) < events.size() ? events[pos] : kNoEvent;
  }
  std::span<const EventId> EventsOf(int fiber) const { return at_[fiber]; }
  // po and rf together: all that an event depends on, itself included.
  const View& porf(EventId id) const { return events_.porf(id); }
  // The same, and happens-before, just before (fiber, pos), which need not be there.
  const View& PorfBefore(int fiber, int pos) const;
  const View& HbBefore(int fiber, int pos) const;
  // Drops all events from `end` on.
  void Cut(EventId end);
  // Becomes the part of `from` that has its first `prefix` events, and those that `past` has; both
  // closed under po and rf. They keep their order; the newest name of each is left in `renamed`
  // (kNoEvent: dropped). The read `reread` (kNoEvent: none), the last of the prefix, has no source
  // then: SetSource must follow.
  void Restrict(const Graph& from, EventId prefix, const View& past, EventId reread,
                std::vector<EventId>& renamed);
  // Lets a read that has no source, and is its fiber's last event, read `write` with `order`.
  void SetSource(EventId read, Order order, EventId write);
  // Makes the fiber's last event, a read, an update that writes `value`.
  EventId CompleteUpdate(EventId read, std::uint64_t value);
  Event& change(EventId id) { return events_[id]; }

 private:
  struct FiberViews {
    View hb;    // happens-before, the fiber's own events included
    View acq;   // what an acquire fence here would bring in
    View rel;   // what a relaxed write here publishes because of a release fence before it
    View porf;  // with a history
  };

  EventId Append(int fiber, EventKind kind, Order order);
  // The same for an event that accesses no location.
  EventId AppendMarker(int fiber, EventKind kind, Order order, int value);
  void ReadFrom(EventId read, EventId source);
  EventId InsertWrite(int fiber, LocationId location, Order order, std::uint64_t value,
                      std::uint32_t place);
  // Notes in the history what a new event leaves its fiber with.
  void Note(EventId id);
  // Sets the views of a fiber to what they were just before `pos`.
  void GoBack(int fiber, int pos);
  bool Consistent() const;
  // Takes back the newest event; `before` is its fiber's state before it.
  void TakeBack(EventId id, const FiberViews& before);
  void CopyLocations(const Graph& from, EventId prefix, const std::vector<EventId>& renamed);
  Order Effective(Order order) const {
    if (order.plain()) return order;
    return {static_cast<std::uint8_t>((order.bits | always_) & ~never_)};
  }

  const bool history_;
  Memory memory_ = Memory::kRc11;
  std::uint8_t always_ = 0;  // order bits that every event has, and that none has
  std::uint8_t never_ = 0;
  std::uint32_t created_ = 1;  // one bit a fiber
  EventId count_ = 0;
  LocationId location_count_ = 0;
  int seq_cst_events_ = 0;
  EventStore events_;
  std::vector<Location> locations_;  // the first location_count_ are the graph's
  FiberViews fibers_[kMaxFibers];
  EventId creation_[kMaxFibers] = {kNoEvent};
  std::vector<EventId> at_[kMaxFibers];  // with a history: by fiber and position
};

}  // namespace sim

#include "sim/memory/graph_inline.h"  // IWYU pragma: export

#endif  // SIM_MEMORY_GRAPH_H_
