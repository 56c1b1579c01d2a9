// The two tables that `railyard check` prints as it goes.
#ifndef SCENARIOS_PROGRAM_CHECK_TABLES_H_
#define SCENARIOS_PROGRAM_CHECK_TABLES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/program/check_case.h"
#include "scenarios/program/columns.h"

namespace scenarios {

// Whether some case is judged by its states.
bool AnyByStates(const std::vector<Case>& cases);

// Scenarios, then mutants. The columns are as wide as they usually get; that of states is there
// only where some case is judged by them.
class CheckTables {
 public:
  // The first `scenarios` of the cases are scenarios; so many executions are sampled of each and of
  // each mutant.
  CheckTables(const std::vector<Case>& cases, std::size_t scenarios, std::uint64_t executions,
              std::uint64_t mutant_executions);

  // The row of the i-th case, with the head of its table before the first. Called in order.
  std::string Row(std::size_t i, const Checked& checked) const;

 private:
  // Those cells of a row that are shown.
  template <class T>
  std::vector<T> Shown(std::vector<T> row, std::size_t states) const {
    if (!states_) row.erase(row.begin() + static_cast<std::ptrdiff_t>(states));
    return row;
  }
  template <class T>
  std::vector<T> OfScenario(std::vector<T> row) const {
    return Shown(std::move(row), 2);
  }
  template <class T>
  std::vector<T> OfMutant(std::vector<T> row) const {
    return Shown(std::move(row), 3);
  }

  const std::size_t count_;  // of scenarios
  const bool states_;
  Columns scenarios_{OfScenario(std::vector<bool>{false, true, true, true, true, false})};
  Columns mutants_{OfMutant(std::vector<bool>{true, false, true, true, true, false, false})};
};

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_CHECK_TABLES_H_
