#include "scenarios/program/summary.h"

#include <algorithm>

#include "nlohmann/json.hpp"
#include "scenarios/program/failure.h"
#include "scenarios/replay_line.h"

namespace scenarios {
namespace {

using Json = nlohmann::ordered_json;

std::string Text(const Json& json) {
  // What an exception said may be no UTF-8: replaced, never thrown about.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json JsonOf(const Case& subject) {
  Json parameters = Json::object();
  for (const Parameter& p : subject.scenario->parameters) {
    parameters[p.name] = std::to_string(subject.values.at(p.name));
  }
  Json json = {{"scenario", subject.scenario->name}, {"parameters", parameters}};
  if (subject.mutant != nullptr) {
    json["mutant"] = subject.mutant->name;
    json["number"] = std::to_string(subject.mutant->number);
  }
  json["memory"] = NameOf(subject.memory);
  if (subject.faults) json["faults"] = std::to_string(*subject.faults);
  return json;
}

Json JsonOf(const Case& subject, const sim::Result& result, std::uint64_t found_after) {
  const sim::Finding& finding = result.finding;
  return {{"verdict", NameOf(finding.verdict)},
          {"rule", finding.rule},
          {"message", finding.message},
          {"where", finding.where},
          {"found_after", std::to_string(found_after)},
          {"explorer", result.explorer},
          {"confirmed", std::to_string(result.confirmed)},
          {"signature", SignatureOf(subject, finding)},
          {"replay", result.has_tape ? ReplayCommand(ReplayableOf(subject, result)) : ""}};
}

Json JsonOf(const Outcome::Exhaustive& search) {
  return {{"visited", std::to_string(search.visited)},
          {"all", search.all},
          {"found_after", std::to_string(search.found_after)},
          {"remark", search.remark}};
}

Json JsonOf(const Outcome& outcome) {
  Json json = JsonOf(outcome.subject);
  json["verdict"] = outcome.verdict;
  json["as_promised"] = outcome.as_promised;
  json["status"] = std::to_string(outcome.status);
  json["executions"] = std::to_string(outcome.executions);
  json["findings"] = std::to_string(outcome.findings);
  json["exhaustive"] = outcome.exhausted;
  json["covered"] = outcome.covered;
  if (outcome.by_graphs) json["graphs"] = JsonOf(*outcome.by_graphs);
  if (outcome.by_states) json["states"] = JsonOf(*outcome.by_states);
  if (!outcome.by_graphs && !outcome.by_states) json["remark"] = outcome.remark;
  json["marks"] = Json::array();
  for (const Outcome::Mark& m : outcome.marks) {
    json["marks"].push_back({{"name", m.name}, {"executions", std::to_string(m.executions)}});
  }
  if (outcome.fragment) json["search"] = JsonOf(*outcome.fragment);
  if (outcome.failure) {
    json["failure"] = JsonOf(outcome.subject, *outcome.failure, outcome.found_after);
  }
  return json;
}

std::string Xml(const std::string& text) {
  std::string xml;
  for (const char c : text) {
    switch (c) {
      case '&':
        xml += "&amp;";
        break;
      case '<':
        xml += "&lt;";
        break;
      case '"':
        xml += "&quot;";
        break;
      case '\n':
        xml += "&#10;";
        break;
      default:
        xml += static_cast<unsigned char>(c) < ' ' ? '?' : c;
    }
  }
  return xml;
}

}  // namespace

std::string SummaryJson(const Seed& seed, int status, const std::vector<Outcome>& outcomes) {
  Json json = {{"seed", std::to_string(seed.value)},
               {"seed_from", seed.source},
               {"status", std::to_string(status)},
               {"outcomes", Json::array()}};
  for (const Outcome& outcome : outcomes) json["outcomes"].push_back(JsonOf(outcome));
  return Text(json);
}

std::string FailureJson(const Outcome& outcome) {
  const sim::Result& result = *outcome.failure;
  Json json = JsonOf(outcome.subject);
  json.update(JsonOf(outcome.subject, result, outcome.found_after));
  json["fibers"] = result.trace.fibers;
  json["shown"] = result.trace.shown;
  json["steps"] = Json::array();
  for (std::size_t i = 0; i < result.trace.steps.size(); ++i) {
    const sim::Step& step = result.trace.steps[i];
    json["steps"].push_back(
        {{"step", std::to_string(i + 1)},
         {"fiber", result.trace.fibers[static_cast<std::size_t>(step.fiber)]},
         {"text", step.text},
         {"where", step.where},
         {"matters", i < result.trace.relevant.size() && result.trace.relevant[i]},
         {"shown", step.shown}});
  }
  return Text(json);
}

std::string JUnitXml(const std::vector<Outcome>& outcomes) {
  const auto failures = std::count_if(outcomes.begin(), outcomes.end(),
                                      [](const Outcome& o) { return !o.as_promised; });
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  xml += "<testsuite name=\"railyard\" tests=\"" + std::to_string(outcomes.size()) +
         "\" failures=\"" + std::to_string(failures) + "\">\n";
  for (const Outcome& o : outcomes) {
    xml += "<testcase classname=\"" + Xml(o.subject.scenario->name) + "\" name=\"" +
           Xml(CaseText(o.subject)) + "\">";
    if (!o.as_promised) {
      xml += "<failure message=\"" + Xml(o.verdict) + "\">" +
             (o.failure ? Xml(FailureText(o.subject, *o.failure)) : "") + "</failure>";
    }
    xml += "</testcase>\n";
  }
  return xml + "</testsuite>\n</testsuites>\n";
}

}  // namespace scenarios
