#include "scenarios/catalog.h"

#include <algorithm>
#include <charconv>

#include "scenarios/nearest.h"

namespace scenarios {
namespace {

absl::Status Bad(const std::string& sentence) { return absl::InvalidArgumentError(sentence); }

std::string Range(const Parameter& p) {
  return std::to_string(p.least) + " to " + std::to_string(p.most);
}

}  // namespace

sim::Options Case::Options() const {
  sim::Options options{.memory = memory, .expect_marks = scenario->marks};
  if (faults) options.limits.max_faults = *faults;
  return options;
}

bool Case::AsListed() const {
  return values == CaseOf(*scenario, mutant).values && memory == sim::Memory::kRc11 && !faults;
}

Case CaseOf(const Scenario& scenario, const Mutant* mutant) {
  Case subject{.scenario = &scenario, .mutant = mutant, .values = {}, .faults = {}};
  for (const Parameter& p : scenario.parameters) subject.values[p.name] = p.value;
  if (mutant != nullptr) {
    for (const auto& [name, value] : mutant->set) subject.values[name] = value;
  }
  return subject;
}

Case CaseOf(const Catalog& catalog, const Mutant& mutant) {
  const auto at = std::find_if(catalog.scenarios.begin(), catalog.scenarios.end(),
                               [&](const Scenario& s) { return s.name == mutant.scenario; });
  return CaseOf(*at, &mutant);
}

absl::StatusOr<const Scenario*> FindScenario(const Catalog& catalog, const std::string& name) {
  std::vector<std::string> names;
  for (const Scenario& s : catalog.scenarios) {
    if (s.name == name) return &s;
    names.push_back(s.name);
  }
  return Bad(UnknownName("scenario", name, names));
}

absl::StatusOr<const Mutant*> FindMutant(const Catalog& catalog, const Scenario& scenario,
                                         const std::string& name) {
  std::vector<std::string> names;
  const Mutant* elsewhere = nullptr;
  for (const Mutant& m : catalog.mutants) {
    const bool meant = m.name == name || std::to_string(m.number) == name;
    const bool here = m.scenario == scenario.name;
    if (meant && here) return &m;
    if (meant) elsewhere = &m;
    if (here) names.push_back(m.name);
  }
  if (elsewhere == nullptr) {
    return Bad(UnknownName("mutant of " + scenario.name, name, names));
  }
  std::string allowed;
  for (const std::string& n : names) allowed += " " + n;
  return Bad("mutant " + elsewhere->name + " belongs to scenario " + elsewhere->scenario +
             "; allowed for " + scenario.name + ":" + (allowed.empty() ? " none" : allowed));
}

absl::Status SetParameter(Case& subject, const std::string& name, const std::string& value) {
  const Scenario& scenario = *subject.scenario;
  std::vector<std::string> names;
  for (const Parameter& p : scenario.parameters) {
    names.push_back(p.name);
    if (p.name != name) continue;
    const std::optional<std::uint64_t> number = ReadNumber(value);
    if (!number || *number < p.least || *number > p.most) {
      return Bad("parameter " + name + " of " + scenario.name + " can't be '" + value +
                 "'; allowed: " + Range(p));
    }
    subject.values[name] = *number;
    return absl::OkStatus();
  }
  return Bad(UnknownName("parameter of " + scenario.name, name, names));
}

absl::Status SetMemory(Case& subject, const std::string& name) {
  for (const sim::Memory memory : {sim::Memory::kRc11, sim::Memory::kSc}) {
    if (NameOf(memory) != name) continue;
    subject.memory = memory;
    return absl::OkStatus();
  }
  return Bad(UnknownName("memory", name, {"rc11", "sc"}));
}

std::string NameOf(sim::Memory memory) { return memory == sim::Memory::kSc ? "sc" : "rc11"; }

std::optional<std::uint64_t> ReadNumber(const std::string& text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (text.empty() || error != std::errc() || stop != end) return std::nullopt;
  return number;
}

}  // namespace scenarios
