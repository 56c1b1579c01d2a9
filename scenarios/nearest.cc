#include "scenarios/nearest.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace scenarios {
namespace {

// A longer list is no longer read.
constexpr std::size_t kListed = 16;

// Levenshtein's distance.
std::size_t Distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, change}));
    }
  }
  return row[b.size()];
}

}  // namespace

std::string Nearest(const std::string& given, const std::vector<std::string>& names) {
  constexpr std::size_t kPart = 3;  // letters; a shorter part says nothing
  std::string nearest;
  std::size_t least = 0;
  for (const std::string& name : names) {
    const std::size_t distance = Distance(given, name);
    const bool part = given.size() >= kPart && name.find(given) != std::string::npos;
    const bool near = part || distance <= std::max<std::size_t>(1, name.size() / 3);
    if (near && (nearest.empty() || distance < least)) {
      nearest = name;
      least = distance;
    }
  }
  return nearest;
}

std::string UnknownName(const std::string& what, const std::string& given,
                        const std::vector<std::string>& names, const std::string& shown_by) {
  std::string text = "unknown " + what + " '" + given + "'";
  if (const std::string nearest = Nearest(given, names); !nearest.empty()) {
    text += " (did you mean " + nearest + "?)";
  }
  text += "; allowed:";
  if (names.empty()) return text + " none";
  if (names.size() > kListed) {
    return text + " one of the " + std::to_string(names.size()) + " that " + shown_by + " shows";
  }
  for (const std::string& name : names) text += " " + name;
  return text;
}

}  // namespace scenarios
