#include "sim/states/visited.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace sim {

void Visited::Table::Begin(std::size_t large_from) {
  memory = Reserved(large_from);
  slots = static_cast<Digest128*>(memory.begin());
}

// From the last to the first each goes to where it belongs now. That is not before where it was,
// and all behind that have gone, so it finds those that will stay; but for the first few, which
// were driven far from their places.
void Visited::Table::Grow() {
  constexpr std::size_t kFirst = 64;
  constexpr std::size_t kMany = std::size_t{1} << 17;  // 2 MiB
  const std::size_t before = size.load(std::memory_order_relaxed);
  const std::size_t places = before == 0 ? kFirst : before + (before < kMany ? before : before / 4);
  std::size_t end = before;
  while (end > 0 && !(slots[end] == Digest128{})) ++end;
  memory.MakeRoom((places + places / 4 + kFirst) * sizeof(Digest128));
  size.store(places, std::memory_order_relaxed);
  for (; end > 0; --end) {
    Digest128& slot = slots[end - 1];
    if (slot == Digest128{}) continue;
    if (Place(slot, places) < end - 1) break;
    const Digest128 digest = std::exchange(slot, {});
    Find(digest) = digest;
  }
  const std::vector<Digest128> first(slots, slots + end);
  std::fill_n(slots, end, Digest128{});
  for (const Digest128& digest : first) {
    if (!(digest == Digest128{})) Find(digest) = digest;
  }
}

}  // namespace sim
