// What is known of each location besides its part of the graph.
#ifndef SIM_ENGINE_LOCATIONS_H_
#define SIM_ENGINE_LOCATIONS_H_

#include <algorithm>
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

// Where a search keeps graphs from run to run, a location is what the same fiber makes as its n-th
// one, so that runs in another order give it the same number. The numbers belong to the search: who
// gets its graphs needs them too. Thread safety: none.
class LocationNumbers {
 public:
  struct Name {
    int fiber;
    std::size_t nth;  // from 0
  };
  LocationId Of(int fiber, std::size_t nth) {
    std::vector<LocationId>& made = made_[fiber];
    while (made.size() <= nth) [[unlikely]] {
        names_.push_back({fiber, made.size()});
        made.push_back(size() - 1);
      }
    return made[nth];
  }
  // Those that Of gave are below.
  LocationId size() const { return static_cast<LocationId>(names_.size()); }
  Name name(LocationId location) const { return names_[location]; }
  // Those that any run accessed plainly.
  const std::vector<LocationId>& plain() const { return plain_; }
  void SetPlain(LocationId location) {
    if (std::find(plain_.begin(), plain_.end(), location) == plain_.end()) {
      plain_.push_back(location);
    }
  }

 private:
  std::vector<LocationId> made_[kMaxFibers];
  std::vector<Name> names_;
  std::vector<LocationId> plain_;
};

// The locations of one execution.
class Locations {
 public:
  // What is known at some point of an execution whose locations a search numbers.
  struct Saved {
    std::vector<Shared> all;
    std::size_t made[kMaxFibers];
  };
  void SaveTo(Saved& saved) const {
    saved.all = all_;
    std::copy(std::begin(made_now_), std::end(made_now_), saved.made);
  }
  void BeginFrom(LocationNumbers* numbers, const Saved& saved);
  // Starts an execution whose locations are numbered afresh, or (not null) as a search does.
  void Begin(LocationNumbers* numbers) {
    if (numbers == nullptr || numbers != numbers_ || all_.size() != numbers->size() ||
        !numbers->plain().empty()) {
      Renumber(numbers);
    }
    any_plain_ = numbers != nullptr && !numbers->plain().empty();
  }
  // A new fiber has made none.
  void NewFiber(int fiber) { made_now_[fiber] = 0; }
  LocationId Make(Graph& graph, int fiber, Bits initial, Label label) {
    if (numbers_ != nullptr) return MakeAgain(graph, fiber, initial, label);
    all_.push_back({label});
    return graph.AddLocation(initial);
  }
  // An access that is not atomic. Of a search that keeps graphs: in some run.
  void SetPlain(LocationId location) {
    if (!all_[location].plain && numbers_ != nullptr) numbers_->SetPlain(location);
    any_plain_ = all_[location].plain = true;
  }
  bool any_plain() const { return any_plain_; }
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

  void Renumber(LocationNumbers* numbers);

  LocationNumbers* numbers_ = nullptr;
  bool any_plain_ = false;
  std::vector<Shared> all_;
  std::size_t made_now_[kMaxFibers] = {};  // how many each fiber made, if they are numbered
};

}  // namespace sim

#endif  // SIM_ENGINE_LOCATIONS_H_
