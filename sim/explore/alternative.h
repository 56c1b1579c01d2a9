// What the exhaustive search could still do with a graph.
#ifndef SIM_EXPLORE_ALTERNATIVE_H_
#define SIM_EXPLORE_ALTERNATIVE_H_

#include <cstdint>

#include "sim/memory/event.h"
#include "sim/memory/graph.h"

namespace sim {

// One step away from a graph: to one of its children in the tree of the search. It changes nothing
// before `event` but what lies in the past of `other`, so it may be kept while the search changes
// the graph behind that.
struct Alternative {
  enum class Kind : std::uint8_t {
    kSource,    // `event` (a read) takes `other`
    kPlace,     // `event` (a write) comes right after `other` in coherence order
    kValue,     // `event` (a choice) picks `other`
    kNever,     // `event` (an await) is never satisfied
    kRevisit,   // `event` (a read) takes `other`, a later write
    kConflict,  // the next event of `fiber`, an update that asks for `request`, reads `other`,
                // which another update took, and its write revisits `event`
  };
  Kind kind;
  bool writes = false;    // the read then is an update's
  bool spurious = false;  // ... that fails for no reason
  bool away = false;      // kConflict: `event` leaves the graph, and its fiber waits again
  EventId event;
  EventId other;
  std::uint32_t request = 0;  // kSource, kConflict
  int fiber = 0;
  int pos = 0;
  Order order = {};  // kSource: of a plain load
};

// A fiber looked in vain, when the graph had `stamp` events.
struct VainLook {
  EventId stamp;
  int fiber;
  int pos;
};

// How many events of the graph the alternative leaves in it, more or less: what is below it in the
// tree is the larger, the fewer there are.
std::uint32_t EventsKept(const Graph& graph, const Alternative& alternative);

}  // namespace sim

#endif  // SIM_EXPLORE_ALTERNATIVE_H_
