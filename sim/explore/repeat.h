// Runs a kept graph again: gives the answers that make the same events come out.
#ifndef SIM_EXPLORE_REPEAT_H_
#define SIM_EXPLORE_REPEAT_H_

#include <cstdint>
#include <vector>

#include "sim/explore/kept_graph.h"

namespace sim {

// The events come in an order that respects rf (where only newest writes are on offer: also
// coherence order and fr), fiber by fiber as far as that goes. Beyond the kept graph every answer
// is the tame one, the lowest fiber goes, and new events get new stamps. Of one run; Begin starts
// the next. It also knows the causal past (porf) of each event.
class Repeat {
 public:
  // `last` is the event that is new or different, kNoStamp if none: it comes after all others.
  void Begin(KeptGraph& kept, const Graph& graph, int last);

  // Not below q.arity if the kept graph is no execution.
  std::uint32_t Choose(const Question& q) const;
  // The stamp of an event that was added, old or new; kNoStamp if it does not fit the kept graph.
  int Add(EventId id);
  bool complete() const { return there_ == size_; }
  bool IsNew(int stamp) const { return stamp >= size_; }

  const Graph& graph() const { return *graph_; }
  const KeptGraph& kept() const { return *kept_; }
  // Whether the event is in the graph already, and where.
  bool Has(int stamp) const { return ids_[stamp] != kNoEvent; }
  EventId IdOf(int stamp) const { return ids_[stamp]; }
  int StampOf(EventId id) const;
  const View& Porf(int stamp) const { return porf_[stamp]; }
  // What lies below (fiber, pos), itself excluded, by porf and by happens-before.
  View PorfBefore(int fiber, int pos) const;
  View HbBefore(int fiber, int pos) const;
  // Adds an event that is not in the graph.
  int AddPhantom(const KeptEvent& event);

 private:
  int Before(int fiber, int pos) const;
  int Next(int fiber) const;
  bool Enabled(int fiber) const;
  bool FirstInSc(int stamp) const;
  std::uint32_t ChooseFiber(const Question& q) const;
  std::uint32_t ChooseSource(const Question& q) const;
  std::uint32_t ChoosePlace(const Question& q) const;
  bool Fits(int stamp, const Event& event) const;
  bool InOrder(LocationId location) const;
  int Append(EventId id);
  void ComputePorf(int stamp, EventId id);

  KeptGraph* kept_ = nullptr;
  const Graph* graph_ = nullptr;
  int last_ = kNoStamp;
  int size_ = 0;                      // events to repeat
  int there_ = 0;                     // how many of them were added
  std::vector<EventId> ids_;          // by stamp
  std::vector<View> porf_;            // by stamp
  std::vector<std::vector<int>> at_;  // by fiber and position: the stamp
  std::vector<int> created_;          // by fiber: the stamp of its creation
  std::vector<int> stamps_;           // by event id
};

}  // namespace sim

#endif  // SIM_EXPLORE_REPEAT_H_
