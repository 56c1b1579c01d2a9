// Litmus tests of the literature (named/) and generated ones (more/): states, executions, verdict
// and raciness are those that herd7 gives for RC11 with the release sequences of C++20 (its
// numbers, which an independent enumerator confirmed, are in the tables counts.csv and
// named/states.csv).
//
// All are judged by the plain enumerator and by the exhaustive search; no file is left out. Of the
// tests with a data race only that is compared: herd goes on after it, we do not.

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <memory>
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

// name, states, executions, positive, reachable, racy
using Row = std::vector<std::string>;

const std::string kNamed = "tests/litmus/named/";
const std::string kMore = "tests/litmus/more/";

// The rows below the header.
std::vector<Row> ReadTable(const std::string& file) {
  std::ifstream in(file);
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

bool Racy(const Row& row) { return row[5] == "yes"; }

std::vector<std::string> StatesOf(const std::string& name) {
  static const std::vector<Row> kStates = ReadTable(kNamed + "states.csv");
  std::vector<std::string> states;
  for (const Row& row : kStates) {
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

absl::StatusOr<litmus::Test> Read(const std::string& folder, const std::string& name) {
  std::stringstream text;
  text << std::ifstream(folder + name + ".litmus").rdbuf();
  return ParseLitmus(text.str(), name + ".litmus");
}

// Nothing is remembered, so that a graph that comes up twice counts twice.
Outcome Exhaustively(const litmus::Test& test) {
  return RunLitmus(
      test, {.explorer = [] { return std::make_unique<sim::Exhaustive>(); }, .repeats = false});
}

void ExpectCounts(const Outcome& outcome, const Row& row) {
  EXPECT_EQ(outcome.problem, "");
  EXPECT_EQ(outcome.racy, Racy(row)) << outcome.race;
  if (Racy(row)) return;
  EXPECT_TRUE(outcome.exhausted);
  EXPECT_EQ(std::to_string(outcome.states.size()), row[1]);
  EXPECT_EQ(std::to_string(outcome.executions), row[2]);
  EXPECT_EQ(std::to_string(outcome.positive), row[3]);
  EXPECT_EQ(outcome.positive + outcome.negative, outcome.executions);
  EXPECT_EQ(outcome.holds ? "yes" : "no", row[4]);
}

class Named : public testing::TestWithParam<Row> {};

TEST_P(Named, HasTheStatesExecutionsAndVerdictThatHerdCounts) {
  const absl::StatusOr<litmus::Test> test = Read(kNamed, GetParam()[0]);
  ASSERT_TRUE(test.ok()) << test.status();
  for (const Outcome& outcome : {RunLitmus(*test), Exhaustively(*test)}) {
    const std::string report = Report(*test, outcome);
    SCOPED_TRACE(report);
    ExpectCounts(outcome, GetParam());
    EXPECT_THAT(StatesIn(report), testing::UnorderedElementsAreArray(StatesOf(GetParam()[0])));
  }
}

std::string TestName(const testing::TestParamInfo<Row>& info) {
  std::string name = info.param[0];
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Files, Named, testing::ValuesIn(ReadTable(kNamed + "counts.csv")),
                         TestName);

class More : public testing::TestWithParam<Row> {};

TEST_P(More, HasTheStatesAndExecutionsThatHerdCounts) {
  const absl::StatusOr<litmus::Test> test = Read(kMore, GetParam()[0]);
  ASSERT_TRUE(test.ok()) << test.status();
  ExpectCounts(RunLitmus(*test), GetParam());
  ExpectCounts(Exhaustively(*test), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Files, More, testing::ValuesIn(ReadTable(kMore + "counts.csv")), TestName);

std::size_t Files(const std::string& folder) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    files += entry.path().extension() == ".litmus";
  }
  return files;
}

TEST(Tables, HaveAllFiles) {
  const std::vector<Row> named = ReadTable(kNamed + "counts.csv");
  const std::vector<Row> more = ReadTable(kMore + "counts.csv");
  EXPECT_EQ(named.size(), 170u);
  EXPECT_EQ(Files(kNamed), 170u);
  EXPECT_EQ(std::count_if(named.begin(), named.end(), Racy), 44);
  EXPECT_EQ(more.size(), 200u);
  EXPECT_EQ(Files(kMore), 200u);
  EXPECT_EQ(std::count_if(more.begin(), more.end(), Racy), 38);
}

}  // namespace
}  // namespace litmus
