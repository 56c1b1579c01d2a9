// The tests that make each graph come up once: may this write revisit that read?
#ifndef SIM_EXPLORE_MAXIMAL_H_
#define SIM_EXPLORE_MAXIMAL_H_

#include <cstdint>

#include "sim/explore/requests.h"
#include "sim/memory/graph.h"

namespace sim {

// Which awaits take the oldest write of a class instead of the newest that satisfies them.
class Canon {
 public:
  Canon(const Graph& graph, const Requests& requests, bool classes)
      : g_(graph), requests_(requests), classes_(classes) {}

  bool ByClass(EventId read) const { return classes_ && RequestOf(read).by_class(); }
  const Request& RequestOf(EventId read) const { return requests_[g_.event(read).request]; }
  // Whether the event took what the search takes first among the writes that `kept` has: a write
  // the last place, a read the newest write that it may, an await by class the oldest of the lowest
  // class. `own` does not count.
  template <class Kept>
  bool TookTheFirst(EventId id, EventId own, const Kept& kept) const;

 private:
  const Graph& g_;
  const Requests& requests_;
  const bool classes_;
};

// What a write may revisit: the reads of its location, asked from the newest down. A revisit of a
// read drops what was added after it, but for the causal past (porf) of the write.
class Revisitable {
 public:
  // The write comes in co after those below `place`, and before what lies from `newer` on; `past`
  // is its porf. `write` is kNoEvent if it is not there yet.
  struct Write {
    EventId id;
    LocationId location;
    Bits value;
    std::uint32_t place;
    std::uint32_t newer;
    bool exclusive;
  };
  Revisitable(const Graph& graph, const Canon& canon, const Write& write, const View& past)
      : g_(graph),
        canon_(canon),
        co_(graph.location(write.location).co),
        write_(write),
        past_(past),
        checked_(graph.size()) {}

  bool InPast(EventId id) const { return past_.Contains(g_.event(id).fiber, g_.event(id).pos); }
  // The first event that is not in the past: no read below can be revisited.
  EventId Floor() const;
  // Whether coherence lets the read take the write: its fiber knows of none that is newer.
  bool Coherent(EventId read) const;
  // For an await by class: an older write of the same class that is kept, and that the read may
  // take instead; kNoEvent if there is none.
  EventId OlderOfClass(EventId read) const;
  // Whether the read, and each event that would be dropped, was *added maximally*: took what the
  // search takes first in the graph that would be kept with what was there before it. TruSt, POPL
  // 2022, section 4; only then this way to the smaller graph is the one that counts. Asked of one
  // read after the other, downwards: once false, always false.
  bool AddedMaximally(EventId read);

 private:
  bool Kept(EventId id, EventId read) const { return id <= read || InPast(id); }

  const Graph& g_;
  const Canon& canon_;
  const CoList& co_;
  const Write write_;
  const View& past_;
  EventId checked_;  // events from here on are kept, or were added maximally
};

template <class Kept>
bool Canon::TookTheFirst(EventId id, EventId own, const Kept& kept) const {
  const Event& e = g_.event(id);
  const CoList& co = g_.location(e.location).co;
  const EventId took = e.is_read() ? e.rf : id;
  if (e.is_write() || !ByClass(id)) {
    for (std::uint32_t p = co.size(); co[--p] != took;) {
      if (co[p] == own || !kept(co[p])) continue;
      if (e.is_write() || RequestOf(id).Allows(g_.event(co[p]).value)) return false;
    }
    return true;
  }
  const Request& request = RequestOf(id);
  const View& before = g_.HbBefore(e.fiber, e.pos);
  const int took_class = request.Class(e.value);
  bool older = false;
  for (std::uint32_t p = co.size(); p-- > 0;) {
    const EventId other = co[p];
    if (other != took && other != own && kept(other)) {
      const int c = request.Class(g_.event(other).value);
      if (c >= 0 && (c < took_class || (c == took_class && older))) return false;
    }
    older = older || other == took;
    if (g_.Known(before, other)) break;
  }
  return true;
}

}  // namespace sim

#endif  // SIM_EXPLORE_MAXIMAL_H_
