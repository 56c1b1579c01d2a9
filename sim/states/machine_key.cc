// What tells a state from all others, in full.
#include "sim/states/machine.h"

namespace sim {

// Cells, bytes and channels that live, with who made what; what each fiber was and how it went on
// from there, which says where it stands; the faults that struck, where they are bounded; and of
// what monitors remember the digest.
Digest128 Machine::Key() const {
  if (over()) return {};
  Exact& key = *exact_;
  key.Begin();
  key.Add(static_cast<std::uint64_t>(fibers_));
  for (int f = 0; f < fibers_; ++f) {
    key.Add(static_cast<std::uint64_t>(maker_[f]));
    key.Add(fiber_[f]->own.a);
  }
  if (LimitsFaults()) key.Add(faults_);
  key.Add(told_.a);
  key.Add(told_.b);
  key.Add(cells_.size());
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const states::Cell& cell = cells_[i];
    key.Add(static_cast<std::uint64_t>(cell.maker) * 2 + cell.dead);
    if (!cell.dead) key.Add(cell.value);
    const std::size_t values = i < queues_.size() ? queues_[i].size() : 0;
    key.Add(values);
    for (std::size_t v = 0; v < values; ++v) key.Add(queues_[i][v].a);
  }
  key.Add(areas_.size());
  for (const states::Area& area : areas_) {
    key.Add(static_cast<std::uint64_t>(area.maker) * 2 + area.dead);
    if (area.dead) continue;
    key.Add(area.bytes);
    key.AddBytes(area.memory, area.bytes);
  }
  return key.End();
}

}  // namespace sim
