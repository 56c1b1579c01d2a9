// What an execution graph consists of, and how it is read; how it grows and changes is in graph.h.
#ifndef SIM_MEMORY_GRAPH_STATE_H_
#define SIM_MEMORY_GRAPH_STATE_H_

#include <cstdint>
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

class GraphState {
 public:
  struct Location {
    CoList co;
    CoList readers;  // with a history: the reads, in order of addition
  };
  EventId size() const { return count_; }
  const Event& event(EventId id) const { return events_[id]; }
  const View& hb(EventId id) const { return events_.hb(id); }
  const View& msg(EventId id) const { return events_.msg(id); }
  const Location& location(LocationId id) const { return locations_[id]; }
  LocationId locations() const { return location_count_; }
  // One more than the highest fiber.
  int fibers() const { return 32 - __builtin_clz(created_); }
  // All others, one bit each.
  std::uint32_t fibers_but(int fiber) const { return created_ & ~(std::uint32_t{1} << fiber); }
  bool has_fiber(int fiber) const { return (created_ >> fiber & 1) != 0; }
  bool full() const { return created_ == ~std::uint32_t{0}; }
  int lanes() const { return events_.lanes(); }
  Memory memory() const { return memory_; }
  std::uint64_t value(LocationId location, std::uint32_t place) const {
    return events_[locations_[location].co[place]].value;
  }
  EventId newest(LocationId location) const { return locations_[location].co.back(); }
  // Events of `fiber` so far: the position of its next one.
  int position(int fiber) const { return positions_[fiber]; }
  const View& positions() const { return positions_; }
  // The event that created `fiber`; kBeginning for the main one.
  EventId creation(int fiber) const { return creation_[fiber]; }
  // The newest event of `fiber`; its creation if it has none.
  EventId last(int fiber) const { return last_[fiber]; }
  // What happens before `fiber`'s next event.
  const View& known(int fiber) const { return events_.hb(last_[fiber]); }

  // Whether a seq_cst event exists, so that ...KeepsPsc must be asked before a choice is offered.
  bool has_seq_cst() const { return seq_cst_events_ > 0; }
  // The same, or that SC's own axiom must be; it is where not only the newest write is on offer.
  bool has_axiom() const { return has_seq_cst() || (memory_ == Memory::kSc && history_); }
  bool only_newest() const { return memory_ == Memory::kSc && !history_; }
  // Whether the write at `place` already feeds a successful read-modify-write.
  bool Taken(LocationId location, std::uint32_t place) const {
    const CoList& co = locations_[location].co;
    return place + 1 < co.size() && events_[co[place + 1]].exclusive;
  }

  // --- with a history ---

  // The event of `fiber` at `pos`, or kNoEvent.
  EventId At(int fiber, int pos) const {
    return pos < position(fiber) ? at_[fiber][pos] : kNoEvent;
  }
  // Of a fiber whose newest event is marked as leading to its end: the others with events that it
  // depends on and its creation does not.
  std::uint32_t EndNeeds(int fiber) const { return end_needs_[fiber]; }
  // po and rf together: all that an event depends on, itself included.
  const View& porf(EventId id) const { return events_.porf(id); }
  // The same, and happens-before, just before (fiber, pos), which need not be there.
  const View& PorfBefore(int fiber, int pos) const { return porf(Before(fiber, pos)); }
  const View& HbBefore(int fiber, int pos) const { return hb(Before(fiber, pos)); }

 protected:
  struct Weak {
    View acq;  // what an acquire fence here would bring in
    View rel;  // what a relaxed write here publishes because of a release fence before it
  };
  static constexpr EventId kNever = INT32_MAX;

  explicit GraphState(bool history) : history_(history), events_(history) {}

  EventId Before(int fiber, int pos) const {
    return pos > 0 ? at_[fiber][pos - 1] : creation_[fiber];
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
  EventId last_[kMaxFibers] = {};    // of each fiber; its creation if there is none
  Weak weak_[kMaxFibers];
  View positions_;              // of each fiber's next event
  EventId weak_from_ = kNever;  // events before leave acq and rel empty in every fiber
  EventId creation_[kMaxFibers] = {kBeginning};
  std::uint32_t end_needs_[kMaxFibers] = {};  // see EndNeeds
  // With a history: by fiber and position; what lies beyond a fiber's position is garbage.
  std::vector<EventId> at_[kMaxFibers];
};

}  // namespace sim

#endif  // SIM_MEMORY_GRAPH_STATE_H_
