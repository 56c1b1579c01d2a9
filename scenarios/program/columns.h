// Text in columns.
#ifndef SCENARIOS_PROGRAM_COLUMNS_H_
#define SCENARIOS_PROGRAM_COLUMNS_H_

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace scenarios {

// Rows of cells, two spaces between columns as wide as their widest cell; no space at a line's end.
// Where `right` holds for a column, its cells stand at the right.
class Columns {
 public:
  explicit Columns(std::vector<bool> right) : right_(std::move(right)), width_(right_.size()) {}

  // Makes room for a row that comes later; a table that is printed as it grows needs all of them.
  void Fit(const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) width_[i] = std::max(width_[i], cells[i].size());
  }
  std::string Line(const std::vector<std::string>& cells) const {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::size_t space = width_[i] - std::min(width_[i], cells[i].size());
      if (i > 0) line += "  ";
      line += right_[i] ? std::string(space, ' ') + cells[i] : cells[i] + std::string(space, ' ');
    }
    return line.erase(line.find_last_not_of(' ') + 1) + "\n";
  }

 private:
  std::vector<bool> right_;
  std::vector<std::size_t> width_;
};

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_COLUMNS_H_
