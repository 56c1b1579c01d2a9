#include "sim/engine/locations.h"

namespace sim {

LocationId Locations::MakeAgain(Graph& graph, int fiber, Bits initial, Label label) {
  std::vector<LocationId>& made = made_[fiber];
  const std::size_t nth = made_now_[fiber]++;
  if (nth == made.size()) {
    made.push_back(static_cast<LocationId>(all_.size()));
    all_.emplace_back();
  }
  const LocationId location = made[nth];
  while (graph.locations() <= location) graph.AddLocation(0);
  graph.SetInitial(location, initial);
  // `plain` stays: an update that the search completed is looked at before the plain access comes.
  Shared& shared = all_[location];
  shared.label = label;
  shared.waiters = 0;
  shared.dead = false;
  return location;
}

}  // namespace sim
