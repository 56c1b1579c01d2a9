#include "tests/house/arrows.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <regex>

namespace house {
namespace {

struct Arrow {
  std::string_view from;
  std::string_view to;
};

// Besides: tests use everything, and every folder itself.
constexpr Arrow kArrows[] = {
    {"scenarios", "model"}, {"scenarios", "grid_model"}, {"scenarios", "protocol"},
    {"scenarios", "sim"},   {"model", "protocol"},       {"model", "sim"},
    {"grid_model", "sim"},
};

constexpr std::string_view kFolders[] = {"sim",   "protocol",  "grid_model",
                                         "model", "scenarios", "tests"};

constexpr std::string_view kLibraries[] = {"absl",  "boost",    "benchmark",  "gmock",
                                           "gtest", "nlohmann", "rapidcheck", "relacy"};

template <class Range>
bool Contains(const Range& range, std::string_view what) {
  return std::find(std::begin(range), std::end(range), what) != std::end(range);
}

bool IsC(const SourceFile& file) {
  return file.path.ends_with(".c") ||
         (file.path.ends_with(".h") && file.text.find("extern \"C\"") != std::string::npos);
}

std::string At(const SourceFile& file, std::size_t line) {
  return file.path + ":" + std::to_string(line + 1) + ": ";
}

std::vector<std::string> BadIncludes(const SourceFile& file) {
  static const std::regex include("\\s*#\\s*include\\s+([\"<])([^\">]+)[\">].*");
  const std::string from = Folder(file.path);
  const bool alone = from == "grid_model" && IsC(file);
  std::vector<std::string> sentences;
  const std::vector<std::string> lines = Lines(file.text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::smatch match;
    if (!std::regex_match(lines[i], match, include)) continue;
    const std::string path = match[2];
    const std::string to = Folder(path);
    const bool quoted = match[1] == "\"";
    if (quoted && !Contains(kFolders, to) && !Contains(kLibraries, to)) {
      sentences.push_back(At(file, i) + path + " is not a path from the root");
    } else if (quoted && Contains(kFolders, to) && !MayUse(from, to)) {
      sentences.push_back(At(file, i) + from + " may not use " + to);
    } else if (alone && to != from && !(path.ends_with(".h") && !quoted)) {
      sentences.push_back(At(file, i) + "C code may not use " + path);
    }
  }
  return sentences;
}

std::vector<std::string> BadLabels(const SourceFile& file) {
  // Not "//tests:__subpackages__": whom a target is shown to is no use of theirs.
  static const std::regex label("\"//(\\w+)(/[^:\"]*)?(:(?!__)[^\"]*)?\"");
  const std::string from = Folder(file.path);
  std::vector<std::string> sentences;
  const std::vector<std::string> lines = Lines(file.text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string code = lines[i].substr(0, lines[i].find('#'));
    for (std::sregex_iterator it(code.begin(), code.end(), label), end; it != end; ++it) {
      const std::string to = (*it)[1];
      if (to == "visibility") {
        sentences.push_back(At(file, i) + it->str() + " opens the folder to others");
      } else if (Contains(kFolders, to) && !MayUse(from, to)) {
        sentences.push_back(At(file, i) + from + " may not use " + to);
      }
    }
  }
  const std::string users = "default_visibility = [\"//:" + from + "_users\"]";
  if (from != "tests" && file.text.find(users) == std::string::npos) {
    sentences.push_back(At(file, 0) + "no package(" + users + ")");
  }
  return sentences;
}

}  // namespace

bool MayUse(std::string_view from, std::string_view to) {
  return from == "tests" || from == to ||
         std::any_of(std::begin(kArrows), std::end(kArrows),
                     [&](const Arrow& arrow) { return arrow.from == from && arrow.to == to; });
}

std::vector<std::string> Folders() { return {std::begin(kFolders), std::end(kFolders)}; }

std::vector<std::string> AgainstArrows(const SourceFile& file) {
  if (!Contains(kFolders, Folder(file.path))) return {};
  if (file.path.ends_with("/BUILD")) return BadLabels(file);
  if (file.path.ends_with(".h") || file.path.ends_with(".cc") || file.path.ends_with(".c")) {
    return BadIncludes(file);
  }
  return {};
}

}  // namespace house
