#include "sim/explore/learned.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace sim {

void Learned::Add(const Learned& other) {
  for (int f = 0; f < kMaxFibers; ++f) {
    const std::vector<std::uint8_t>& theirs = other.habits[f];
    habits[f].resize(std::max(habits[f].size(), theirs.size()));
    for (std::size_t nth = 0; nth < theirs.size(); ++nth) {
      habits[f][nth] |= theirs[nth];
      const Habits both = Habits::Of(habits[f][nth]);
      incomplete = incomplete || (both.plain_store && both.updating_await);
    }
  }
  if (no_classes == nullptr) no_classes = other.no_classes;
  saw_classes = saw_classes || other.saw_classes;
  incomplete = incomplete || other.incomplete;
}

bool Learned::SameTree(const Learned& other) const {
  for (int f = 0; f < kMaxFibers; ++f) {
    const std::size_t made = std::max(habits[f].size(), other.habits[f].size());
    for (std::size_t nth = 0; nth < made; ++nth) {
      const std::uint8_t mine = nth < habits[f].size() ? habits[f][nth] : 0;
      const std::uint8_t theirs = nth < other.habits[f].size() ? other.habits[f][nth] : 0;
      if (Habits::Of(mine).stops != Habits::Of(theirs).stops) return false;
    }
  }
  return (no_classes == nullptr) == (other.no_classes == nullptr);
}

bool operator==(const Learned& a, const Learned& b) {
  auto why = [](const Learned& l) { return std::string_view(l.no_classes ? l.no_classes : ""); };
  return std::ranges::equal(a.habits, b.habits) && why(a) == why(b) &&
         a.saw_classes == b.saw_classes && a.incomplete == b.incomplete;
}

}  // namespace sim
