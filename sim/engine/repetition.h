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
  // Starts a run along `graph`. `order` (null: any that respects po and rf) has all its events.
  void Begin(const Graph& graph, const std::vector<EventId>* order);
  // Nothing more is repeated; `fiber` runs.
  void Stop(int fiber) {
    if (left_ > 0) legs_.push_back({static_cast<std::uint8_t>(fiber), fibers_[fiber].done});
    left_ = 0;
  }

  // Whether there are events left to come to.
  bool active() const { return left_ > 0; }
  const EventId* left() const { return &left_; }

  // The event that `fiber` comes to again now; null if that has to wait, if what it does is new
  // (Next is kNoEvent then), or if it does not fit. Of an update both events are passed at once.
  template <EventKind kKind>
  [[gnu::always_inline]] const Event* Repeat(int fiber, LocationId location) {
    constexpr bool kAccess = kKind == EventKind::kRead || kKind == EventKind::kWrite;
    Fiber& f = fibers_[fiber];
    if (f.done == f.count) return nullptr;
    const EventId id = f.at[f.done];
    const Event& e = graph_->event(id);
    if (e.kind != kKind || (kAccess && e.location != location)) [[unlikely]]
      return nullptr;
    if (order_ != nullptr || (!kAccess && kKind != EventKind::kFence)) [[unlikely]] {
      if (!Ready(fiber, id)) return nullptr;
    } else if (kKind == EventKind::kRead && e.rf >= 0 && !Done(e.rf)) {
      f.waits_for = e.rf;
      return nullptr;
    }
    Pass(fiber, f, kKind == EventKind::kRead && e.exclusive ? 2 : 1);
    return &e;
  }

  // How many events of `fiber` this run has come to, and what happens before its next one; both
  // while the repetition is active.
  int position(int fiber) const { return fibers_[fiber].done; }
  const View& known(int fiber) const { return graph_->HbBefore(fiber, fibers_[fiber].done); }
  bool Done(EventId id) const {
    const Event& e = graph_->event(id);
    return e.pos < fibers_[e.fiber].done;
  }
  // The event that `fiber` comes to next; kNoEvent if the graph has none.
  EventId Next(int fiber) const {
    const Fiber& f = fibers_[fiber];
    return f.done == f.count ? kNoEvent : f.at[f.done];
  }
  // Whether `fiber` may come to `id`, its next event, already. If not, it waits.
  bool Ready(int fiber, EventId id);
  // Who goes on when `fiber` cannot: one of `started` that has an event that it may come to; -1 if
  // there is none, and the program did not do the same again.
  int NextFiber(int fiber, std::uint32_t started);
  // The newest write of the location that this run has come to, other than `but`.
  EventId Newest(LocationId location, EventId but = kNoEvent) const;
  // The fibers of the graph's events, in the order in which this run came to them.
  std::vector<std::uint8_t> Sequence() const;

 private:
  struct Fiber {
    const EventId* at;  // its events
    int done;           // how many of them were repeated
    int count;          // how many there are
    EventId waits_for;  // an event that the next one needs
  };
  // A fiber went up to a position.
  struct Leg {
    std::uint8_t fiber;
    int position;
  };

  [[gnu::always_inline]] void Pass(int fiber, Fiber& f, int events) {
    f.done += events;
    left_ -= events;
    if (order_ != nullptr) [[unlikely]]
      at_order_ += static_cast<std::size_t>(events);
    if (left_ == 0) [[unlikely]]
      legs_.push_back({static_cast<std::uint8_t>(fiber), f.done});
  }
  EventId Needs(EventId id) const;

  const Graph* graph_ = nullptr;
  const std::vector<EventId>* order_ = nullptr;
  std::size_t at_order_ = 0;
  EventId size_ = 0;
  EventId left_ = 0;
  Fiber fibers_[kMaxFibers] = {};
  std::vector<Leg> legs_;
};

}  // namespace sim

#endif  // SIM_ENGINE_REPETITION_H_
