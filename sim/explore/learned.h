// What an exhaustive search learns about the program on its way, besides the tree.
#ifndef SIM_EXPLORE_LEARNED_H_
#define SIM_EXPLORE_LEARNED_H_

#include <cstdint>
#include <vector>

#include "sim/memory/view.h"

namespace sim {

// What was seen of one location, in any graph.
struct Habits {
  bool stops = false;        // it stopped satisfying an await
  bool plain_store = false;  // a store that is no unlock
  bool updating_await = false;

  std::uint8_t bits() const {
    return static_cast<std::uint8_t>(stops | plain_store << 1 | updating_await << 2);
  }
  static Habits Of(std::uint8_t bits) {
    return {.stops = (bits & 1) != 0,
            .plain_store = (bits & 2) != 0,
            .updating_await = (bits & 4) != 0};
  }
};

// Why await classes do not hold. The order must stay: positions (position.h) name them by it.
inline constexpr const char* kNoClasses[] = {
    "there are seq_cst events",
    "a write of an awaited location orders less than the one before it",
    "a location stops satisfying an await",
    "an earlier part of the search found that they do not hold",
};

// As a value that other searches of the same program can be told; it only ever grows.
struct Learned {
  // By the fiber that makes the location, and the order in which it does: Habits::bits().
  std::vector<std::uint8_t> habits[kMaxFibers];
  const char* no_classes = nullptr;  // why await classes do not hold, a literal; null if they do
  bool saw_classes = false;          // there was an await by class
  bool incomplete = false;           // something came up that is not explored in full

  void Add(const Learned& other);
  // Whether the tree of the search, which depends on some of it, is the same.
  bool SameTree(const Learned& other) const;
  // Compares why by its text: one literal may have several addresses.
  friend bool operator==(const Learned& a, const Learned& b);
};

}  // namespace sim

#endif  // SIM_EXPLORE_LEARNED_H_
