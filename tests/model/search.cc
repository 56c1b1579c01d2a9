#include "tests/model/search.h"

#include <stdexcept>
#include <vector>

namespace scenarios {

const char* NameOf(By by) { return by == By::kPct ? "PCT" : "random walk"; }

Scenario RailScenario(const std::string& name) {
  for (Scenario& scenario : RailScenarios()) {
    if (scenario.name == name) return scenario;
  }
  throw std::invalid_argument("no scenario " + name);
}

Mutant RailMutant(int number) {
  for (Mutant& mutant : RailMutants()) {
    if (mutant.number == number) return mutant;
  }
  throw std::invalid_argument("no mutant " + std::to_string(number));
}

sim::Result Search(const Scenario& scenario, const Values& set, const Mutant* mutant, By by,
                   std::uint64_t seed, std::uint64_t executions) {
  Values values;
  for (const Parameter& parameter : scenario.parameters) values[parameter.name] = parameter.value;
  for (const auto& [name, value] : set) values.at(name) = value;
  sim::Options options;
  options.expect_marks = scenario.marks;
  const std::function<void()> body = scenario.make(values, mutant);
  return by == By::kPct
             ? sim::Explore(body, sim::Pct({.seed = seed, .executions = executions}), options)
             : sim::Explore(body, sim::RandomWalk({.seed = seed, .executions = executions}),
                            options);
}

sim::Result Search(const Mutant& mutant, By by, std::uint64_t seed, std::uint64_t executions) {
  return Search(RailScenario(mutant.scenario), mutant.set, &mutant, by, seed, executions);
}

std::string KindOf(const sim::Finding& finding) {
  return finding.verdict == sim::Verdict::kRuleBroken ? finding.rule : sim::NameOf(finding.verdict);
}

}  // namespace scenarios
