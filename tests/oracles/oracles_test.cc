// The oracle tables are specification: for each program the number of execution graphs that the
// exhaustive explorer must come to, under RC11 and under sequential consistency.
//
// The counts are this team's: of GenMC 0.11 and of prototypes that agree, except Z6.U, where the
// table has that of RC11 as published (GenMC's psc is stronger and gives 22). Release sequences are
// those of C++20, so the programs named ...+rels+... are racy.
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <fstream>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sim/sim.h"
#include "tests/matchers.h"
#include "tests/oracles/described.h"
#include "tests/oracles/interpreter.h"
#include "tests/oracles/notation.h"
#include "tests/oracles/table.h"

namespace oracles {
namespace {

// More executions than this are counted in a target of their own.
constexpr std::uint64_t kLarge = 1'000'000;

// A loop without an end was counted up to this often; then its thread ends.
struct Bound {
  const char* title;
  int times;
};
const Bound kBounds[] = {{"commits(2)", 6}, {"pgsql", 3}};

// A program whose plain variable has a data race under RC11; what it counts are its graphs with
// that variable relaxed.
const char* const kRacy[] = {"MP+rels+acq", "MPU+rels+acqf", "MPU2+rels+acqf", "S+rels+acq"};

bool IsRacy(const Row& row) {
  return std::find(std::begin(kRacy), std::end(kRacy), row.name) != std::end(kRacy);
}

std::vector<Row> AllRows() {
  std::vector<Row> rows = ReadFamilies();
  for (Row& row : ReadLitmusCounts()) rows.push_back(row);
  return rows;
}

absl::StatusOr<Program> ProgramOf(const Row& row) {
  const std::string described = Described(row.name);
  return ParseNotation(described.empty() ? row.program : described, row.n);
}

struct Case {
  Row row;
  RunOptions options;
  std::uint64_t executions;

  friend std::ostream& operator<<(std::ostream& out, const Case& c) {
    return out << c.row.title() << " under "
               << (c.options.memory == sim::Memory::kSc ? "SC" : "RC11");
  }
};

RunOptions OptionsOf(const Row& row, sim::Memory memory) {
  RunOptions options = {.memory = memory, .races = !IsRacy(row), .compared = 3000};
  for (const Bound& bound : kBounds) {
    if (bound.title == row.title()) options.loop_bound = bound.times;
  }
  // Of the two rows of barrier3(3) that with 36 = 3! 3! was counted with the order of arrivals.
  options.ordered_arrivals = row.title() == "barrier3(3)" && row.rc11 == 36;
  return options;
}

// A row's two columns.
std::vector<Case> CasesOf(const Row& row) {
  std::vector<Case> cases;
  for (const sim::Memory memory : {sim::Memory::kRc11, sim::Memory::kSc}) {
    const std::optional<std::uint64_t> wanted = memory == sim::Memory::kSc ? row.sc : row.rc11;
    if (wanted.has_value()) cases.push_back({row, OptionsOf(row, memory), *wanted});
  }
  return cases;
}

std::vector<Case> Cases(bool large) {
  std::vector<Case> cases;
  for (const Row& row : AllRows()) {
    if ((row.rc11 > kLarge) != large) continue;
    for (Case& c : CasesOf(row)) cases.push_back(c);
  }
  return cases;
}

std::string NameOf(const testing::TestParamInfo<Case>& info) {
  const Case& c = info.param;
  std::string name = c.row.title() + (c.options.ordered_arrivals ? "_ordered" : "") +
                     (c.options.memory == sim::Memory::kSc ? "_sc" : "_rc11");
  std::replace_if(
      name.begin(), name.end(), [](unsigned char ch) { return std::isalnum(ch) == 0; }, '_');
  return name;
}

class Rows : public testing::TestWithParam<Case> {};

TEST_P(Rows, HaveTheExecutionsOfTheTable) {
  const Case& c = GetParam();
  const absl::StatusOr<Program> program = ProgramOf(c.row);
  ASSERT_TRUE(program.ok()) << program.status();
  const Outcome outcome = RunProgram(*program, c.options);
  EXPECT_THAT(outcome.result, sim::Passes()) << outcome.result.finding.message;
  EXPECT_EQ(outcome.executions, c.executions);
  EXPECT_EQ(outcome.repeated, 0u);
  // Under SC a lock can miss that another one is free and taken again; whoever counts all the same
  // need not claim to have seen all.
  if (c.options.memory == sim::Memory::kRc11 || !program->locks) {
    EXPECT_TRUE(outcome.result.exhausted);
  }
}

INSTANTIATE_TEST_SUITE_P(Small, Rows, testing::ValuesIn(Cases(/*large=*/false)), NameOf);
INSTANTIATE_TEST_SUITE_P(Large, Rows, testing::ValuesIn(Cases(/*large=*/true)), NameOf);

TEST(Races, AreFoundWhereTheReleaseSequenceIsNotThatOfCxx20) {
  std::size_t found = 0;
  for (const Row& row : AllRows()) {
    if (!IsRacy(row)) continue;
    const absl::StatusOr<Program> program = ProgramOf(row);
    ASSERT_TRUE(program.ok()) << program.status();
    EXPECT_THAT(RunProgram(*program, {}).result, sim::FailsWith("data race")) << row.title();
    ++found;
  }
  EXPECT_EQ(found, std::size(kRacy));
}

std::size_t Lines(const std::string& file) {
  std::ifstream in("tests/oracles/" + file);
  std::size_t lines = 0;
  for (std::string line; std::getline(in, line);) ++lines;
  return lines;
}

TEST(Tables, HaveNoRowThatIsNotCounted) {
  std::size_t counted = 0;
  std::size_t without_sc = 0;
  for (const bool large : {false, true}) {
    for (const Case& c : Cases(large)) {
      if (c.options.memory == sim::Memory::kRc11) ++counted;
      if (!c.row.sc.has_value()) ++without_sc;
    }
  }
  EXPECT_EQ(counted, Lines("families.csv") + Lines("litmus_counts.csv") - 2);
  EXPECT_EQ(counted, 117u + 58u);
  EXPECT_EQ(without_sc, 4u);  // all four of barrier3
}

TEST(Tables, HaveTheRowsThatAreTreatedApart) {
  std::vector<std::string> titles;
  for (const Row& row : AllRows()) titles.push_back(row.title());
  for (const Bound& bound : kBounds) EXPECT_THAT(titles, testing::Contains(bound.title));
  for (const char* racy : kRacy) EXPECT_THAT(titles, testing::Contains(racy));
}

}  // namespace
}  // namespace oracles
