// The rows of the oracle tables.
#ifndef TESTS_ORACLES_TABLE_H_
#define TESTS_ORACLES_TABLE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/oracles/program.h"

namespace oracles {

struct Row {
  std::string name;
  std::optional<Value> n;  // the program's N
  // Execution graphs; nothing where the table says nothing.
  std::optional<std::uint64_t> rc11;
  std::optional<std::uint64_t> sc;
  std::string program;  // in the oracles' notation, or in words

  // "ainc(4)", or the bare name.
  std::string title() const;
};

// families.csv and litmus_counts.csv, in their order. Empty if they can't be read.
//
// families.csv: family, N, executions_rc11, executions_sc, confirmed_by_a_run_rc11, program.
// litmus_counts.csv: test, executions_rc11, executions_sc, program, note. Its three rows of wrw are
// N = 2, 3 and 4.
std::vector<Row> ReadFamilies();
std::vector<Row> ReadLitmusCounts();

}  // namespace oracles

#endif  // TESTS_ORACLES_TABLE_H_
