// Every consistent graph exactly once: TruSt over the engine's graphs.
#ifndef SIM_EXPLORE_EXHAUSTIVE_H_
#define SIM_EXPLORE_EXHAUSTIVE_H_

#include <cstdint>
#include <vector>

#include "sim/engine/graph_explorer.h"
#include "sim/explore/kept_graph.h"
#include "sim/explore/repeat.h"

namespace sim {

// "Truly Stateless, Optimal Dynamic Partial Order Reduction" (Kokologiannakis, Marmanis, Gladstein,
// Vafeiadis; POPL 2022). An execution adds events in a fixed order, each read taking the newest
// write and each write the last place; other sources and places are kept as forward alternatives.
// A write may also *revisit* an earlier read: the events added after the read, except the write's
// causal past (porf), are dropped, if each of them was added maximally, so that the smaller graph
// is come to in one way only. Depth first; memory is polynomial; no graph comes up twice.
//
// An alternative is explored by running the program again with its answers (Repeat), so locks,
// bells, channels and monitors need nothing of their own. Awaits take satisfying writes only; where
// a fiber waits for ever, that is a deadlock.
//
// Limits: fibers and atomics must come into being in an order that does not depend on the schedule
// (all made by one fiber, say); an await's predicate must be trivially copyable, up to 32 bytes.
// Under Memory::kSc an await can miss a value that is overwritten; such executions are not
// explored, and exhausted() says so.
class Exhaustive final : public GraphExplorer {
 public:
  struct Config {
    std::uint64_t executions = UINT64_MAX;  // gives up after so many
  };
  Exhaustive() : Exhaustive(Config{}) {}
  explicit Exhaustive(Config config) : config_(config) {}

  bool Begin() override;
  std::uint32_t Choose(const Question& question) override { return run_.Choose(question); }
  const char* name() const override { return "exhaustive"; }
  bool exhausted() const override { return exhausted_ && !incomplete_; }

  void Attach(const Graph& graph) override;
  bool AddedRead(EventId read, const ReadRequest& request) override;
  bool Added(EventId event) override;
  void Stuck(int fiber, LocationId location, const ReadRequest& request) override;

 private:
  // What is still to be tried in a graph. Those of later events are tried first.
  struct Alternative {
    enum class Kind : std::uint8_t {
      kSource,    // `event` (a read) takes `other`
      kPlace,     // `event` (a write) comes right after `other` in coherence order
      kValue,     // `event` (a choice) picks `other`
      kRevisit,   // `event` (a read) takes `other`, a later write
      kConflict,  // the update whose read is `other` reads `source`, which another update took, and
                  // its write revisits `event`
    };
    Kind kind;
    int event;
    int other;
    int source = kInitialWrite;
    bool writes = false;    // the read then is an update's
    bool spurious = false;  // ... that fails for no reason
    bool away = false;      // kConflict: the read leaves the graph, and its fiber waits again
  };
  struct Level {
    KeptGraph graph;
    std::vector<Alternative> left;
  };

  KeptGraph& graph() { return levels_.back().graph; }
  void Leave(const Alternative& alternative) { levels_.back().left.push_back(alternative); }
  void Apply(const Alternative& alternative);
  void ApplyRevisit(const Alternative& alternative);
  int AddConflicting(KeptGraph& graph, int read, int source);

  void Settle();
  void SourceAlternatives(int read, const ReadRequest& request);
  void PlaceAlternatives(int write);
  void WriteRevisits(int write);
  void ConflictRevisits(int update, std::uint32_t place, const ReadRequest& request);
  void NoteWaits(int write);

  const Config config_;
  std::vector<Level> levels_;
  Repeat run_;
  int forced_ = kNoStamp;       // the event of the kept graph that is new or different
  std::vector<int> unsettled_;  // writes whose revisits wait until the kept graph is there
  std::uint64_t done_ = 0;
  bool exhausted_ = false;
  bool incomplete_ = false;  // something came up that is not explored in full
};

}  // namespace sim

#endif  // SIM_EXPLORE_EXHAUSTIVE_H_
