#include "grid_model/page_lines.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>

namespace grid_model {
namespace {

std::string Line(std::string name, std::initializer_list<uint64_t> numbers) {
  for (const uint64_t number : numbers) name += " " + std::to_string(number);
  return name;
}

}  // namespace

std::string CommandLine(const kmx_command& command) {
  return Line("command", {command.handler, command.flags, command.first, command.count, command.a0,
                          command.a1});
}

std::string PageLines(const std::vector<CommandRun>& log, const ThreadEnd& end) {
  std::string text;
  for (const CommandRun& run : log) text += CommandLine(run.command) + "\n";
  const auto& [rounds, sum, trail] = end.results;
  text += Line("result", {static_cast<uint64_t>(end.code), rounds, sum, trail}) + "\n";
  text += "groups";
  const std::size_t groups = std::min<uint64_t>(rounds, end.region.size());
  for (std::size_t i = 0; i < groups; ++i) text += " " + std::to_string(end.region[i]);
  return text + "\n";
}

}  // namespace grid_model
