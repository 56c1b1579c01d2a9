// Explorers that keep graphs from run to run: an execution begins as a graph that they made, is
// told what each new read could have read, and asks nothing.
#ifndef SIM_ENGINE_GRAPH_EXPLORER_H_
#define SIM_ENGINE_GRAPH_EXPLORER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sim/choice/choice.h"
#include "sim/engine/finding.h"
#include "sim/engine/limits.h"
#include "sim/engine/locations.h"
#include "sim/engine/request.h"
#include "sim/memory/graph.h"

namespace sim {

struct Snapshot;

// Each run first comes to all events of graph() again; then the lowest fiber that can goes on, each
// read takes the newest write that it may, each write the last place, each choice option 0.
class GraphExplorer : public Explorer {
 public:
  // Called once, before the first execution.
  virtual void Start(Memory memory, const Limits& limits) = 0;
  // The graph that the execution continues; with a history.
  virtual Graph& graph() = 0;
  // How its locations are numbered.
  virtual LocationNumbers& locations() = 0;
  // The order in which its events are to come, or null if any that respects po and rf will do.
  virtual const std::vector<EventId>* order() = 0;
  // Whether an await that learns no more than a class takes the oldest write of the lowest class,
  // not the newest that it may.
  virtual bool classes() const = 0;
  // False: the run that Begin started is not one of the executions that are visited; the search
  // only comes to where it goes on from, or looks ahead. Whatever such a run finds is not told.
  bool counts() const { return counts_; }
  // The part of the tree that the run belongs to, where the search is one of several; else 0.
  std::uint32_t part() const { return part_; }
  // The run that counted was no execution after all.
  virtual void NoExecution() = 0;
  // What it says of itself besides; between two runs.
  struct Standing {
    std::uint64_t before = 0;    // executions of the searches that this one goes on from
    bool started_again = false;  // those do not count: it had to start from the root
    std::string position = {};   // for a search that goes on from here
    std::string learned = {};    // the same at the root, knowing what was learned
    std::uint32_t shard = 0;     // which part of the tree it visits, of so many
    std::uint32_t shards = 1;
  };
  virtual Standing standing() const { return {}; }
  // Why the search cannot go on, after Begin returned false; kPass if that is not why.
  virtual Finding problem() const { return {}; }
  // Whether runs are to be saved in the middle, so that later ones go on from there.
  virtual bool saves() const { return false; }
  // Where the run may go on from, instead of the beginning; null: nowhere.
  virtual const Snapshot* from() const { return nullptr; }
  // Where to save the run now, before an event is added that others may come in place of; null: it
  // is not wanted.
  virtual Snapshot* SaveHere() { return nullptr; }
  // An event was added; of an update the read and, right after it, the write.
  virtual void AddedRead(EventId read, const ReadRequest& request) = 0;
  virtual void AddedWrite(EventId write) = 0;
  void AddedUpdate(EventId write, const ReadRequest& request) {
    AddedRead(write - 1, request);
    AddedWrite(write);
  }
  virtual void AddedChoice(EventId choice) = 0;
  // The fiber yields, and comes from a loop that polls: its events from position `since` on. kWait:
  // they led to nothing and were taken out of the graph; the fiber waits for something new to see.
  // kNoExecution: this run is none. kOthersGoOn: nor is this, but what others do may still change
  // what was seen.
  enum class Poll : std::uint8_t { kNone, kWait, kNoExecution, kOthersGoOn };
  virtual Poll Polled(int fiber, int since) = 0;
  // Something is not explored in full.
  virtual void LeftOut() = 0;
  // No fiber can go on, and this one waits for a write of `location`, to read or to replace. False:
  // it would have gone on, so this is no execution.
  virtual bool Stuck(int fiber, LocationId location, const ReadRequest& request) = 0;

  std::uint32_t Choose(const Question&) final { return 0; }
  GraphExplorer* AsGraphExplorer() final { return this; }

 protected:
  bool counts_ = true;
  std::uint32_t part_ = 0;
};

}  // namespace sim

#endif  // SIM_ENGINE_GRAPH_EXPLORER_H_
