#include "scenarios/program/failure.h"

#include <cctype>
#include <cstdint>

#include "scenarios/program/outcome.h"
#include "scenarios/replay_line.h"
#include "sim/report/table.h"

namespace scenarios {
namespace {

std::string Hash(const std::string& text) {
  std::uint32_t hash = 2166136261u;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  std::string hex;
  for (int shift = 28; shift >= 0; shift -= 4) hex += "0123456789abcdef"[hash >> shift & 15];
  return hex;
}

// The states explorer counts states.
std::string FoundAfter(const sim::Result& result) {
  const std::string after = std::to_string(result.found_after);
  if (result.explorer != "states") {
    return "found in execution " + after + " (" + result.explorer + ")";
  }
  return "found after " + after + (after == "1" ? " state" : " states");
}

}  // namespace

std::string FailureText(const Case& subject, const sim::Result& result) {
  std::string text = sim::Sentence(result) + "\n" + FoundAfter(result);
  if (!result.has_tape) {
    return text +
           "\nno execution shows it, so there is nothing to replay: only a state of the search "
           "does\n";
  }
  text += ", confirmed " + std::to_string(result.confirmed) + "/3\n";
  if (!result.trace.steps.empty()) text += "\n" + sim::Table(result.trace) + "\n";
  return text + "replay: " + ReplayCommand(ReplayableOf(subject, result)) + "\n";
}

std::string SignatureOf(const Case& subject, const sim::Finding& finding) {
  constexpr std::size_t kLetters = 40;
  std::string name;
  for (const char c : Reported(finding).substr(0, kLetters)) {
    name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
  }
  return name + "-" + Hash(CaseText(subject) + "\n" + finding.rule + "\n" + finding.message);
}

}  // namespace scenarios
