// Full keys in place of digests, for small models: nothing is left to chance.
#ifndef SIM_STATES_EXACT_H_
#define SIM_STATES_EXACT_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "sim/states/digest.h"

namespace sim {

// Gives numbers to what is equal, in the order in which it comes up: to pasts of fibers, which are
// sequences, and to keys of states, which hold such numbers. A number stands where a digest does
// (of a past, in `a` alone); two are equal only if what they stand for is. All is kept. Thread
// safety: none.
class Exact {
 public:
  // The past that is `before` (Digest128{}: nothing), and then `value`.
  Digest128 Then(const Digest128& before, std::uint64_t value) {
    const auto [at, is_new] = pasts_.try_emplace({before.a, value}, pasts_.size() + 1);
    return {at->second, 0};
  }

  // A key is put together from numbers and bytes, whose count earlier ones must tell.
  void Begin() { key_.clear(); }
  void Add(std::uint64_t number) {
    for (; number >= 0x80; number >>= 7) key_.push_back(static_cast<char>(number | 0x80));
    key_.push_back(static_cast<char>(number));
  }
  void AddBytes(const void* bytes, std::size_t count) {
    key_.append(static_cast<const char*>(bytes), count);
  }
  Digest128 End() {
    const auto [at, is_new] = keys_.try_emplace(key_, keys_.size() + 1);
    if (is_new) bytes_ += key_.size();
    // Spread for tables of digests; numbers that differ stay so, since the factors are odd.
    return {at->second * 0x9e3779b97f4a7c15u, at->second * 0xbf58476d1ce4e5b9u};
  }

  // What the keys and the steps of the pasts take, without the tables around them.
  std::uint64_t bytes() const { return bytes_ + pasts_.size() * 3 * sizeof(std::uint64_t); }

 private:
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> pasts_;
  std::unordered_map<std::string, std::uint64_t> keys_;
  std::string key_;
  std::uint64_t bytes_ = 0;
};

}  // namespace sim

#endif  // SIM_STATES_EXACT_H_
