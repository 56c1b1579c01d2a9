#include "tests/scenarios/said.h"

#include <algorithm>
#include <memory>
#include <sstream>
#include <utility>

#include "gtest/gtest.h"
#include "scenarios/program/railyard.h"
#include "scenarios/sim_scenarios.h"
#include "sim/sim.h"

namespace scenarios {
namespace {

using Body = std::function<void()>;
constexpr int kFound = 1;

void FailsInHalf(const char* rule) {
  if (sim::choose(2) == 1) sim::fail(rule, "the caller is early");
}

}  // namespace

Scenario Plain(const std::string& name, Body body) {
  return {.name = name,
          .promise = name + " as a test has it",
          .parameters = {},
          .must_report = {},
          .marks = {},
          .make = [body = std::move(body)](const Values&, const Mutant*) { return body; }};
}

Said Say(const Environment& environment, const std::vector<std::string>& args) {
  std::ostringstream out, err;
  const int status = Railyard(args, environment, out, err);
  return {status, out.str(), err.str()};
}

Said Paste(const Environment& environment, const std::string& line) {
  std::vector<std::string> args;
  std::istringstream words(line);
  for (std::string word; words >> word;) args.push_back(word);
  EXPECT_EQ(args.at(0), "./railyard");
  args.erase(args.begin());
  return Say(environment, args);
}

Environment Still(Catalog catalog, std::map<std::string, std::string> variables) {
  return {.catalog = std::move(catalog),
          .variable =
              [variables](const char* name) {
                const auto at = variables.find(name);
                return at == variables.end() ? "" : at->second;
              },
          .random_seed = [] { return std::uint64_t{42}; },
          .now_ms = [] { return std::int64_t{0}; },
          .interrupted = [] { return false; }};
}

Catalog Demos() { return {SimScenarios(), SimMutants(), {}}; }

Catalog Small() {
  Scenario pass = Plain("small/pass", nullptr);
  pass.parameters = {{"n", 1, 0, 3, "nothing"}};
  pass.marks = {"the sun"};
  pass.make = [](const Values&, const Mutant* mutant) -> Body {
    const bool broken = mutant != nullptr && mutant->number == kFound;
    return [broken] {
      sim::reached("the sun");
      if (broken) sim::fail("R1", "the bug shows");
    };
  };
  Scenario missed = Plain("small/missed", [] {});
  missed.marks = {"the moon"};
  Scenario caller = Plain("small/caller", [] { FailsInHalf("C9"); });
  caller.must_report = {"C9"};
  Scenario other = Plain("small/other", [] { FailsInHalf("C8"); });
  other.must_report = {"C9"};
  Scenario restless = Plain("small/restless", nullptr);
  restless.make = [](const Values&, const Mutant*) -> Body {
    return [calls = std::make_shared<int>(0)] {
      if (++*calls == 2) sim::fail("R1", "the second call");
    };
  };
  return {{pass, missed, caller, other, Plain("small/broken", [] { sim::fail("R1", "always"); }),
           restless},
          {{kFound, "found", "a bug", {"R1"}, "small/pass", {{"n", 2}}},
           {2, "hidden", "no bug", {"R1"}, "small/pass", {}}},
          {{"R1", "what holds", "nobody"}}};
}

Catalog Small(const std::vector<std::string>& names) {
  Catalog all = Small();
  auto other = [&names](const std::string& scenario) {
    return std::find(names.begin(), names.end(), scenario) == names.end();
  };
  std::erase_if(all.scenarios, [&](const Scenario& s) { return other(s.name); });
  std::erase_if(all.mutants, [&](const Mutant& m) { return other(m.scenario); });
  return all;
}

std::string Behind(const std::string& label, const std::string& text) {
  const std::size_t at = text.find(label);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + label.size();
  return text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace scenarios
