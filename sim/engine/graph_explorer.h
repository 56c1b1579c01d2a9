// Explorers that look at graphs: they are told of each event, and of what a read could have read.
#ifndef SIM_ENGINE_GRAPH_EXPLORER_H_
#define SIM_ENGINE_GRAPH_EXPLORER_H_

#include "sim/choice/choice.h"
#include "sim/engine/op.h"
#include "sim/memory/graph.h"

namespace sim {

// A read as it was asked for: enough to say which other writes it could take, and what it would
// then write.
struct ReadRequest {
  const Predicate* until = nullptr;          // await: only such values
  const Conditional* conditional = nullptr;  // writes only where it holds for (value, operand)
  const Modify* modify = nullptr;            // an update: what it writes
  Bits operand = 0;
  Bits desired = 0;  // what a conditional one writes

  bool Allows(Bits value) const { return until == nullptr || (*until)(value); }
  // Whether it writes after reading `value` (a weak one may still not).
  bool Writes(Bits value) const {
    return conditional != nullptr ? conditional->when(value, operand) : modify != nullptr;
  }
  Bits Result(Bits value) const {
    return conditional != nullptr ? desired : modify->result(value, operand);
  }
  bool weak() const { return conditional != nullptr && conditional->weak; }
};

class GraphExplorer : public Explorer {
 public:
  // The graph of the execution that begins; it outlives it.
  virtual void Attach(const Graph& graph) = 0;
  // An event was added (of an update: the read, when its write is there too). False: the execution
  // is not worth going on with, and does not count.
  virtual bool AddedRead(EventId read, const ReadRequest& request) = 0;
  virtual bool Added(EventId event) = 0;
  // No fiber can go on, and this one waits for a write of `location`, to read or to replace.
  virtual void Stuck(int fiber, LocationId location, const ReadRequest& request) = 0;

  GraphExplorer* AsGraphExplorer() final { return this; }
};

}  // namespace sim

#endif  // SIM_ENGINE_GRAPH_EXPLORER_H_
