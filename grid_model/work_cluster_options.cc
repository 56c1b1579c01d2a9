#include "grid_model/work_cluster_options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/status/status.h"

namespace grid_model {
namespace {

// What bounds the memory and time of a run: a slip of a digit should get a sentence, not a machine
// that swaps. The card has 120 cores (P) and the page's runs end within 1000 rounds.
constexpr uint64_t kMostCores = 4096;
constexpr uint64_t kMostRounds = 1'000'000;

constexpr std::array<std::string_view, 6> kOptions = {"--paths", "--cores",      "--count",
                                                      "--limit", "--max-rounds", "--clusters"};
constexpr std::array<std::string_view, 3> kPagePaths = {"cpu", "hostfed", "thread"};
constexpr std::array<std::string_view, 1> kPaths = {"cpu"};
constexpr std::array<std::string_view, 3> kClusters = {"1", "2", "3"};

// One option with its values, as written.
struct Given {
  std::string name;
  std::vector<std::string> values;
};

template <class Names>
bool IsOneOf(const std::string& value, const Names& names) {
  return std::find(names.begin(), names.end(), value) != names.end();
}

template <class Names>
std::string Join(const Names& names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : " ") + std::string(name);
  return text;
}

absl::Status Bad(const std::string& sentence) { return absl::InvalidArgumentError(sentence); }

// How many single letters must be added, dropped or changed to make one of the other.
std::size_t Distance(std::string_view a, std::string_view b) {
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

absl::Status UnknownOption(const std::string& name) {
  const auto nearest = std::min_element(kOptions.begin(), kOptions.end(),
                                        [&](std::string_view a, std::string_view b) {
                                          return Distance(name, a) < Distance(name, b);
                                        });
  const bool near = Distance(name, *nearest) <= 3;
  return Bad("unknown option " + name +
             (near ? " (did you mean " + std::string(*nearest) + "?)" : "") +
             "; allowed: " + Join(kOptions));
}

absl::StatusOr<std::vector<Given>> Group(std::span<const std::string> args) {
  std::vector<Given> options;
  for (const std::string& arg : args) {
    if (!arg.starts_with("--")) {
      if (options.empty()) {
        return Bad("'" + arg + "' belongs to no option; allowed: " + Join(kOptions));
      }
      options.back().values.push_back(arg);
      continue;
    }
    const std::size_t equals = arg.find('=');
    const std::string name = arg.substr(0, equals);
    if (!IsOneOf(name, kOptions)) return UnknownOption(name);
    for (const Given& option : options) {
      if (option.name == name) return Bad(name + " is given twice; give it once");
    }
    options.push_back({name, {}});
    if (equals != std::string::npos) options.back().values.push_back(arg.substr(equals + 1));
  }
  return options;
}

std::optional<uint64_t> ReadNumber(std::string_view text) {
  uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (text.empty() || error != std::errc() || stop != end) return std::nullopt;
  return number;
}

// A 64-bit word: a number, or minus one of at most 2^63, modulo 2^64.
std::optional<uint64_t> ReadWord(std::string_view text) {
  if (!text.starts_with('-')) return ReadNumber(text);
  const std::optional<uint64_t> magnitude = ReadNumber(text.substr(1));
  if (!magnitude || *magnitude > uint64_t{1} << 63) return std::nullopt;
  return -*magnitude;
}

absl::Status SetNumber(const Given& given, uint64_t least, uint64_t most, uint64_t& value) {
  const bool is_word = given.name == "--limit";
  const std::string allowed =
      is_word ? "a whole number from 0 to 2^64 - 1 (-5 stands for 2^64 - 5)"
              : "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  if (given.values.size() != 1) {
    const std::string got = given.values.empty() ? "none" : "'" + Join(given.values) + "'";
    return Bad(given.name + " takes one value, not " + got + "; allowed: " + allowed);
  }
  const auto number = is_word ? ReadWord(given.values[0]) : ReadNumber(given.values[0]);
  if (!number || *number < least || *number > most) {
    return Bad(given.name + " can't be '" + given.values[0] + "'; allowed: " + allowed);
  }
  value = *number;
  return absl::OkStatus();
}

// The values of an option that takes one or more of `allowed`, none twice.
template <class Names>
absl::Status CheckList(const Given& given, const Names& allowed) {
  if (given.values.empty()) {
    return Bad(given.name + " needs a value; allowed: " + Join(allowed));
  }
  for (auto it = given.values.begin(); it != given.values.end(); ++it) {
    if (!IsOneOf(*it, allowed)) {
      return Bad(given.name + " can't have '" + *it + "'" +
                 (IsOneOf(*it, kPagePaths) ? ", which is not there yet" : "") +
                 "; allowed: " + Join(allowed));
    }
    if (std::find(given.values.begin(), it, *it) != it) {
      return Bad(given.name + " has " + *it + " twice; allowed: each of " + Join(allowed) +
                 " at most once");
    }
  }
  return absl::OkStatus();
}

absl::Status Set(const Given& given, WorkClusterOptions& options) {
  if (given.name == "--cores") return SetNumber(given, 1, kMostCores, options.cores);
  if (given.name == "--count") return SetNumber(given, 1, kMostCores, options.count);
  if (given.name == "--limit") return SetNumber(given, 0, UINT64_MAX, options.limit);
  if (given.name == "--max-rounds") return SetNumber(given, 0, kMostRounds, options.max_rounds);
  if (given.name == "--paths") {
    options.paths = given.values;
    return CheckList(given, kPaths);
  }
  options.clusters.clear();
  for (const std::string& value : given.values) {
    options.clusters.push_back(ReadNumber(value).value_or(0));
  }
  return CheckList(given, kClusters);
}

}  // namespace

absl::StatusOr<WorkClusterOptions> ParseWorkCluster(std::span<const std::string> args) {
  const absl::StatusOr<std::vector<Given>> given = Group(args);
  if (!given.ok()) return given.status();
  WorkClusterOptions options;
  for (const Given& option : *given) {
    if (const absl::Status status = Set(option, options); !status.ok()) return status;
  }
  const uint64_t per_loop = CoresPerLoop(options);
  const std::string split = std::to_string(options.cores) + " cores in " +
                            std::to_string(options.clusters.size()) + " partition" +
                            (options.clusters.size() == 1 ? "" : "s");
  if (per_loop == 0) {
    return Bad("--cores can't be " + std::to_string(options.cores) + " with " +
               std::to_string(options.clusters.size()) +
               " clusters; allowed: at least one core for each");
  }
  if (options.count > per_loop) {
    return Bad("--count can't be " + std::to_string(options.count) + " with " + split +
               "; allowed: 1 to " + std::to_string(per_loop) + ", a loop's cores");
  }
  return options;
}

}  // namespace grid_model
