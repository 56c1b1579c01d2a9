// Every scenario and every mutant by its states: the verdict of its graphs under sc, and the marks.
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <iterator>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "scenarios/all_scenarios.h"
#include "scenarios/catalog.h"
#include "tests/matchers.h"
#include "tests/model/search.h"

namespace scenarios {
namespace {

// A scenario, or one of its mutants; with these parameters besides its own.
struct Row {
  std::string scenario;
  std::string mutant;
  Values set;
};

std::string NameOf(const Row& row) {
  std::string name = row.scenario + (row.mutant.empty() ? "" : "_" + row.mutant);
  for (const auto& [parameter, value] : row.set) name += "_" + parameter + std::to_string(value);
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

void PrintTo(const Row& row, std::ostream* out) { *out << NameOf(row); }

// Small enough that all of their states are visited soon. Mutants have their own sizes.
std::vector<Row> Rows() {
  std::vector<Row> rows = {
      {"rail/delivery", "", {{"n", 2}, {"runs", 1}, {"length", 1}}},
      {"rail/delivery", "", {{"n", 1}, {"runs", 2}, {"length", 1}}},
      {"rail/delivery", "", {{"n", 1}, {"runs", 1}}},
      {"rail/delivery", "", {{"n", 2}, {"runs", 2}, {"length", 1}, {"overlap", 1}}},
      {"rail/two_directions", "", {{"n", 1}, {"runs", 1}, {"runs_back", 1}}},
      {"rail/inbound_reuse", "", {{"reply", 1}}},
      {"rail/failure", "", {{"runs", 1}}},
      {"rail/failure", "", {{"waits", 0}}},
      {"rail/failure", "", {{"runs", 2}, {"polls", 1}, {"waits", 0}}},
  };
  const std::set<std::string> too_large = {"rail/delivery", "rail/two_directions", "rail/failure"};
  const Catalog catalog = AllScenarios();
  for (const Scenario& s : catalog.scenarios) {
    if (too_large.count(s.name) == 0) rows.push_back({s.name, "", {}});
  }
  for (const Mutant& m : catalog.mutants) rows.push_back({m.scenario, m.name, {}});
  return rows;
}

// The bugs that are orders too weak, 1 to 6 of the contract's list and two of a demo: a release or
// an acquire is missing. Under sc every read sees the newest write and all that came before it, as
// if all were in place, so there is nothing to see.
bool IsOfMemoryOrders(const Mutant& mutant) {
  constexpr int kWeak[] = {1, 2, 3, 4, 5, 6, 101, 102};
  return std::find(std::begin(kWeak), std::end(kWeak), mutant.number) != std::end(kWeak);
}

// The same; but where the failure begins it looks at counts and bytes as they are just then
// (World:: NoteWhen), which nothing orders. The graphs come to each in one order of its events, the
// states to all.
void ExpectMarks(std::set<std::string> states, const std::set<std::string>& graphs) {
  for (const char* mark :
       {"it fails before anything has arrived", "it fails between transfers",
        "it fails before arrived tells of bytes", "it fails after everything has arrived"}) {
    if (graphs.count(mark) == 0) states.erase(mark);
  }
  EXPECT_EQ(states, graphs);
}

class EveryState : public testing::TestWithParam<Row> {
 protected:
  EveryState() {
    const auto scenario = FindScenario(catalog_, GetParam().scenario);
    subject_ = CaseOf(**scenario);
    if (!GetParam().mutant.empty()) {
      subject_ = CaseOf(catalog_, **FindMutant(catalog_, **scenario, GetParam().mutant));
    }
    for (const auto& [name, value] : GetParam().set) subject_.values.at(name) = value;
    subject_.memory = sim::Memory::kSc;
  }

  // Goes on after findings.
  sim::Result Graphs() {
    sim::Options options = subject_.Options();
    options.keep_going = true;
    options.restart = [this] { kinds_.clear(); };
    options.observe = [this](const sim::Execution& execution) {
      const sim::Finding& finding = execution.finding();
      if (finding.verdict != sim::Verdict::kPass) kinds_.insert(KindOf(finding));
      return true;
    };
    return sim::Explore(subject_.Body(), sim::Exhaustive({.executions = 100'000}), options);
  }

  const Catalog catalog_ = AllScenarios();
  Case subject_;
  std::set<std::string> kinds_;  // of what the graphs show
};

TEST_P(EveryState, HasTheVerdictAndTheMarksOfTheGraphs) {
  const sim::Result graphs = Graphs();
  const sim::StatesResult states =
      sim::ExploreStates(subject_.Body(), {.states = 400'000}, subject_.Options());
  if (kinds_.empty()) {
    EXPECT_TRUE(graphs.exhausted);
    EXPECT_TRUE(states.result.exhausted);
    EXPECT_THAT(states.result, sim::Passes());
    ExpectMarks(Reached(states.result), Reached(graphs));
  } else {
    EXPECT_THAT(kinds_, testing::Contains(KindOf(states.result.finding))) << states.result;
    EXPECT_EQ(states.result.confirmed, 3);
  }
  const Mutant* const mutant = subject_.mutant;
  const bool weak = mutant != nullptr && IsOfMemoryOrders(*mutant);
  EXPECT_EQ(mutant != nullptr && mutant->weak, weak);
  if (weak) {
    EXPECT_THAT(states.result, sim::Passes());
  } else if (!subject_.MustReport().empty()) {
    EXPECT_THAT(subject_.MustReport(), testing::Contains(KindOf(states.result.finding)));
  }
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryState, testing::ValuesIn(Rows()),
                         [](const auto& info) { return NameOf(info.param); });

}  // namespace
}  // namespace scenarios
