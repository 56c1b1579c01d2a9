// Every scenario and every mutant of the catalog, graph by graph, with await classes and without:
// the same verdict, the same rule, the same marks. Those of a failing job also with a rail that
// polls.
#include <cctype>
#include <cstdint>
#include <iostream>
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

using sim::Reduction;

// Without classes the largest scenarios have millions of graphs.
constexpr std::uint64_t kMost = 300'000;

constexpr char kFailure[] = "rail/failure";

// A scenario, or a mutant's, by place in the catalog.
struct Row {
  std::string name;
  std::size_t at;
  bool is_mutant;
  bool polls = false;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

std::vector<Row> Rows() {
  std::vector<Row> rows;
  const Catalog catalog = AllScenarios();
  auto add = [&rows](const std::string& name, const std::string& scenario, std::size_t at,
                     bool is_mutant) {
    rows.push_back({name, at, is_mutant});
    if (scenario == kFailure) rows.push_back({name + "_polling", at, is_mutant, true});
  };
  for (std::size_t i = 0; i < catalog.scenarios.size(); ++i) {
    add(catalog.scenarios[i].name, catalog.scenarios[i].name, i, false);
  }
  for (std::size_t i = 0; i < catalog.mutants.size(); ++i) {
    add(catalog.mutants[i].name, catalog.mutants[i].scenario, i, true);
  }
  return rows;
}

// What all executions together come to.
struct Seen {
  sim::Result result;
  std::set<std::string> kinds;  // of findings, as in Mutant::caught_by
  std::set<std::string> marks;
};

class EveryGraph : public testing::TestWithParam<Row> {
 protected:
  EveryGraph() {
    if (GetParam().polls) subject_.values["polls"] = 1;
  }
  // Goes on after findings.
  Seen See(Reduction reduction) const {
    Seen seen;
    sim::Options options = subject_.Options();
    options.keep_going = true;
    options.restart = [&seen] { seen.kinds.clear(); };
    options.observe = [&seen](const sim::Execution& execution) {
      const sim::Finding& finding = execution.finding();
      if (finding.verdict != sim::Verdict::kPass) seen.kinds.insert(KindOf(finding));
      return true;
    };
    seen.result = sim::Explore(
        subject_.Body(), sim::Exhaustive({.executions = kMost, .reduction = reduction}), options);
    seen.marks = Reached(seen.result);
    return seen;
  }

  const Catalog catalog_ = AllScenarios();
  Case subject_ = GetParam().is_mutant ? CaseOf(catalog_, catalog_.mutants[GetParam().at])
                                       : CaseOf(catalog_.scenarios[GetParam().at]);
};

TEST_P(EveryGraph, IsAsPromisedWithAwaitClassesAndWithout) {
  const Seen classes = See(Reduction::kClasses);
  const Seen none = See(Reduction::kNone);
  EXPECT_TRUE(classes.result.exhausted);
  EXPECT_EQ(classes.result.verdict(), none.result.verdict()) << classes.result << none.result;
  EXPECT_EQ(classes.result.finding.rule, none.result.finding.rule);
  if (subject_.MustReport().empty()) {
    EXPECT_THAT(classes.result, sim::Passes());
  } else {
    EXPECT_THAT(subject_.MustReport(), testing::Contains(KindOf(classes.result.finding)));
    EXPECT_EQ(classes.result.confirmed, 3);
    EXPECT_EQ(none.result.confirmed, 3);
  }
  if (none.result.exhausted) {
    EXPECT_LE(classes.result.executions, none.result.executions);
    EXPECT_EQ(classes.kinds, none.kinds);
    EXPECT_EQ(classes.marks, none.marks);
    return;
  }
  EXPECT_THAT(classes.kinds, testing::IsSupersetOf(none.kinds));
  std::cout << GetParam().name << ": " << classes.result.executions
            << " graphs with classes; without, the first " << kMost
            << " of more were compared, and marks were not\n";
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryGraph, testing::ValuesIn(Rows()), [](const auto& info) {
  std::string name = info.param.name;
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
});

}  // namespace
}  // namespace scenarios
