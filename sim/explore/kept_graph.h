// A graph as the exhaustive search keeps it between runs: which events, in which order of addition,
// and what was decided about each.
#ifndef SIM_EXPLORE_KEPT_GRAPH_H_
#define SIM_EXPLORE_KEPT_GRAPH_H_

#include <array>
#include <cstddef>
#include <vector>

#include "sim/engine/graph_explorer.h"

namespace sim {

// Events are named by their *stamp*, the place in the order of addition.
inline constexpr int kInitialWrite = -1;  // of whatever location is spoken of
inline constexpr int kNoStamp = -2;

struct KeptEvent {
  int fiber = 0;
  int pos = 0;
  EventKind kind = EventKind::kRead;
  LocationId location = 0;
  int rf = kInitialWrite;  // reads: the write read from
  int value = 0;           // kChoice: the pick; kCreate, kJoin: the fiber
  bool exclusive = false;  // the read or the write of an update that succeeded
  bool added_max = true;   // it took what the search takes first
  bool revisitable = true;

  // What a read was asked for, copied, since it is asked again later: the values an await takes,
  // and where an update writes.
  bool (*holds)(const void* context, Bits value) = nullptr;
  std::array<std::byte, 32> context{};
  const Conditional* conditional = nullptr;
  Bits operand = 0;
  bool always_writes = false;

  // False if the request cannot be copied.
  bool Remember(const ReadRequest& request);
  bool Allows(Bits value) const { return holds == nullptr || holds(context.data(), value); }
  bool Writes(Bits value) const {
    return always_writes || (conditional != nullptr && conditional->when(value, operand));
  }
  bool MayFail(Bits value) const {
    return conditional != nullptr && conditional->weak && conditional->when(value, operand);
  }
};

// The event as it stands in a graph; `rf` is the stamp of what it reads from.
KeptEvent KeepEvent(const Event& event, int rf);

struct KeptGraph {
  std::vector<KeptEvent> events;     // by stamp
  std::vector<std::vector<int>> co;  // by location, without the initial write

  int size() const { return static_cast<int>(events.size()); }
  // Drops all events from `stamp` on.
  void Cut(int stamp);
  // The write's place in coherence order, from 0; -1 for the initial one.
  int Rank(int write) const;
  // Puts the write right after `before` in coherence order, wherever it was.
  void PlaceAfter(int write, int before);
  // The event before (fiber, pos) in program order; of a fiber's first, its creation.
  int Before(int fiber, int pos) const;
  // The causal past of an event (porf), itself included; a read with this stamp counts as reading
  // from `instead` if that is not kNoStamp.
  std::vector<bool> Past(int stamp, int instead = kNoStamp) const;
  // The events that `keep` has, in the same order; `renamed` gets their new stamps.
  KeptGraph Restrict(const std::vector<bool>& keep, std::vector<int>& renamed) const;
};

}  // namespace sim

#endif  // SIM_EXPLORE_KEPT_GRAPH_H_
