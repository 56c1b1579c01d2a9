#include "sim/report/table.h"

#include <algorithm>
#include <ostream>

namespace sim {
namespace {

std::string Padded(std::string text, std::size_t width) {
  if (text.size() < width) text.resize(width, ' ');
  return text;
}

// Which columns are used, and how wide they are.
struct Layout {
  std::vector<std::size_t> fiber_width;  // 0: the fiber has no row
  std::vector<std::size_t> shown_width;
};

Layout Measure(const Trace& trace, const std::vector<bool>& rows) {
  Layout layout{std::vector<std::size_t>(trace.fibers.size(), 0),
                std::vector<std::size_t>(trace.shown.size(), 0)};
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    if (!rows[i]) continue;
    const Step& step = trace.steps[i];
    const auto f = static_cast<std::size_t>(step.fiber);
    layout.fiber_width[f] =
        std::max({layout.fiber_width[f], step.text.size(), trace.fibers[f].size()});
    for (std::size_t s = 0; s < step.shown.size(); ++s) {
      layout.shown_width[s] = std::max(layout.shown_width[s], step.shown[s].size() + 1);
    }
  }
  for (std::size_t s = 0; s < trace.shown.size(); ++s) {
    layout.shown_width[s] = std::max(layout.shown_width[s], trace.shown[s].size());
  }
  return layout;
}

void TrimRight(std::string& line) { line.erase(line.find_last_not_of(' ') + 1); }

}  // namespace

std::string Table(const Trace& trace, bool all) {
  constexpr char kGap[] = "  ";
  std::vector<bool> rows(trace.steps.size(), true);
  if (!all && trace.relevant.size() == rows.size()) rows = trace.relevant;
  const Layout layout = Measure(trace, rows);
  std::string out;
  auto add_line = [&out](std::string line) {
    TrimRight(line);
    out += line + "\n";
  };
  std::string header = "step  ";
  for (std::size_t f = 0; f < trace.fibers.size(); ++f) {
    if (layout.fiber_width[f] > 0) header += Padded(trace.fibers[f], layout.fiber_width[f]) + kGap;
  }
  if (!trace.shown.empty()) header += "| ";
  for (std::size_t s = 0; s < trace.shown.size(); ++s) {
    header += Padded(trace.shown[s], layout.shown_width[s]) + kGap;
  }
  add_line(header);
  std::vector<std::string> last;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const Step& step = trace.steps[i];
    if (rows[i]) {
      std::string line = Padded(std::to_string(i + 1), 4) + kGap;
      for (std::size_t f = 0; f < trace.fibers.size(); ++f) {
        if (layout.fiber_width[f] == 0) continue;
        const bool mine = static_cast<int>(f) == step.fiber;
        line += Padded(mine ? step.text : "", layout.fiber_width[f]) + kGap;
      }
      if (!trace.shown.empty()) line += "| ";
      for (std::size_t s = 0; s < step.shown.size(); ++s) {
        const bool changed = s < last.size() && last[s] != step.shown[s];
        line += Padded(step.shown[s] + (changed ? "*" : ""), layout.shown_width[s]) + kGap;
      }
      add_line(line);
    }
    last = step.shown;
  }
  const auto hidden = std::count(rows.begin(), rows.end(), false);
  if (hidden > 0) out += "(" + std::to_string(hidden) + " steps that do not matter left out)\n";
  return out;
}

std::string Sentence(const Result& result) {
  const Finding& f = result.finding;
  if (f.verdict == Verdict::kPass) {
    return "pass: " + std::to_string(result.executions) + " executions (" + result.explorer + ")" +
           (result.exhausted ? ", exhaustive" : "");
  }
  std::string text = NameOf(f.verdict);
  // Most messages begin with their rule.
  if (f.verdict == Verdict::kRuleBroken && !f.message.starts_with(f.rule)) {
    text += " (" + f.rule + ")";
  }
  text += ": " + f.message;
  if (!f.where.empty()) text += " [" + f.where + "]";
  return text;
}

std::ostream& operator<<(std::ostream& out, const Result& result) {
  out << Sentence(result) << "\n";
  if (result.ok() || result.finding.verdict == Verdict::kPass) return out;
  out << "found in execution " << result.found_after << " (" << result.explorer << "); confirmed "
      << result.confirmed << "/3\n";
  out << Table(result.trace);
  return out << "tape " << ToText(result.tape) << "\n";
}

}  // namespace sim
