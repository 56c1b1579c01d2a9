#include "tests/house/tidy.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <regex>
#include <string_view>

namespace house {
namespace {

constexpr std::size_t kHeaderLines = 200;
constexpr std::size_t kFileLines = 400;
constexpr std::size_t kFunctionLines = 70;
constexpr std::size_t kColumns = 100;

// Where a clock is the point. Prefixes of paths.
constexpr std::string_view kMayUseClocks[] = {"scenarios/program/clock.cc", "tests/bench/",
                                              "tests/house/", "sim/explore/watchdog.cc"};

constexpr std::string_view kTopLevel[] = {
    "ARCHITECTURE.md", "BUILD",      "CHANGELOG.md", "LICENSE",    "README.md",
    "WORKSPACE",       "grid_model", "model",        "protocol",   "railyard",
    "scenarios",       "sim",        "tests",        "third_party"};

class Findings {
 public:
  explicit Findings(const SourceFile& file) : path_(file.path) {}
  void Add(std::size_t line, const std::string& what) {
    sentences_.push_back(path_ + ":" + std::to_string(line) + ": " + what);
  }
  std::vector<std::string> sentences() const { return sentences_; }

 private:
  std::string path_;
  std::vector<std::string> sentences_;
};

using FileLines = std::vector<std::string>;

bool IsSource(std::string_view path) {
  return path.ends_with(".h") || path.ends_with(".cc") || path.ends_with(".c");
}

bool IsCode(std::string_view path, const FileLines& lines) {
  return IsSource(path) || path.ends_with(".py") || path.ends_with(".bzl") ||
         path.ends_with("BUILD") || (!lines.empty() && lines[0].starts_with("#!"));
}

// Characters, not bytes: a continuation byte of UTF-8 is 10xxxxxx.
std::size_t Columns(std::string_view line) {
  return std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xc0) != 0x80; });
}

std::string GuardName(std::string_view path) {
  std::string name;
  for (char c : path)
    name += std::isalnum(static_cast<unsigned char>(c)) ? static_cast<char>(std::toupper(c)) : '_';
  return name + '_';
}

void CheckLength(const SourceFile& file, const FileLines& lines, Findings& findings) {
  const std::size_t limit = file.path.ends_with(".h") ? kHeaderLines : kFileLines;
  if (lines.size() > limit) {
    findings.Add(lines.size(), "more than " + std::to_string(limit) + " lines");
  }
}

// As clang-format lays them out, a function of a namespace begins in column 0 and ends with the
// next line that is "}" alone; a type ends with "};", a namespace with a comment.
void CheckFunctions(const FileLines& lines, Findings& findings) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    if (line == "}" && i - begin + 1 > kFunctionLines) {
      findings.Add(begin + 1, "a function of more than " + std::to_string(kFunctionLines));
    }
    if (!line.empty() && std::string_view(" }#/").find(line[0]) == std::string_view::npos)
      begin = i;
  }
}

void CheckDefines(const SourceFile& file, const FileLines& lines, Findings& findings) {
  static const std::regex define("\\s*#\\s*define\\s+(\\w+).*");
  const std::string guard = GuardName(file.path);
  bool guarded = false;
  std::smatch match;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!std::regex_match(lines[i], match, define)) continue;
    const std::string name = match[1];
    if (file.path.ends_with(".h") && name == guard) {
      guarded = i > 0 && lines[i - 1] == "#ifndef " + guard;
    } else if (name != "SIM_ASAN" && name != "SIM_TSAN") {
      findings.Add(i + 1, "#define " + name);
    }
  }
  if (file.path.ends_with(".h") && !guarded) findings.Add(1, "no include guard " + guard);
}

void CheckDeterminism(const SourceFile& file, const FileLines& lines, Findings& findings) {
  static const std::regex forbidden(
      "std::random_device|std::mt19937|absl::(Insecure)?BitGen|std::chrono|absl::Now|"
      "std::\\w+_distribution|\\b(clock_gettime|gettimeofday)\\b");
  const bool allowed =
      std::any_of(std::begin(kMayUseClocks), std::end(kMayUseClocks),
                  [&](std::string_view prefix) { return file.path.starts_with(prefix); });
  if (allowed) return;
  std::smatch match;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string code = lines[i].substr(0, lines[i].find("//"));
    if (std::regex_search(code, match, forbidden)) findings.Add(i + 1, "uses " + match.str());
  }
}

void CheckTitle(const FileLines& lines, Findings& findings) {
  int titles = 0;
  bool fenced = false;
  for (const std::string& line : lines) {
    if (line.starts_with("```")) fenced = !fenced;
    if (!fenced && line.starts_with("# ")) ++titles;
  }
  if (titles != 1) findings.Add(1, std::to_string(titles) + " titles instead of one");
}

}  // namespace

std::vector<std::string> Untidy(const SourceFile& file) {
  const FileLines lines = Lines(file.text);
  Findings findings(file);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (IsCode(file.path, lines) && Columns(lines[i]) > kColumns) {
      findings.Add(i + 1, "more than " + std::to_string(kColumns) + " columns");
    }
    for (const char* path : {"/w"
                             "ork/",
                             "/tmp/no"
                             "tes"}) {
      if (lines[i].find(path) != std::string::npos) findings.Add(i + 1, "a path of one machine");
    }
  }
  if (IsSource(file.path)) {
    CheckLength(file, lines, findings);
    CheckFunctions(lines, findings);
    CheckDefines(file, lines, findings);
    CheckDeterminism(file, lines, findings);
  }
  if (file.path.ends_with(".md")) CheckTitle(lines, findings);
  return findings.sentences();
}

std::vector<std::string> Strangers(const std::vector<std::string>& top_level) {
  std::vector<std::string> strangers;
  for (const std::string& name : top_level) {
    const bool known =
        std::find(std::begin(kTopLevel), std::end(kTopLevel), name) != std::end(kTopLevel);
    if (!known && name[0] != '.') strangers.push_back(name);
  }
  return strangers;
}

}  // namespace house
