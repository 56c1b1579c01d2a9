#include "scenarios/replay_line.h"

#include <cstddef>
#include <limits>
#include <set>
#include <sstream>
#include <utility>
#include <variant>
#include <vector>

#include "scenarios/nearest.h"

namespace scenarios {
namespace {

constexpr char kCommand[] = "replay '";

absl::Status Bad(std::size_t at, const std::string& sentence) {
  return absl::InvalidArgumentError("character " + std::to_string(at + 1) + ": " + sentence);
}
absl::Status Bad(std::size_t at, const absl::Status& status) {
  return Bad(at, std::string(status.message()));
}

constexpr char kEverywhere[] = "everywhere";

absl::Status SetFaults(Case& subject, const std::string& value) {
  const std::optional<std::uint64_t> n = ReadNumber(value);
  if (!n || *n > std::numeric_limits<std::uint32_t>::max()) {
    return absl::InvalidArgumentError("faults can't be '" + value + "'; allowed: 0 to " +
                                      std::to_string(std::numeric_limits<std::uint32_t>::max()));
  }
  subject.faults = static_cast<std::uint32_t>(*n);
  return absl::OkStatus();
}

absl::Status SetPoints(sim::Points& points, const std::string& value) {
  if (value != kEverywhere) {
    return absl::InvalidArgumentError("points can't be '" + value + "'; allowed: " + kEverywhere);
  }
  points = sim::Points::kEverywhere;
  return absl::OkStatus();
}

// One name=value; mutant, memory, faults and points besides the parameters.
absl::Status SetOne(const Catalog& catalog, Replayable& replayable, const std::string& name,
                    const std::string& value) {
  Case& subject = replayable.subject;
  if (name == "memory") return SetMemory(subject, value);
  if (name == "mutant") {
    const auto mutant = FindMutant(catalog, *subject.scenario, value);
    if (mutant.ok()) subject.mutant = *mutant;
    return mutant.status();
  }
  if (name == "faults") return SetFaults(subject, value);
  if (name == "points") return SetPoints(replayable.points, value);
  for (const Parameter& p : subject.scenario->parameters) {
    if (p.name == name) return SetParameter(subject, name, value);
  }
  std::vector<std::string> names;
  for (const Parameter& p : subject.scenario->parameters) names.push_back(p.name);
  names.insert(names.end(), {"mutant", "memory", "faults", "points"});
  return absl::InvalidArgumentError(UnknownName("name", name, names));
}

// What ran, without the tape.
absl::StatusOr<Replayable> ParseCase(const Catalog& catalog, const std::string& text) {
  const std::size_t question = std::min(text.find('?'), text.size());
  const auto scenario = FindScenario(catalog, text.substr(0, question));
  if (!scenario.ok()) return Bad(0, scenario.status());
  Replayable replayable{CaseOf(**scenario), {}};
  std::set<std::string> seen;
  for (std::size_t at = question; at < text.size();) {
    const std::size_t begin = at + 1;
    at = std::min(text.find('&', begin), text.size());
    const std::string pair = text.substr(begin, at - begin);
    const std::size_t equals = pair.find('=');
    if (equals == std::string::npos) {
      return Bad(begin, "expected name=value, not '" + pair + "'");
    }
    const std::string name = pair.substr(0, equals);
    if (!seen.insert(name).second) return Bad(begin, name + " is given twice; give it once");
    const absl::Status status = SetOne(catalog, replayable, name, pair.substr(equals + 1));
    if (!status.ok()) return Bad(begin, status);
  }
  return replayable;
}

// A schedule: line 1 the case, then one choice a line and, after a space, words for people.
absl::StatusOr<Replayable> ParseSchedule(const Catalog& catalog, const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  auto in_line = [](std::size_t number, const absl::Status& status) {
    return absl::InvalidArgumentError("line " + std::to_string(number) + ", " +
                                      std::string(status.message()));
  };
  absl::StatusOr<Replayable> replayable = ParseCase(catalog, line);
  if (!replayable.ok()) return in_line(1, replayable.status());
  for (std::size_t number = 2; std::getline(lines, line); ++number) {
    if (line.empty()) continue;
    const auto choice = sim::ParseTape("t1:" + line.substr(0, line.find(' ')));
    if (const auto* error = std::get_if<sim::TapeError>(&choice)) {
      return in_line(number, Bad(error->at - 3, error->message));
    }
    const auto& tape = std::get<sim::Tape>(choice);
    replayable->tape.insert(replayable->tape.end(), tape.begin(), tape.end());
  }
  return replayable;
}

std::string WithoutTape(const Replayable& replayable) {
  const Case& subject = replayable.subject;
  std::string text = subject.scenario->name;
  char separator = '?';
  auto add = [&](const std::string& name, const std::string& value) {
    text += std::exchange(separator, '&') + name + "=" + value;
  };
  for (const Parameter& p : subject.scenario->parameters) {
    const std::uint64_t value = subject.values.at(p.name);
    if (value != p.value) add(p.name, std::to_string(value));
  }
  if (subject.mutant != nullptr) add("mutant", subject.mutant->name);
  if (subject.memory != sim::Memory::kRc11) add("memory", NameOf(subject.memory));
  if (subject.faults) add("faults", std::to_string(*subject.faults));
  if (replayable.points == sim::Points::kEverywhere) add("points", kEverywhere);
  return text;
}

}  // namespace

std::string CaseText(const Case& subject) { return WithoutTape({subject, {}}); }

std::string ReplayLine(const Replayable& replayable) {
  return WithoutTape(replayable) + "#" + sim::ToText(replayable.tape);
}

std::string ReplayCommand(const Replayable& replayable) {
  return "./railyard " + (kCommand + ReplayLine(replayable)) + "'";
}

absl::StatusOr<Replayable> ParseReplayLine(const Catalog& catalog, const std::string& line) {
  const std::size_t hash = line.find('#');
  absl::StatusOr<Replayable> replayable = ParseCase(catalog, line.substr(0, hash));
  if (!replayable.ok()) return replayable;
  if (hash == std::string::npos) {
    return Bad(line.size(), "expected '#' and a tape, as #t1:f1/2r0/2");
  }
  const auto tape = sim::ParseTape(line.substr(hash + 1));
  if (const auto* error = std::get_if<sim::TapeError>(&tape)) {
    return Bad(hash + 1 + error->at, error->message);
  }
  replayable->tape = std::get<sim::Tape>(tape);
  return replayable;
}

std::string ScheduleText(const Replayable& replayable) {
  std::string text = WithoutTape(replayable) + "\n";
  for (const sim::Choice& c : replayable.tape) {
    text += sim::LetterOf(c.kind) + std::to_string(c.pick) + "/" + std::to_string(c.arity) + " " +
            sim::NameOf(c.kind) + "\n";
  }
  return text;
}

absl::StatusOr<Replayable> ParseReplayFile(const Catalog& catalog, const std::string& text) {
  if (const std::size_t command = text.find(kCommand); command != std::string::npos) {
    const std::size_t begin = command + sizeof kCommand - 1;
    const std::size_t end = text.find('\'', begin);
    if (end != std::string::npos) {
      return ParseReplayLine(catalog, text.substr(begin, end - begin));
    }
  }
  const std::string first = text.substr(0, text.find('\n'));
  if (first.find('#') != std::string::npos) return ParseReplayLine(catalog, first);
  return ParseSchedule(catalog, text);
}

}  // namespace scenarios
