#include "scenarios/litmus/report.h"

#include "nlohmann/json.hpp"

namespace litmus {
namespace {

using Json = nlohmann::ordered_json;

// A file's name may be no UTF-8: replaced, never thrown about.
std::string Text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

const char* QuantifierText(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::kExists:
      return "exists";
    case Quantifier::kNotExists:
      return "~exists";
    case Quantifier::kForall:
      break;
  }
  return "forall";
}

// A test in words.
class Printer {
 public:
  explicit Printer(const Test& test) : test_(test) {}

  std::string ValueText(Value value) const {
    if (value >= kFirstAddress) {
      const auto location = static_cast<std::size_t>(value - kFirstAddress);
      if (location < test_.locations.size()) return test_.locations[location].name;
    }
    return std::to_string(value);
  }

  std::string TermText(const Term& term) const {
    const auto index = static_cast<std::size_t>(term.index);
    switch (term.kind) {
      case Term::Kind::kConstant:
        return ValueText(term.constant);
      case Term::Kind::kRegister:
        return std::to_string(term.thread) + ":" +
               test_.threads[static_cast<std::size_t>(term.thread)].registers[index];
      case Term::Kind::kLocation:
        return "[" + test_.locations[index].name + "]";
      case Term::Kind::kAddress:
        return test_.locations[index].name;
    }
    return "";
  }

  std::string ConditionText() const {
    return std::string(QuantifierText(test_.quantifier)) + " (" + PropositionText(test_.condition) +
           ")";
  }

 private:
  // In parentheses unless it stands where everything may: `tightness` is that of what is around.
  std::string PropositionText(const Proposition& p, int tightness = 0) const {
    switch (p.kind) {
      case Proposition::Kind::kTrue:
        return "true";
      case Proposition::Kind::kFalse:
        return "false";
      case Proposition::Kind::kEqual:
        return TermText(p.terms[0]) + "=" + TermText(p.terms[1]);
      case Proposition::Kind::kDiffers:
        return "not (" + TermText(p.terms[0]) + "=" + TermText(p.terms[1]) + ")";
      case Proposition::Kind::kNot:
        return "not (" + PropositionText(p.parts[0]) + ")";
      case Proposition::Kind::kOr:
        return Joined(p, " \\/ ", 1, tightness);
      case Proposition::Kind::kAnd:
        return Joined(p, " /\\ ", 2, tightness);
      case Proposition::Kind::kImplies:
        return Joined(p, " => ", 3, tightness);
    }
    return "";
  }

  std::string Joined(const Proposition& p, const char* sign, int own, int around) const {
    std::string text = PropositionText(p.parts[0], own);
    for (std::size_t i = 1; i < p.parts.size(); ++i) {
      text += sign + PropositionText(p.parts[i], own);
    }
    // Herd binds => tighter than one expects, so it gets parentheses wherever it is not alone.
    const bool implies = p.kind == Proposition::Kind::kImplies;
    return own < around || (implies && around > 0) ? "(" + text + ")" : text;
  }

  const Test& test_;
};

const char* KindText(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::kExists:
      return "Allowed";
    case Quantifier::kNotExists:
      return "Forbidden";
    case Quantifier::kForall:
      break;
  }
  return "Required";
}

const char* ObservationText(const Outcome& outcome) {
  if (outcome.positive == 0) return "Never";
  return outcome.negative == 0 ? "Always" : "Sometimes";
}

}  // namespace

std::string Report(const Test& test, const Outcome& outcome) {
  const Printer printer(test);
  const std::string head = "Test " + test.name + " " + KindText(test.quantifier) + "\n";
  const std::string condition = "Condition " + printer.ConditionText() + "\n";
  if (outcome.racy) {
    return head + "Undef\n" + condition + "Data race, which ended the search: " + outcome.race +
           "\n";
  }
  std::string out = head + "States " + std::to_string(outcome.states.size()) + "\n";
  for (const auto& [state, executions] : outcome.states) {
    std::string line;
    for (std::size_t i = 0; i < state.size(); ++i) {
      line += (i == 0 ? "" : " ") + printer.TermText(test.observed[i]) + "=" +
              printer.ValueText(state[i]) + ";";
    }
    out += line + "\n";
  }
  if (outcome.cut) out += "Loop ";
  out += outcome.holds ? "Ok\n" : "No\n";
  // Witnesses of the whole condition: for ~exists those are the others.
  const bool swapped = test.quantifier == Quantifier::kNotExists;
  out += "Witnesses\nPositive: " + std::to_string(swapped ? outcome.negative : outcome.positive) +
         " Negative: " + std::to_string(swapped ? outcome.positive : outcome.negative) + "\n";
  out += condition + "Observation " + test.name + " " + ObservationText(outcome) + " " +
         std::to_string(outcome.positive) + " " + std::to_string(outcome.negative) + "\n";
  if (!outcome.problem.empty()) {
    out += "Problem: " + outcome.problem + "\n";
  } else if (!outcome.exhausted) {
    out += "Not all executions were visited\n";
  }
  return out;
}

std::string ReportJson(const Test& test, const Outcome& outcome) {
  const Printer printer(test);
  Json json = {{"file", test.file}, {"name", test.name},    {"condition", printer.ConditionText()},
               {"holds", nullptr},  {"racy", outcome.racy}, {"exhaustive", outcome.exhausted},
               {"cut", outcome.cut}};
  if (outcome.racy) {
    json["race"] = outcome.race;
    return Text(json);
  }
  if (outcome.exhausted) json["holds"] = outcome.holds;
  json["executions"] = std::to_string(outcome.executions);
  json["positive"] = std::to_string(outcome.positive);
  json["negative"] = std::to_string(outcome.negative);
  json["states"] = Json::array();
  for (const auto& [state, executions] : outcome.states) {
    Json values = Json::object();
    for (std::size_t i = 0; i < state.size(); ++i) {
      values[printer.TermText(test.observed[i])] = printer.ValueText(state[i]);
    }
    json["states"].push_back({{"values", values}, {"executions", std::to_string(executions)}});
  }
  if (!outcome.problem.empty()) json["problem"] = outcome.problem;
  return Text(json);
}

std::string ErrorJson(const std::string& file, const std::string& error) {
  return Text({{"file", file}, {"error", error}});
}

}  // namespace litmus
