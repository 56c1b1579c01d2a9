#include "scenarios/program/cmd_list.h"

#include <ostream>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "scenarios/exit_status.h"
#include "scenarios/program/columns.h"

namespace scenarios {
namespace {

const char* Visited(Judges judges) {
  switch (judges) {
    case Judges::kGraphs:
      return "every graph (RC11)";
    case Judges::kStates:
      return "every state (sc)";
    case Judges::kBoth:
      break;
  }
  return "every graph (RC11) and every state (sc)";
}

void Print(const Scenario& scenario, std::ostream& out) {
  out << "  " << scenario.name << "\n    " << scenario.promise << "\n";
  for (const Parameter& p : scenario.parameters) {
    out << "    " << p.name << "=" << p.value << "  " << p.meaning << " (" << p.least << " to "
        << p.most << ")\n";
  }
  out << "    check visits " << Visited(scenario.judges) << "\n";
  if (!scenario.must_report.empty()) {
    out << "    must report: " << absl::StrJoin(scenario.must_report, " or ") << "\n";
  }
  for (const char* mark : scenario.marks) out << "    must reach: " << mark << "\n";
}

void Print(const std::vector<std::vector<std::string>>& rows, std::vector<bool> right,
           std::ostream& out) {
  Columns columns(std::move(right));
  for (const auto& row : rows) columns.Fit(row);
  for (const auto& row : rows) out << "  " << columns.Line(row);
}

}  // namespace

int List(const Arguments& arguments, const Environment& environment, std::ostream& out,
         std::ostream& err) {
  if (!arguments.positional().empty()) {
    err << "railyard list: takes no argument, as '" << arguments.positional()[0] << "'\n";
    return kUsage;
  }
  const Catalog& catalog = environment.catalog;
  out << "scenarios, with their parameters (--set name=value)\n";
  for (const Scenario& s : catalog.scenarios) Print(s, out);
  std::vector<std::vector<std::string>> rows;
  for (const Mutant& m : catalog.mutants) {
    rows.push_back(
        {std::to_string(m.number), m.name, absl::StrJoin(m.caught_by, " or "), m.scenario, m.bug});
  }
  out << "\nmutants: number, name (--mutant), what must be reported, scenario, bug\n";
  Print(rows, {true, false, false, false, false}, out);
  if (catalog.rules.empty()) return kAsExpected;
  rows.clear();
  for (const Rule& r : catalog.rules) rows.push_back({r.id, r.breaker, r.sentence});
  out << "\nrules: who can break them, what holds\n";
  Print(rows, {false, false, false}, out);
  return kAsExpected;
}

}  // namespace scenarios
