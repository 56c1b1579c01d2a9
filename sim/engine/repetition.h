// Coming to a kept graph again: which of its events this run has repeated, and who goes next.
#ifndef SIM_ENGINE_REPETITION_H_
#define SIM_ENGINE_REPETITION_H_

#include <cstdint>
#include <vector>

#include "sim/memory/graph.h"

namespace sim {

// A search that keeps graphs runs the program again for each: as long as an event is in the graph,
// its value is looked up and nothing is asked. Fibers run one after the other as far as that goes:
// a read waits for its source, a join for the end, so that plain memory comes out as it was; under
// an order that is given, each event waits for the one before.
class Repetition {
 public:
  // Fibers went past an event, and all before, one after the other; `last` is its creation if it
  // came to none. One that was left for another on its own stack is not here.
  struct Leg {
    int fiber;
    EventId last;
  };
  // How a run came to the first events of its graph.
  struct Saved {
    std::vector<Leg> legs;
    View positions;  // of each fiber's next event
  };

  // Starts a run along `graph`. `order` (null: any that respects po and rf) has all its events.
  void Begin(const Graph& graph, const std::vector<EventId>* order);
  // The same for one that goes on where another was saved, whose first events it has.
  void BeginFrom(const Graph& graph, const Saved& saved);
  // All events of the graph were come to.
  void SaveTo(Saved& saved) const;
  // Nothing more is repeated; `fiber` runs.
  void Stop(int fiber);

  // Whether there are events left to come to.
  bool active() const { return open_ != 0; }
  // The fibers that have such events, one bit each.
  const std::uint32_t* open() const { return &open_; }

  // The event that `fiber` comes to again now; null if that has to wait, if what it does is new
  // (Next is kNoEvent then), or if it does not fit. Pass must follow.
  template <EventKind kKind>
  [[gnu::always_inline]] const Event* Find(int fiber, LocationId location) const {
    const EventId id = cursors_[fiber].next;
    if (id == kNone) return nullptr;
    const Event& e = graph_->event(id);
    if (e.kind != kKind) [[unlikely]]
      return nullptr;
    if constexpr (kKind == EventKind::kRead || kKind == EventKind::kWrite) {
      if (e.location != location) [[unlikely]]
        return nullptr;
    }
    if constexpr (kKind == EventKind::kRead) {
      if (!Done(e.rf)) return nullptr;
    }
    return &e;
  }
  // Whether the next event of `fiber` is a read whose source is still to come.
  bool MustWait(int fiber) const {
    const EventId id = cursors_[fiber].next;
    return id != kNone && graph_->event(id).is_read() && !Done(graph_->event(id).rf);
  }
  // `fiber` goes past its next event. Of an update both events are passed at once.
  template <EventKind kKind>
  [[gnu::always_inline]] void Pass(int fiber) {
    Cursor& cursor = cursors_[fiber];
    cursor.last = cursor.next;
    if (kKind == EventKind::kRead && graph_->event(cursor.last).exclusive) {
      cursor.last = graph_->event(cursor.last).next;
    }
    cursor.next = graph_->event(cursor.last).next;
    if (cursor.next == kNoEvent) Finish(fiber);
  }
  // Whether an order that is given lets `fiber` go past its next event. If so, that is noted.
  bool InOrder(int fiber) { return order_ == nullptr || NextInOrder(fiber); }
  bool ordered() const { return order_ != nullptr; }

  // What happens before the next event of `fiber`, while the repetition is active.
  const View& known(int fiber) const { return graph_->hb(cursors_[fiber].last); }
  // Whether this run has come to the event.
  bool Done(EventId id) const { return id < cursors_[graph_->event(id).fiber].next; }
  // The event that `fiber` comes to next; kNoEvent if the graph has none.
  EventId Next(int fiber) const {
    return cursors_[fiber].next == kNone ? kNoEvent : cursors_[fiber].next;
  }

  // Whether `fiber`, which has not begun, comes to its end without waiting for anybody.
  bool RunsThrough(int fiber) const {
    const EventId last = graph_->last(fiber);
    if (cursors_[fiber].next == kNone || !graph_->event(last).ends || order_ != nullptr) {
      return false;
    }
    for (std::uint32_t others = graph_->EndNeeds(fiber) & open_; others != 0;
         others &= others - 1) {
      const int f = __builtin_ctz(others);
      if (graph_->porf(last)[f] > known(f)[f]) return false;
    }
    return true;
  }
  // `fiber` lets another one go first, or has ended.
  void Leave(int fiber) {
    if (leg_count_ == legs_.size()) [[unlikely]]
      HaveMoreLegs();
    legs_[leg_count_++] = {fiber, cursors_[fiber].last};
  }
  // Who goes on after `fiber`: itself if it can, or one of `started` that has an event that it may
  // come to; -1 if there is none, and the program did not do the same again.
  int NextFiber(int fiber, std::uint32_t started) const;
  // The newest write of the location that this run has come to, other than `but`.
  EventId Newest(LocationId location, EventId but = kNoEvent) const;
  // The fibers of the graph's events, in the order in which this run came to them.
  std::vector<std::uint8_t> Sequence() const;

 private:
  static constexpr EventId kNone = INT32_MAX;
  // Where a fiber is: between two of its events. Events of a fiber are in order of addition.
  struct Cursor {
    EventId last;  // its creation at first
    EventId next;  // kNone if there is none
  };
  void HaveMoreLegs();
  void Finish(int fiber) {
    cursors_[fiber].next = kNone;
    open_ &= ~(std::uint32_t{1} << fiber);
    if (open_ == 0) Leave(fiber);
  }
  bool CanGo(int fiber) const;
  bool NextInOrder(int fiber);
  void PassJoinsInOrder();
  void Emit(int fiber, int position, int (&done)[kMaxFibers],
            std::vector<std::uint8_t>& sequence) const;

  const Graph* graph_ = nullptr;
  const std::vector<EventId>* order_ = nullptr;
  std::size_t at_order_ = 0;
  EventId size_ = 0;
  std::uint32_t open_ = 0;
  Cursor cursors_[kMaxFibers] = {};
  std::size_t leg_count_ = 0;
  std::vector<Leg> legs_ = std::vector<Leg>(64);  // the first leg_count_ are this run's
};

}  // namespace sim

#endif  // SIM_ENGINE_REPETITION_H_
