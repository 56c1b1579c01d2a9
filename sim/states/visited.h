// The states that were visited, by their digests.
#ifndef SIM_STATES_VISITED_H_
#define SIM_STATES_VISITED_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "sim/states/digest.h"
#include "sim/states/reserved.h"

namespace sim {

// A set of digests, 16 bytes each, that grows in place: nothing is there twice meanwhile. Thread
// safe if made to be shared: then it is made of several tables, each with a lock.
class Visited {
 public:
  explicit Visited(bool shared) : shared_(shared), tables_(new Table[Tables()]) {
    // Several tables would each leave half a large page empty.
    for (std::size_t i = 0; i < Tables(); ++i) tables_[i].Begin(shared ? kLarge << 3 : kLarge);
  }
  // False if it was there.
  bool Add(const Digest128& digest) {
    Table& table = TableOf(digest);
    if (!shared_) return table.Add(digest);
    while (table.locked.test_and_set(std::memory_order_acquire)) {
    }
    const bool added = table.Add(digest);
    table.locked.clear(std::memory_order_release);
    return added;
  }
  // The digest is looked for soon.
  void Prefetch(const Digest128& digest) const {
    const Table& table = TableOf(digest);
    __builtin_prefetch(table.slots + Place(digest, table.size.load(std::memory_order_relaxed)));
  }
  // Each digest once, in no order. Needs that nobody adds.
  template <class Function>
  void ForEach(const Function& function) const {
    for (std::size_t i = 0; i < Tables(); ++i) {
      const Table& table = tables_[i];
      std::size_t left = table.used;
      for (const Digest128* at = table.slots; left > 0; ++at) {
        if (*at == Digest128{}) continue;
        function(*at);
        --left;
      }
    }
  }
  bool shared() const { return shared_; }
  // Needs that nobody adds.
  std::size_t size() const {
    std::size_t all = 0;
    for (std::size_t i = 0; i < Tables(); ++i) all += tables_[i].used;
    return all;
  }

 private:
  static constexpr int kTableBits = 6;
  static constexpr std::size_t kLarge = std::size_t{2} << 20;  // bytes, from where pages are large

  // Empty slots are zero; a digest that is zero by chance is taken for visited. A digest is in the
  // first slot from its place on that was empty, perhaps behind the last place: what follows there
  // is empty too. Places are in the order of the digests, so a table with more of them has each at
  // the same place or behind it.
  struct alignas(64) Table {
    void Begin(std::size_t large_from);
    bool Add(const Digest128& digest) {
      if ((used + 1) * 6 > size.load(std::memory_order_relaxed) * 5) [[unlikely]]
        Grow();
      Digest128& slot = Find(digest);
      if (slot == digest) return false;
      slot = digest;
      ++used;
      return true;
    }
    // Its slot, or the empty one where it belongs.
    Digest128& Find(const Digest128& digest) {
      Digest128* at = slots + Place(digest, size.load(std::memory_order_relaxed));
      while (!(*at == digest) && !(*at == Digest128{})) ++at;
      return *at;
    }
    void Grow();

    Reserved memory;
    Digest128* slots = nullptr;
    std::atomic<std::size_t> size{0};  // places
    std::size_t used = 0;
    std::atomic_flag locked;
  };

  std::size_t Tables() const { return shared_ ? std::size_t{1} << kTableBits : 1; }
  Table& TableOf(const Digest128& digest) const {
    return tables_[shared_ ? digest.b >> (64 - kTableBits) : 0];
  }
  static std::size_t Place(const Digest128& digest, std::size_t size) {
    return static_cast<std::size_t>(static_cast<Wide>(digest.a) * size >> 64);
  }

  const bool shared_;
  const std::unique_ptr<Table[]> tables_;
};

}  // namespace sim

#endif  // SIM_STATES_VISITED_H_
