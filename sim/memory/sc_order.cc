#include "sim/memory/sc_order.h"

#include <cstdint>

namespace sim {
namespace {

class Linearizer {
 public:
  Linearizer(const Graph& graph, std::vector<EventId>& order)
      : g_(graph), order_(order), newest_(graph.locations(), 0) {
    order_.clear();
    readers_.resize(static_cast<std::size_t>(g_.size() - InitOf(g_.locations())), 0);
    for (EventId id = 0; id < g_.size(); ++id) {
      if (g_.event(id).is_read()) ++Readers(g_.event(id).rf);
    }
  }

  bool Run() {
    bool moved = true;
    while (moved) {
      moved = false;
      for (int f = 0; f < g_.fibers(); ++f) {
        while (Step(f)) moved = true;
      }
    }
    return order_.size() == static_cast<std::size_t>(g_.size());
  }

 private:
  // Reads of a write that are still to come.
  std::uint32_t& Readers(EventId write) {
    return readers_[static_cast<std::size_t>(write - InitOf(g_.locations()))];
  }
  EventId Newest(LocationId l) const { return g_.location(l).co[newest_[l]]; }
  // A write comes when all reads of the one before it in coherence order have.
  bool MayWrite(EventId write, std::uint32_t readers_left) {
    const LocationId l = g_.event(write).location;
    const CoList& co = g_.location(l).co;
    return newest_[l] + 1 < co.size() && co[newest_[l] + 1] == write &&
           Readers(Newest(l)) == readers_left;
  }
  bool May(EventId id) {
    const Event& e = g_.event(id);
    switch (e.kind) {
      case EventKind::kRead:
        return Newest(e.location) == e.rf &&
               (!e.exclusive || MayWrite(g_.At(e.fiber, e.pos + 1), 1));
      case EventKind::kWrite:
        return e.exclusive || MayWrite(id, 0);
      case EventKind::kJoin:
        for (std::uint64_t joined = e.value; joined != 0; joined &= joined - 1) {
          const int f = __builtin_ctzll(joined);
          if (done_[f] != g_.position(f)) return false;
        }
        return true;
      default:
        return true;
    }
  }
  bool Step(int fiber) {
    const EventId id = g_.At(fiber, done_[fiber]);
    if (id == kNoEvent || (!started_[fiber] && fiber != 0) || !May(id)) return false;
    const Event& e = g_.event(id);
    if (e.is_read()) --Readers(e.rf);
    if (e.is_write()) ++newest_[e.location];
    if (e.kind == EventKind::kCreate) started_[e.value] = true;
    ++done_[fiber];
    order_.push_back(id);
    return true;
  }

  const Graph& g_;
  std::vector<EventId>& order_;
  std::vector<std::uint32_t> newest_;   // by location: the place in co of the newest write so far
  std::vector<std::uint32_t> readers_;  // by write, initial ones first
  int done_[kMaxFibers] = {};
  bool started_[kMaxFibers] = {};
};

}  // namespace

bool ScOrder(const Graph& graph, std::vector<EventId>& order) {
  return Linearizer(graph, order).Run();
}

}  // namespace sim
