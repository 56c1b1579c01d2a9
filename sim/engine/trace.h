// What happened in one execution, step by step: recorded only when a tape is replayed to be shown.
#ifndef SIM_ENGINE_TRACE_H_
#define SIM_ENGINE_TRACE_H_

#include <string>
#include <vector>

#include "sim/memory/event.h"
#include "sim/memory/race.h"

namespace sim {

struct Step {
  int fiber = 0;
  std::string text;          // "ready := 1 rel"
  std::string where;         // "file.cc:12"
  EventId event = kNoEvent;  // the graph's event (an update: its write); none for plain accesses
  int pos = 0;               // position in its fiber (a plain access: of the next event)
  std::vector<std::string> shown;  // the shown locations' newest values after the step
};

// " acq", " rel", ...: as it stands behind an operation.
std::string OrderText(Order order);

struct Trace {
  std::vector<std::string> fibers;  // names by number
  std::vector<std::string> shown;   // names of the shown locations
  std::vector<Step> steps;
  // steps[i] matters: it is in the causal past (po, rf) of what was found. Same size as steps.
  std::vector<bool> relevant;
};

}  // namespace sim

#endif  // SIM_ENGINE_TRACE_H_
