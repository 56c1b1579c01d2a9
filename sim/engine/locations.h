// What is known of each location besides its part of the graph.
#ifndef SIM_ENGINE_LOCATIONS_H_
#define SIM_ENGINE_LOCATIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sim/engine/op.h"
#include "sim/memory/graph.h"

namespace sim {

struct Shared {
  Label label;
  std::uint32_t waiters = 0;  // the fibers that wait for its value, one bit each
  bool dead = false;          // its object was destroyed
  bool plain = false;         // not all its accesses are atomic
};

// The locations of one execution. Where a search keeps graphs from run to run, a location is what
// the same fiber makes as its n-th one, so that runs in another order give it the same number.
class Locations {
 public:
  // Starts an execution; all are forgotten unless the search keeps graphs.
  void Begin(bool kept) {
    kept_ = kept;
    for (std::size_t& made : made_now_) made = 0;
    if (!kept) all_.clear();
  }
  LocationId Make(Graph& graph, int fiber, Bits initial, Label label) {
    if (kept_) return MakeAgain(graph, fiber, initial, label);
    all_.push_back({label});
    return graph.AddLocation(initial);
  }
  Shared& operator[](LocationId location) { return all_[location]; }
  const Shared& operator[](LocationId location) const { return all_[location]; }

  std::string Name(LocationId location) const {
    const char* name = all_[location].label.name;
    return name != nullptr ? name : "atomic#" + std::to_string(location);
  }
  std::string Print(LocationId location, Bits value) const {
    return all_[location].label.print(value);
  }

 private:
  LocationId MakeAgain(Graph& graph, int fiber, Bits initial, Label label);

  bool kept_ = false;
  std::vector<Shared> all_;
  std::vector<LocationId> made_[kMaxFibers];  // by creator, in its order
  std::size_t made_now_[kMaxFibers] = {};     // how many of them this execution made
};

}  // namespace sim

#endif  // SIM_ENGINE_LOCATIONS_H_
