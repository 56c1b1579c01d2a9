#include "tests/oracles/table.h"

#include <fstream>

namespace oracles {
namespace {

// The fields of each line below the header. Quotes keep commas together.
std::vector<std::vector<std::string>> ReadLines(const std::string& file) {
  std::ifstream in(file);
  std::vector<std::vector<std::string>> lines;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (const char c : line) {
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        fields.emplace_back();
      } else {
        fields.back() += c;
      }
    }
    lines.push_back(fields);
  }
  return lines;
}

template <class T>
std::optional<T> Number(const std::string& field) {
  if (field.empty()) return std::nullopt;
  return static_cast<T>(std::stoll(field));
}

}  // namespace

std::string Row::title() const {
  return n.has_value() ? name + "(" + std::to_string(*n) + ")" : name;
}

std::vector<Row> ReadFamilies() {
  std::vector<Row> rows;
  for (const std::vector<std::string>& line : ReadLines("tests/oracles/families.csv")) {
    rows.push_back({.name = line.at(0),
                    .n = Number<Value>(line.at(1)),
                    .rc11 = Number<std::uint64_t>(line.at(2)),
                    .sc = Number<std::uint64_t>(line.at(3)),
                    .program = line.at(5)});
  }
  return rows;
}

std::vector<Row> ReadLitmusCounts() {
  std::vector<Row> rows;
  Value next_wrw = 2;
  for (const std::vector<std::string>& line : ReadLines("tests/oracles/litmus_counts.csv")) {
    rows.push_back({.name = line.at(0),
                    .n = {},
                    .rc11 = Number<std::uint64_t>(line.at(1)),
                    .sc = Number<std::uint64_t>(line.at(2)),
                    .program = line.at(3)});
    if (rows.back().name == "wrw") rows.back().n = next_wrw++;
  }
  return rows;
}

}  // namespace oracles
