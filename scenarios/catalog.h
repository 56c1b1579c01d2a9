// All that can be checked, by name; and one choice of it: a case.
#ifndef SCENARIOS_CATALOG_H_
#define SCENARIOS_CATALOG_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "scenarios/scenario.h"
#include "sim/explore/explore.h"

namespace scenarios {

// A rule of a contract, for the list.
struct Rule {
  std::string id;        // "R7"
  std::string sentence;  // what holds
  std::string breaker;   // who can break it: "rail", "caller", ...
};

// Names are unique, and so are the mutants' numbers.
struct Catalog {
  std::vector<Scenario> scenarios;
  std::vector<Mutant> mutants;
  std::vector<Rule> rules;
};

// What is run: a scenario with its parameters filled in, correct or with one bug, under a memory
// model. Points into a catalog, which must outlive it.
struct Case {
  const Scenario* scenario = nullptr;
  const Mutant* mutant = nullptr;
  Values values;
  sim::Memory memory = sim::Memory::kRc11;
  std::optional<std::uint32_t> faults;  // the most that strike in one execution; none: no bound

  std::function<void()> Body() const { return scenario->make(values, mutant); }
  sim::Options Options() const;
  // Whether it is just what the catalog promises something of: marks and what must be reported
  // belong to the parameters as listed.
  bool AsListed() const;
  // What must be reported, one of these; none: nothing may be.
  const std::vector<std::string>& MustReport() const {
    return mutant != nullptr ? mutant->caught_by : scenario->must_report;
  }
};

// With the defaults of the scenario, and a mutant's own settings on top.
Case CaseOf(const Scenario& scenario, const Mutant* mutant = nullptr);
// REQUIRES: the mutant's scenario is in the catalog.
Case CaseOf(const Catalog& catalog, const Mutant& mutant);

// Errors of the following are InvalidArgument: a sentence that names what was given, suggests the
// nearest name, and says what is allowed.

absl::StatusOr<const Scenario*> FindScenario(const Catalog& catalog, const std::string& name);

// By name or by number, among the mutants of `scenario`.
absl::StatusOr<const Mutant*> FindMutant(const Catalog& catalog, const Scenario& scenario,
                                         const std::string& name);

// Sets one parameter, within its bounds.
absl::Status SetParameter(Case& subject, const std::string& name, const std::string& value);

// "rc11" or "sc".
absl::Status SetMemory(Case& subject, const std::string& name);
std::string NameOf(sim::Memory memory);

// Digits alone, at most 2^64 - 1.
std::optional<std::uint64_t> ReadNumber(const std::string& text);

}  // namespace scenarios

#endif  // SCENARIOS_CATALOG_H_
