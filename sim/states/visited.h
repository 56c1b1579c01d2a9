// The states that were visited, by their digests.
#ifndef SIM_STATES_VISITED_H_
#define SIM_STATES_VISITED_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/states/digest.h"

namespace sim {

// A set of digests, 16 bytes each, in tables that grow one at a time, so that growing takes little
// memory. Thread safe if made to be shared.
class Visited {
 public:
  explicit Visited(bool shared) : shared_(shared), tables_(new Table[kTables]) {}
  // False if it was there.
  bool Add(const Digest128& digest) {
    Table& table = TableOf(digest);
    if (!shared_) return AddTo(table, digest);
    while (table.locked.test_and_set(std::memory_order_acquire)) {
    }
    const bool added = AddTo(table, digest);
    table.locked.clear(std::memory_order_release);
    return added;
  }
  // The digest is looked for soon.
  void Prefetch(const Digest128& digest) const {
    const Table& table = TableOf(digest);
    const char* slots = table.begin.load(std::memory_order_relaxed);
    const std::size_t size = table.size.load(std::memory_order_relaxed);
    __builtin_prefetch(slots + Place(digest, size) * sizeof(Digest128));
  }
  // Each digest once, in no order. Needs that nobody adds.
  template <class Function>
  void ForEach(const Function& function) const {
    for (std::size_t i = 0; i < kTables; ++i) {
      for (const Digest128& digest : tables_[i].slots) {
        if (!(digest == Digest128{})) function(digest);
      }
    }
  }
  // Needs that nobody adds.
  void Share(bool shared) { shared_ = shared; }
  // Needs that nobody adds.
  std::size_t size() const {
    std::size_t all = 0;
    for (std::size_t i = 0; i < kTables; ++i) all += tables_[i].used;
    return all;
  }

 private:
  static constexpr int kTableBits = 6;
  static constexpr std::size_t kTables = std::size_t{1} << kTableBits;
  // Empty slots are zero; a digest that is zero by chance is taken for visited.
  struct alignas(64) Table {
    std::vector<Digest128> slots;
    std::size_t used = 0;
    // Of `slots`, for those who only guess where a digest will be.
    std::atomic<const char*> begin{nullptr};
    std::atomic<std::size_t> size{0};
    std::atomic_flag locked;
  };

  Table& TableOf(const Digest128& digest) const { return tables_[digest.b >> (64 - kTableBits)]; }
  static bool AddTo(Table& table, const Digest128& digest) {
    if ((table.used + 1) * 8 > table.slots.size() * 7) Grow(table);
    Digest128& slot = Find(table, digest);
    if (slot == digest) return false;
    slot = digest;
    ++table.used;
    return true;
  }
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
    table.begin.store(reinterpret_cast<const char*>(table.slots.data()), std::memory_order_relaxed);
    table.size.store(table.slots.size(), std::memory_order_relaxed);
    for (const Digest128& digest : old) {
      if (!(digest == Digest128{})) Find(table, digest) = digest;
    }
  }

  bool shared_;
  const std::unique_ptr<Table[]> tables_;
};

}  // namespace sim

#endif  // SIM_STATES_VISITED_H_
