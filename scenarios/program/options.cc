#include "scenarios/program/options.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "scenarios/catalog.h"
#include "scenarios/nearest.h"

namespace scenarios {
namespace {

constexpr std::uint64_t kMost = ~std::uint64_t{0};

// Options of a later version, refused with a sentence of their own.
constexpr const char* kLater[] = {"--follow"};

absl::Status Bad(const std::string& sentence) { return absl::InvalidArgumentError(sentence); }

bool Takes(const Option& option, const std::string& command) {
  return (" " + option.commands + " ").find(" " + command + " ") != std::string::npos;
}

std::string Allowed(const Option& option) {
  switch (option.kind) {
    case Kind::kFlag:
      return "no value";
    case Kind::kNumber:
      return std::to_string(option.least) + " to " + std::to_string(option.most);
    case Kind::kFraction:
      return "0 to 1";
    case Kind::kDuration:
      return "a number with ms, s, m or h, as 60s";
    case Kind::kWord:
      return absl::StrJoin(option.words, " ");
    case Kind::kShard:
      return "i/n, as 2/3, with i from 1 to n and n at most " + std::to_string(option.most);
    case Kind::kText:
      return option.value;
  }
  return "";
}

std::optional<double> ReadFraction(const std::string& text) {
  double fraction = 0;
  if (!absl::SimpleAtod(text, &fraction) || !(fraction >= 0 && fraction <= 1)) {
    return std::nullopt;
  }
  return fraction;
}

std::optional<std::int64_t> ReadMilliseconds(const std::string& text) {
  absl::Duration duration;
  if (!absl::ParseDuration(text, &duration) || duration < absl::Milliseconds(1) ||
      duration > absl::Hours(24 * 365)) {
    return std::nullopt;
  }
  return absl::ToInt64Milliseconds(duration);
}

std::optional<sim::Shard> ReadShard(const std::string& text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::optional<std::uint64_t> index = ReadNumber(text.substr(0, slash));
  const std::optional<std::uint64_t> count =
      ReadNumber(text.substr(std::min(slash + 1, text.size())));
  if (!index || !count || *index < 1 || *index > *count || *count > UINT32_MAX) return std::nullopt;
  return sim::Shard{static_cast<std::uint32_t>(*index - 1), static_cast<std::uint32_t>(*count)};
}

template <class Names>
bool IsOneOf(const std::string& value, const Names& names) {
  return std::find(std::begin(names), std::end(names), value) != std::end(names);
}

absl::Status Check(const Option& option, const std::string& value) {
  bool good = !value.empty();
  if (option.kind == Kind::kNumber) {
    const std::optional<std::uint64_t> n = ReadNumber(value);
    good = n && *n >= option.least && *n <= option.most;
  } else if (option.kind == Kind::kFraction) {
    good = ReadFraction(value).has_value();
  } else if (option.kind == Kind::kDuration) {
    good = ReadMilliseconds(value).has_value();
  } else if (option.kind == Kind::kWord) {
    good = IsOneOf(value, option.words);
  } else if (option.kind == Kind::kShard) {
    const std::optional<sim::Shard> shard = ReadShard(value);
    good = shard && shard->count <= option.most;
  }
  if (good) return absl::OkStatus();
  return Bad(option.name + " can't be '" + value + "'" +
             (IsOneOf(value, option.later) ? ", which is not there yet" : "") +
             "; allowed: " + Allowed(option));
}

absl::StatusOr<const Option*> FindOption(const std::string& command, const std::string& name) {
  std::vector<std::string> names;
  for (const Option& option : Options()) {
    if (!Takes(option, command)) continue;
    if (option.name == name) return &option;
    names.push_back(option.name);
  }
  if (IsOneOf(name, kLater)) {
    return Bad("option " + name + " is not there yet; allowed: those that ./railyard " + command +
               " --help shows");
  }
  return Bad(UnknownName("option", name, names, "./railyard " + command + " --help"));
}

// What is searched, and how.
std::vector<Option> SearchOptions() {
  constexpr std::uint64_t kMostExecutions = 1'000'000'000'000;
  return {
      {"--explorer",
       Kind::kWord,
       "WHO",
       "who decides: random (the default), pct, exhaustive (every graph once), states (every state "
       "once, under sc), enumerate (every order)",
       "run",
       0,
       0,
       {"random", "pct", "exhaustive", "states", "enumerate"},
       {"portfolio"}},
      {"--seed", Kind::kNumber, "N",
       "else RAILYARD_SEED, TEST_RANDOM_SEED, 1 if CI is set, a new one", "run check", 0, kMost},
      {"--executions", Kind::kNumber, "N", "at most so many (check: by each that samples)",
       "run check", 1, kMostExecutions},
      {"--time", Kind::kDuration, "60s", "at most so long", "run check"},
      {"--set", Kind::kText, "a=1,b=2", "the scenario's parameters", "run"},
      {"--mutant", Kind::kText, "NAME", "the scenario with a bug, by name or number", "run"},
      {"--memory",
       Kind::kWord,
       "MODEL",
       "rc11 (the default), or sc: sequentially consistent",
       "run litmus",
       0,
       0,
       {"rc11", "sc"}},
      {"--depth", Kind::kNumber, "D", "pct: the ordering constraints that a bug needs (3)",
       "run check", 1, 100},
      {"--faults", Kind::kNumber, "K", "at most so many strike in one execution", "run", 0,
       0xffff'ffff},
      {"--preemptions", Kind::kNumber, "K",
       "enumerate: at most so many switches away from a fiber that could go on", "run", 0,
       0xffff'fffe},
      {"--keep-going", Kind::kFlag, "", "go on after a finding, and count them", "run"},
      {"--jobs", Kind::kNumber, "N",
       "threads: of exhaustive and states (1); check: cases at once (2)", "run check", 1, 64},
      {"--shard", Kind::kShard, "i/n", "exhaustive, states: only the i-th of n parts; see merge",
       "run", 0, sim::Partition::kParts},
      {"--resume", Kind::kText, "WHERE",
       "exhaustive, states: goes on from a position, or where the run with the summary @FILE ended",
       "run"},
      {"--selfcheck", Kind::kFraction, "0.05", "share that is run twice (0.01)", "run check"},
  };
}

// What is shown and kept, and the options of single commands.
std::vector<Option> OtherOptions() {
  return {
      {"--until", Kind::kNumber, "STEP", "every step up to this one, and no more", "replay", 1,
       kMost},
      {"--out", Kind::kText, "DIR", "keep failures, and summary.json (else: Bazel's test outputs)",
       "run check merge"},
      {"--json", Kind::kText, "FILE", "write the summary there", "run check merge"},
      {"--junit", Kind::kText, "FILE", "write the verdicts there, as JUnit's XML",
       "run check merge"},
      {"--progress",
       Kind::kWord,
       "HOW",
       "on stderr each second: auto (on a terminal), json, none",
       "run check",
       0,
       0,
       {"auto", "json", "none"}},
      {"--reduction",
       Kind::kWord,
       "HOW",
       "of exhaustive: classes (the default: for an await, one write of each class), none; of "
       "states: persistent (the default: not all orders of steps that commute), none",
       "run",
       0,
       0,
       {"none", "classes", "persistent"}},
      {"--reduction",
       Kind::kWord,
       "HOW",
       "classes (the default: for an await, one write of each class), none",
       "litmus",
       0,
       0,
       {"none", "classes"}},
      {"--states",
       Kind::kWord,
       "KEYS",
       "states: told apart by digests (the default) or by exact keys, for small models",
       "run",
       0,
       0,
       {"digests", "exact"}},
      {"--order",
       Kind::kWord,
       "HOW",
       "states: depth first (the default, and fastest), or breadth: the shortest way to a finding",
       "run",
       0,
       0,
       {"depth", "breadth"}},
      {"--unroll", Kind::kNumber, "N", "a loop's body runs at most so often (2)", "litmus", 0,
       1000},
      {"--json", Kind::kFlag, "", "one line of JSON a file, instead of herd's lines", "litmus"},
      {"--help", Kind::kFlag, "", "this text", "list check run merge replay litmus"},
  };
}

}  // namespace

const std::vector<Option>& Options() {
  static const std::vector<Option> kOptions = [] {
    std::vector<Option> all = SearchOptions();
    for (Option& option : OtherOptions()) all.push_back(std::move(option));
    return all;
  }();
  return kOptions;
}

std::string Arguments::Text(const std::string& option) const {
  const auto at = values_.find(option);
  return at == values_.end() ? "" : at->second;
}

std::optional<std::uint64_t> Arguments::Number(const std::string& option) const {
  return ReadNumber(Text(option));
}
std::optional<double> Arguments::Fraction(const std::string& option) const {
  return ReadFraction(Text(option));
}
std::optional<std::int64_t> Arguments::Milliseconds(const std::string& option) const {
  return ReadMilliseconds(Text(option));
}
std::optional<sim::Shard> Arguments::Shard(const std::string& option) const {
  return ReadShard(Text(option));
}

absl::StatusOr<Arguments> ParseArguments(const std::string& command,
                                         std::span<const std::string> args) {
  Arguments parsed;
  bool options_end = false;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const std::string& arg = args[i];
    if (options_end || !arg.starts_with("-") || arg == "-") {
      parsed.positional_.push_back(arg);
      continue;
    }
    if (arg == "--") {
      options_end = true;
      continue;
    }
    const std::size_t equals = std::min(arg.find('='), arg.size());
    const auto option = FindOption(command, arg.substr(0, equals));
    if (!option.ok()) return option.status();
    const std::string& name = (*option)->name;
    if (parsed.Has(name)) return Bad(name + " is given twice; give it once");
    const bool attached = equals < arg.size();
    if ((*option)->kind == Kind::kFlag) {
      if (attached) return Bad(name + " takes no value, as '" + arg.substr(equals + 1) + "'");
      parsed.values_[name] = "";
      continue;
    }
    if (!attached && i + 1 == args.size()) {
      return Bad(name + " needs a value; allowed: " + Allowed(**option));
    }
    const std::string value = attached ? arg.substr(equals + 1) : args[++i];
    if (const absl::Status status = Check(**option, value); !status.ok()) return status;
    parsed.values_[name] = value;
  }
  return parsed;
}

std::string OptionsHelp(const std::string& command) {
  std::vector<std::pair<std::string, std::string>> rows;
  std::size_t width = 0;
  for (const Option& option : Options()) {
    if (!Takes(option, command)) continue;
    rows.emplace_back(option.name + (option.value.empty() ? "" : "=" + option.value),
                      option.meaning);
    width = std::max(width, rows.back().first.size());
  }
  std::string text;
  for (auto& [name, meaning] : rows) {
    name.resize(width, ' ');
    text += "  " + name + "  " + meaning + "\n";
  }
  return text;
}

}  // namespace scenarios
