// An execution in the middle, as a value: later ones with the same first events go on from there.
#ifndef SIM_ENGINE_SNAPSHOT_H_
#define SIM_ENGINE_SNAPSHOT_H_

#include <utility>
#include <vector>

#include "sim/engine/joins.h"
#include "sim/engine/locations.h"
#include "sim/engine/marks.h"
#include "sim/engine/op.h"
#include "sim/engine/repetition.h"
#include "sim/engine/scheduler.h"
#include "sim/engine/waiting.h"
#include "sim/memory/race.h"

namespace sim {

// Taken where a fiber is about to add an event, once all that the graph has by then was come to. It
// holds the stacks of the fibers, byte for byte, and what the engine knows besides the graph; so it
// is of use only to the engine that took it, and only if nothing that the program changes lies
// elsewhere: not on the heap, nor in what outlives an execution.
//
// Kept to be taken again: its memory stays.
struct Snapshot {
  EventId at = 0;  // how many events the graph had
  Scheduler::Saved fibers;
  Repetition::Saved order;
  Locations::Saved locations;
  RaceDetector::Saved races;
  std::vector<Label> area_labels;
  std::vector<const char*> marks;  // those that were reached
  std::vector<const char*> names;  // of the fibers
  std::vector<std::pair<int, Waiting>> waiting;
  Joins::Saved joins;
  std::uint32_t faults = 0;
  bool watched = false;
};

}  // namespace sim

#endif  // SIM_ENGINE_SNAPSHOT_H_
