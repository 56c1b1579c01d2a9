// A group of cores: [first, first + count), by absolute core number.

#ifndef GRID_MODEL_GROUP_H_
#define GRID_MODEL_GROUP_H_

#include <cstdint>

#include "grid_model/kmx.h"

namespace grid_model {

struct Group {
  uint64_t first = 0;
  uint64_t count = 0;

  constexpr uint64_t end() const { return first + count; }
  friend constexpr bool operator==(const Group&, const Group&) = default;
};

constexpr Group GroupOf(const kmx_command& command) { return {command.first, command.count}; }

// Whether the two share a core. Half-open: adjacent groups do not overlap, an empty one never does.
// (D: three loops on adjacent partitions run at once.)
constexpr bool Overlap(const Group& a, const Group& b) {
  return a.count != 0 && b.count != 0 && a.first < b.end() && b.first < a.end();
}

// Whether every core of `inner` is one of `outer`.
constexpr bool Contains(const Group& outer, const Group& inner) {
  return outer.first <= inner.first && inner.end() <= outer.end();
}

}  // namespace grid_model

#endif  // GRID_MODEL_GROUP_H_
