#include "scenarios/litmus/run.h"

#include <algorithm>
#include <set>
#include <utility>

#include "scenarios/litmus/interpreter.h"

namespace litmus {
namespace {

// Tests have dozens at most; one with so many has more executions than anybody can wait for.
constexpr std::uint32_t kMostEvents = 4'000;

using Registers = std::vector<std::vector<Value>>;  // by thread

// Looks at the end of each execution.
class Collector {
 public:
  Collector(const Test& test, const RunOptions& options)
      : test_(test), options_(options), registers_(test.threads.size()) {}

  // The program, to be run once per execution.
  void Body() {
    ending_ = {};
    Interpreter::Memory memory;
    for (const Location& l : test_.locations) memory.emplace_back(l.initial, l.name.c_str());
    std::vector<sim::fiber> fibers;
    fibers.reserve(test_.threads.size());
    for (std::size_t t = 0; t < test_.threads.size(); ++t) {
      const Thread& thread = test_.threads[t];
      registers_[t] = thread.initial;
      fibers.emplace_back(thread.name.c_str(), [this, &memory, t] {
        Interpreter(test_, t, memory, registers_[t], options_.unroll, ending_).Run();
      });
    }
  }

  // False: no further execution.
  bool Observe(const sim::Execution& execution) {
    if (!ending_.problem.empty()) {
      outcome_.problem = ending_.problem;
      return false;
    }
    if (ending_.cut) {
      outcome_.cut = true;
    } else if (!options_.repeats || graphs_.insert(sim::Signature(execution.graph())).second) {
      Count(execution);
    }
    return !options_.stop();
  }

  Outcome Take(const sim::Result& result) {
    const sim::Finding& finding = result.finding;
    outcome_.racy = finding.verdict == sim::Verdict::kDataRace;
    if (outcome_.racy) {
      outcome_.race = finding.where + ": " + finding.message;
    } else if (finding.verdict == sim::Verdict::kLimit) {
      outcome_.problem =
          test_.file + ": an execution has more than " + std::to_string(kMostEvents) + " events";
    } else if (finding.verdict != sim::Verdict::kPass) {
      outcome_.problem = test_.file + ": " + finding.message;
    }
    outcome_.exhausted = result.exhausted;
    switch (test_.quantifier) {
      case Quantifier::kExists:
        outcome_.holds = outcome_.positive > 0;
        break;
      case Quantifier::kNotExists:
        outcome_.holds = outcome_.positive == 0;
        break;
      case Quantifier::kForall:
        outcome_.holds = outcome_.negative == 0;
        break;
    }
    return std::move(outcome_);
  }

 private:
  void Count(const sim::Execution& execution) {
    execution_ = &execution;
    if (test_.filter.has_value() && !Holds(*test_.filter)) return;
    std::vector<Value> state;
    for (const Term& term : test_.observed) state.push_back(ValueOf(term));
    ++outcome_.states[std::move(state)];
    ++outcome_.executions;
    ++(Holds(test_.condition) ? outcome_.positive : outcome_.negative);
  }

  Value ValueOf(const Term& term) const {
    const auto index = static_cast<std::size_t>(term.index);
    switch (term.kind) {
      case Term::Kind::kConstant:
        return term.constant;
      case Term::Kind::kRegister:
        return registers_[static_cast<std::size_t>(term.thread)][index];
      case Term::Kind::kLocation:
        // Locations have the numbers in which Body makes them.
        return sim::FromBits<Value>(execution_->Newest(static_cast<sim::LocationId>(term.index)));
      case Term::Kind::kAddress:
        return kFirstAddress + term.index;
    }
    return 0;
  }

  bool Holds(const Proposition& p) const {
    switch (p.kind) {
      case Proposition::Kind::kTrue:
        return true;
      case Proposition::Kind::kFalse:
        return false;
      case Proposition::Kind::kEqual:
        return ValueOf(p.terms[0]) == ValueOf(p.terms[1]);
      case Proposition::Kind::kDiffers:
        return ValueOf(p.terms[0]) != ValueOf(p.terms[1]);
      case Proposition::Kind::kNot:
        return !Holds(p.parts[0]);
      case Proposition::Kind::kAnd:
        return std::all_of(p.parts.begin(), p.parts.end(),
                           [this](const Proposition& part) { return Holds(part); });
      case Proposition::Kind::kOr:
        return std::any_of(p.parts.begin(), p.parts.end(),
                           [this](const Proposition& part) { return Holds(part); });
      case Proposition::Kind::kImplies:
        return !Holds(p.parts[0]) || Holds(p.parts[1]);
    }
    return false;
  }

  const Test& test_;
  const RunOptions& options_;
  Registers registers_;
  Ending ending_;
  std::set<std::string> graphs_;
  const sim::Execution* execution_ = nullptr;
  Outcome outcome_;
};

}  // namespace

Outcome RunLitmus(const Test& test, const RunOptions& options) {
  Collector collector(test, options);
  const std::unique_ptr<sim::Explorer> explorer = options.explorer();
  const sim::Result result = sim::Explore(
      [&collector] { collector.Body(); }, *explorer,
      {.memory = options.memory,
       .limits = {.max_events = kMostEvents},
       .observe = [&collector](const sim::Execution& e) { return collector.Observe(e); }});
  return collector.Take(result);
}

}  // namespace litmus
