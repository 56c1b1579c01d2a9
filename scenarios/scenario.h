// What is checked: scenarios with a promise, and mutants that must break it.
#ifndef SCENARIOS_SCENARIO_H_
#define SCENARIOS_SCENARIO_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace scenarios {

// A number that a user may set with --set name=value.
struct Parameter {
  std::string name;
  std::uint64_t value;  // the default
  std::uint64_t least;
  std::uint64_t most;
  std::string meaning;
};

// The parameters of one run, all of them, each within its bounds.
using Values = std::map<std::string, std::uint64_t>;

// By which exhaustive searches `check` judges a scenario and its mutants. Its author chooses:
// graphs know of weak memory, but there is one for each order, and a program full of locks has too
// many; of the states of such a program there are few.
enum class Judges : std::uint8_t {
  kGraphs,  // every execution graph, under RC11
  kStates,  // every state, so every interleaving, under sequential consistency
  kBoth,
};
inline bool ByGraphs(Judges judges) { return judges != Judges::kStates; }
inline bool ByStates(Judges judges) { return judges != Judges::kGraphs; }

// A system with one named bug. A checker that does not find it is no checker.
struct Mutant {
  int number;        // in the contract's list of mutants
  std::string name;  // "ready-plain-store"
  std::string bug;   // one sentence
  // What must be reported, one of these: a rule ("R7", "C2"), "data race" or "deadlock".
  std::vector<std::string> caught_by;
  std::string scenario;  // the smallest that shows it
  Values set;            // that scenario's parameters where they differ from its defaults
  // Only weak memory shows it: an order is too weak, and under sc there is nothing to see.
  bool weak = false;
};

// One scenario: a program made from parameters, and what it promises.
struct Scenario {
  std::string name;     // "rail/delivery"
  std::string promise;  // one sentence
  std::vector<Parameter> parameters;
  // What must be reported, as in Mutant; empty: nothing may be. (A caller that neglects its duty.)
  std::vector<std::string> must_report;
  std::vector<const char*> marks;  // that executions must come to
  Judges judges = Judges::kGraphs;
  // The program, to be run once per execution. `mutant` is null for the correct system, else one
  // of `scenario`'s mutants by number.
  std::function<std::function<void()>(const Values&, const Mutant* mutant)> make;
};

}  // namespace scenarios

#endif  // SCENARIOS_SCENARIO_H_
