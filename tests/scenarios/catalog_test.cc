// The lists themselves, and how they are shown.

#include "scenarios/catalog.h"

#include <algorithm>
#include <set>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "scenarios/all_scenarios.h"
#include "scenarios/exit_status.h"
#include "scenarios/nearest.h"
#include "tests/scenarios/said.h"

namespace scenarios {
namespace {

using testing::HasSubstr;

TEST(AllScenarios, NamesAndNumbersAreUniqueAndFitALine) {
  const Catalog all = AllScenarios();
  std::set<std::string> scenarios, mutants;
  std::set<int> numbers;
  for (const Scenario& s : all.scenarios) {
    EXPECT_TRUE(scenarios.insert(s.name).second) << s.name;
    EXPECT_EQ(s.name.find_first_of("?#&='\" "), std::string::npos) << s.name;
    std::set<std::string> parameters = {"mutant", "memory", "faults",
                                        "points"};  // a replay line's own
    for (const Parameter& p : s.parameters) {
      EXPECT_TRUE(parameters.insert(p.name).second) << s.name << " " << p.name;
      EXPECT_LE(p.least, p.value) << s.name << " " << p.name;
      EXPECT_LE(p.value, p.most) << s.name << " " << p.name;
    }
  }
  for (const Mutant& m : all.mutants) {
    EXPECT_TRUE(mutants.insert(m.name).second) << m.name;
    EXPECT_TRUE(numbers.insert(m.number).second) << m.number;
    EXPECT_TRUE(scenarios.contains(m.scenario)) << m.name;
    EXPECT_FALSE(m.caught_by.empty()) << m.name;
  }
}

TEST(AllScenarios, AMutantSetsWhatItsScenarioHasWithinTheBounds) {
  const Catalog all = AllScenarios();
  for (const Mutant& m : all.mutants) {
    Case subject = CaseOf(all, m);
    for (const auto& [name, value] : m.set) {
      EXPECT_TRUE(SetParameter(subject, name, std::to_string(value)).ok()) << m.name << " " << name;
    }
  }
}

TEST(List, ShowsScenariosMutantsAndRules) {
  const Said said = Say(Still(Small({"small/pass"})), {"list"});
  EXPECT_EQ(said.status, kAsExpected);
  EXPECT_EQ(said.out,
            "scenarios, with their parameters (--set name=value)\n"
            "  small/pass\n"
            "    small/pass as a test has it\n"
            "    n=1  nothing (0 to 3)\n"
            "    check visits every graph (RC11)\n"
            "    must reach: the sun\n"
            "\n"
            "mutants: number, name (--mutant), what must be reported, scenario, bug\n"
            "  1  found   R1  small/pass  a bug\n"
            "  2  hidden  R1  small/pass  no bug\n"
            "\n"
            "rules: who can break them, what holds\n"
            "  R1  nobody  what holds\n");
}

TEST(List, SaysWhatCheckVisits) {
  Catalog catalog = Small({"small/pass", "small/caller"});
  catalog.scenarios[0].judges = Judges::kStates;
  catalog.scenarios[1].judges = Judges::kBoth;
  EXPECT_THAT(
      Say(Still(catalog), {"list"}).out,
      testing::AllOf(HasSubstr("    check visits every state (sc)\n"),
                     HasSubstr("    check visits every graph (RC11) and every state (sc)\n")));
}

// Else only sampling would look for it.
TEST(Catalog, WhatOnlyWeakMemoryShowsIsJudgedByGraphs) {
  const Catalog catalog = AllScenarios();
  for (const Mutant& mutant : catalog.mutants) {
    const Judges judges = CaseOf(catalog, mutant).scenario->judges;
    EXPECT_TRUE(!mutant.weak || ByGraphs(judges)) << mutant.name;
  }
}

// Every line of the help that begins with "  ./railyard" works as it stands.
TEST(Help, ItsCommandsWork) {
  const Said help = Say(Still(Demos()), {});
  EXPECT_EQ(help.status, kAsExpected);
  std::size_t commands = 0;
  for (std::size_t at = help.out.find("  ./railyard "); at != std::string::npos;
       at = help.out.find("  ./railyard ", at + 1)) {
    std::string line = Behind("  ./railyard ", help.out.substr(at));
    line = line.substr(0, line.find("   "));
    std::vector<std::string> args(1);
    for (const char c : line) {
      if (c == ' ') {
        args.emplace_back();
      } else if (c != '\'') {
        args.back() += c;
      }
    }
    if (args[0] == "check") args.push_back("--executions=100");
    const Said said = Say(Still(Demos()), args);
    const bool fails = args[0] == "run" || args[0] == "replay";
    EXPECT_EQ(said.status, fails ? kDataRace : kAsExpected) << line;
    EXPECT_EQ(said.err, "") << line;
    ++commands;
  }
  EXPECT_EQ(commands, 6u);
}

TEST(Help, EachCommandShowsItsOptions) {
  for (const std::string command : {"list", "check", "run", "replay", "work_cluster"}) {
    const Said said = Say(Still(Demos()), {command, "--help"});
    EXPECT_EQ(said.status, kAsExpected);
    EXPECT_THAT(said.out, testing::StartsWith("railyard " + command));
  }
  EXPECT_THAT(Say(Still(Demos()), {"run", "--help"}).out, HasSubstr("--explorer=WHO"));
}

TEST(WorkCluster, PrintsThePagesLine) {
  const Said said = Say(Still(Demos()), {"work_cluster"});
  EXPECT_EQ(said.status, kAsExpected);
  // The page: 204 rounds (408 commands), final sum 1,004,917.
  EXPECT_THAT(said.out, testing::AllOf(HasSubstr("\"rounds\":204"), HasSubstr("\"commands\":408"),
                                       HasSubstr("\"sum\":1004917"), HasSubstr("\"ok\":true}\n")));
  EXPECT_EQ(std::count(said.out.begin(), said.out.end(), '\n'), 1);
}

TEST(Nearest, IsNearOrAPartOrNothing) {
  const std::vector<std::string> names = {"demo/bank", "demo/tickets", "rail/failure"};
  EXPECT_EQ(Nearest("demo/bnak", names), "demo/bank");
  EXPECT_EQ(Nearest("bank", names), "demo/bank");
  EXPECT_EQ(Nearest("rail/falure", names), "rail/failure");
  EXPECT_EQ(Nearest("quite different", names), "");
  EXPECT_EQ(Nearest("", names), "");
}

}  // namespace
}  // namespace scenarios
