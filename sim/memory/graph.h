// The execution graph: events with program order (po), reads-from (rf) and coherence order (co),
// and the views that make RC11's rules cheap to ask.
#ifndef SIM_MEMORY_GRAPH_H_
#define SIM_MEMORY_GRAPH_H_

#include <cstdint>
#include <vector>

#include "sim/memory/graph_state.h"

namespace sim {

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
class Graph : public GraphState {
 public:
  // Writes, by their place in co, from `first` to the end of the location's co.
  struct Range {
    std::uint32_t first;
    std::uint32_t end;
    std::uint32_t size() const { return end - first; }
  };
  enum class History : bool { kNone, kKept };

  explicit Graph(History history = History::kNone) : GraphState(history == History::kKept) {}

  // Empties the graph; fiber 0 exists again. Keeps its memory.
  void Clear(Memory memory);

  // Fibers: 0 is the main one. The new fiber (the lowest number that is free) knows all that its
  // creator knows. The caller sees to it that one is free.
  int AddFiber(int creator);
  // `fiber` knows all that `joined` (a set, one bit each) did. They have ended. A fiber's end is no
  // event, and nothing depends on a join until the fiber does something after it.
  EventId AddJoin(int fiber, std::uint32_t joined);
  // With a history: the newest event of `fiber`, if it has any, leads to its end whenever it is
  // come to.
  void MarkEnd(int fiber) {
    if (position(fiber) > 0 && !events_[last_[fiber]].ends) MarkNewEnd(fiber);
  }
  bool Ended(int fiber) const { return position(fiber) > 0 && events_[last_[fiber]].ends; }

  LocationId AddLocation(std::uint64_t initial);
  // Gives the initial write another value. Requires: nothing was read from it.
  void SetInitial(LocationId location, std::uint64_t initial) {
    events_[InitOf(location)].value = initial;
  }

  // The writes that coherence lets `fiber` read next: the co-latest one that it knows of (it is
  // in the fiber's view, or a read of it is), and everything after.
  Range Readable(int fiber, LocationId location) const;
  // Whether `fiber` knows of the write: it, or a read of it, happens before the fiber's next event.
  bool Known(int fiber, EventId write) const { return Known(known(fiber), write); }
  bool Known(const View& known, EventId write) const {
    const Event& e = events_[write];
    return known.Contains(e.fiber, e.pos) || events_.touch(write).SeenBy(known, lanes());
  }
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

  // Whether every access to the location happens before an event that has `known` before it.
  bool AllAccessesIn(const View& known, LocationId location) const;

  // --- with a history (graph_cut.cc) ---

  // Drops all events from `end` on.
  void Cut(EventId end);
  // Becomes the part of `from` that has its first `prefix` events, and those that `past` has; both
  // closed under po and rf. They keep their order; the newest name of each is left in `renamed`
  // (kNoEvent: dropped). The read `reread` (kNoEvent: none), the last of the prefix, has no source
  // then: SetSource must follow. What is the same as when this graph was restricted from `from`
  // last time stays as it is.
  void Restrict(const Graph& from, EventId prefix, const View& past, EventId reread,
                std::vector<EventId>& renamed);
  // Lets a read that has no source, and is its fiber's last event, read `write` with `order`.
  void SetSource(EventId read, Order order, EventId write);
  // Makes the fiber's last event, a read, an update that writes `value`.
  EventId CompleteUpdate(EventId read, std::uint64_t value);
  Event& change(EventId id) { return events_[id]; }

 private:
  // What changes in a fiber with a new event.
  struct Fiber {
    EventId last;
    Weak weak;
  };
  // The new names of events of another graph; kNoEvent if they are dropped.
  struct Names {
    EventId prefix;
    const std::vector<EventId>& renamed;
    EventId operator()(EventId id) const { return id < prefix ? id : renamed[id - prefix]; }
  };
  EventId Append(int fiber, EventKind kind, Order order);
  // The same for an event that accesses no location.
  EventId AppendMarker(int fiber, EventKind kind, Order order, int value);
  void MarkNewEnd(int fiber);
  // Puts an event at the end of its fiber's.
  void Chain(EventId id);
  void ReadFrom(EventId read, EventId source);
  void NoteTouch(const Event& read);
  EventId InsertWrite(int fiber, LocationId location, Order order, std::uint64_t value,
                      std::uint32_t place);
  // From this event on, acq and rel of some fiber may not be empty.
  void Weaken(EventId id);
  // Notes in the history what an event leaves its fiber with.
  void Note(EventId id);
  // Sets a fiber to what it was just before `pos`: with no events from there on, or only its views.
  void Shorten(int fiber, int pos);
  void GoBack(int fiber, int pos);
  bool Consistent() const;
  // Takes back the newest event; `before` is its fiber before it.
  void TakeBack(EventId id, const Fiber& before);
  // Goes back to the part that is the same as in `from`, at most `most` events.
  void GoBackTo(const Graph& from, EventId most);
  // Adds a copy of an event; of a read only what does not depend on its source.
  void CopyEvent(const Graph& from, EventId old, const Names& names);
  void EventsChangeFrom(EventId id);
  Order Effective(Order order) const {
    if (order.plain()) return order;
    return {static_cast<std::uint8_t>((order.bits | always_) & ~never_)};
  }

  // Between a graph and the last one that was restricted from it: both have the same first events.
  const Graph* origin_ = nullptr;
  EventId shared_ = 0;
  mutable const Graph* branch_ = nullptr;
  mutable EventId changed_ = 0;  // what changed since then; the branch minds what it changes itself
};

}  // namespace sim

#include "sim/memory/graph_inline.h"  // IWYU pragma: export

#endif  // SIM_MEMORY_GRAPH_H_
