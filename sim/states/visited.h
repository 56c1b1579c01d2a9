// The states that were visited, by their digests.
#ifndef SIM_STATES_VISITED_H_
#define SIM_STATES_VISITED_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/states/digest.h"

namespace sim {

// A set of digests, 16 bytes each, in tables that grow one at a time, so that growing takes little
// memory. Thread safety: none.
class Visited {
 public:
  Visited() : tables_(kTables) {}
  // False if it was there.
  bool Add(const Digest128& digest) {
    Table& table = tables_[digest.b >> (64 - kTableBits)];
    if ((table.used + 1) * 8 > table.slots.size() * 7) Grow(table);
    Digest128& slot = Find(table, digest);
    if (slot == digest) return false;
    slot = digest;
    ++table.used;
    ++size_;
    return true;
  }
  // The digest is looked for soon.
  void Prefetch(const Digest128& digest) const {
    const Table& table = tables_[digest.b >> (64 - kTableBits)];
    __builtin_prefetch(table.slots.data() + Place(digest, table.slots.size()));
  }
  std::size_t size() const { return size_; }

 private:
  static constexpr int kTableBits = 6;
  static constexpr std::size_t kTables = std::size_t{1} << kTableBits;
  // Empty slots are zero; a digest that is zero by chance is taken for visited.
  struct Table {
    std::vector<Digest128> slots;
    std::size_t used = 0;
  };
  static std::size_t Place(const Digest128& digest, std::size_t size) {
    return static_cast<std::size_t>(static_cast<Wide>(digest.a) * size >> 64);
  }
  // Its slot, or the empty one where it belongs.
  static Digest128& Find(Table& table, const Digest128& digest) {
    const std::size_t size = table.slots.size();
    std::size_t at = Place(digest, size);
    while (!(table.slots[at] == digest) && !(table.slots[at] == Digest128{})) {
      if (++at == size) at = 0;
    }
    return table.slots[at];
  }
  static void Grow(Table& table) {
    const std::vector<Digest128> old = std::move(table.slots);
    table.slots.assign(old.empty() ? 64 : old.size() + old.size() / 2, {});
    for (const Digest128& digest : old) {
      if (!(digest == Digest128{})) Find(table, digest) = digest;
    }
  }

  std::vector<Table> tables_;
  std::size_t size_ = 0;
};

}  // namespace sim

#endif  // SIM_STATES_VISITED_H_
