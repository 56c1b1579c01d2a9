#include "sim/engine/locations.h"

namespace sim {

void Locations::Renumber(LocationNumbers* numbers) {
  numbers_ = numbers;
  all_.resize(numbers != nullptr ? numbers->size() : 0);
  if (numbers == nullptr) return;
  // An update that the search completed is looked at before the plain access comes.
  for (const LocationId location : numbers->plain()) all_[location].plain = true;
}

void Locations::BeginFrom(LocationNumbers* numbers, const Saved& saved) {
  numbers_ = numbers;
  all_ = saved.all;
  std::copy(std::begin(saved.made), std::end(saved.made), made_now_);
  any_plain_ = !numbers->plain().empty();
  if (any_plain_ || all_.size() != numbers->size()) Renumber(numbers);
}

LocationId Locations::MakeAgain(Graph& graph, int fiber, Bits initial, Label label) {
  const LocationId location = numbers_->Of(fiber, made_now_[fiber]++);
  if (all_.size() <= location) all_.resize(location + 1);
  while (graph.locations() <= location) graph.AddLocation(0);
  graph.SetInitial(location, initial);
  Shared& shared = all_[location];
  // Not as a whole: that would be read back from halves just written, which stalls.
  shared.label.name = label.name;
  shared.label.print = label.print;
  shared.waiters = 0;
  shared.dead = false;
  return location;
}

}  // namespace sim
