// The options of the commands: one table drives parsing, its errors and the help.
#ifndef SCENARIOS_PROGRAM_OPTIONS_H_
#define SCENARIOS_PROGRAM_OPTIONS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "sim/explore/partition.h"

namespace scenarios {

enum class Kind {
  kFlag,      // present or not; no value
  kNumber,    // a whole number from `least` to `most`
  kFraction,  // from 0 to 1
  kDuration,  // "90s", "2m", "1.5h"; at least a millisecond
  kWord,      // one of `words`
  kShard,     // "2/3", from 1; at most `most` shards
  kText,      // anything but nothing
};

struct Option {
  std::string name;  // "--seed"
  Kind kind;
  std::string value;  // as the help calls it: "N"
  std::string meaning;
  std::string commands;  // which take it, in a row: "run check"
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  std::vector<std::string> words = {};
  // Values that a later version will take: refused, and called "not there yet".
  std::vector<std::string> later = {};
};

// All options, in the order of the help.
const std::vector<Option>& Options();

// The arguments of one command, checked as far as the table can.
class Arguments {
 public:
  const std::vector<std::string>& positional() const { return positional_; }
  bool Has(const std::string& option) const { return values_.contains(option); }
  // As given; "" if it was not.
  std::string Text(const std::string& option) const;
  // REQUIRES: the option's kind is the function's.
  std::optional<std::uint64_t> Number(const std::string& option) const;
  std::optional<double> Fraction(const std::string& option) const;
  std::optional<std::int64_t> Milliseconds(const std::string& option) const;
  std::optional<sim::Shard> Shard(const std::string& option) const;

 private:
  friend absl::StatusOr<Arguments> ParseArguments(const std::string& command,
                                                  std::span<const std::string> args);
  std::vector<std::string> positional_;
  std::map<std::string, std::string> values_;
};

// Reads what follows `command`. A value may stand behind '=' or be the next argument; behind "--"
// nothing is an option. An error is a sentence that names what was given and what is allowed.
absl::StatusOr<Arguments> ParseArguments(const std::string& command,
                                         std::span<const std::string> args);

// The options of `command` for the help, one a line.
std::string OptionsHelp(const std::string& command);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_OPTIONS_H_
