// Litmus tests of the literature: states, executions and verdict are those that herd7 gives for
// RC11 with the release sequences of C++20 (named/counts.csv, named/states.csv: its numbers, which
// an independent enumerator confirmed).
//
// Left out of these families, until plain accesses to shared locations are supported: MPna+*,
// CoRRna and CoWWna.

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "scenarios/litmus/parser.h"
#include "scenarios/litmus/report.h"
#include "scenarios/litmus/run.h"

namespace litmus {
namespace {

using Row = std::vector<std::string>;

const std::string kFolder = "tests/litmus/named/";

// The rows below the header.
std::vector<Row> ReadTable(const std::string& file) {
  std::ifstream in(kFolder + file);
  std::vector<Row> rows;
  std::string line;
  while (std::getline(in, line)) {
    std::stringstream fields(line);
    rows.emplace_back();
    for (std::string field; std::getline(fields, field, ',');) rows.back().push_back(field);
  }
  if (!rows.empty()) rows.erase(rows.begin());
  return rows;
}

std::vector<std::string> StatesOf(const std::string& name) {
  std::vector<std::string> states;
  for (const Row& row : ReadTable("states.csv")) {
    if (row[0] == name) states.push_back(row[1]);
  }
  return states;
}

// The lines of a report between "States n" and the verdict.
std::vector<std::string> StatesIn(const std::string& report) {
  std::stringstream lines(report);
  std::vector<std::string> states;
  for (std::string line; std::getline(lines, line);) {
    if (line.ends_with(';')) states.push_back(line);
  }
  return states;
}

// name, states, executions, positive, reachable, racy
class Named : public testing::TestWithParam<Row> {};

TEST_P(Named, HasTheStatesExecutionsAndVerdictThatHerdCounts) {
  const std::string& name = GetParam()[0];
  std::stringstream text;
  text << std::ifstream(kFolder + name + ".litmus").rdbuf();
  const absl::StatusOr<litmus::Test> test = ParseLitmus(text.str(), name + ".litmus");
  ASSERT_TRUE(test.ok()) << test.status();
  const Outcome outcome = RunLitmus(*test);
  const std::string report = Report(*test, outcome);
  SCOPED_TRACE(report);
  EXPECT_TRUE(outcome.exhausted);
  EXPECT_EQ(outcome.problem, "");
  EXPECT_EQ(std::to_string(outcome.states.size()), GetParam()[1]);
  EXPECT_EQ(std::to_string(outcome.executions), GetParam()[2]);
  EXPECT_EQ(std::to_string(outcome.positive), GetParam()[3]);
  EXPECT_EQ(outcome.positive + outcome.negative, outcome.executions);
  EXPECT_EQ(outcome.holds ? "yes" : "no", GetParam()[4]);
  EXPECT_EQ(outcome.racy ? "yes" : "no", GetParam()[5]);
  EXPECT_THAT(StatesIn(report), testing::UnorderedElementsAreArray(StatesOf(name)));
}

INSTANTIATE_TEST_SUITE_P(Files, Named, testing::ValuesIn(ReadTable("counts.csv")),
                         [](const testing::TestParamInfo<Row>& info) {
                           std::string name = info.param[0];
                           std::replace_if(
                               name.begin(), name.end(),
                               [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
                           return name;
                         });

TEST(NamedTable, HasAllFiles) { EXPECT_EQ(ReadTable("counts.csv").size(), 47u); }

}  // namespace
}  // namespace litmus
