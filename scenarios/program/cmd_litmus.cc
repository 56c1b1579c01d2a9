#include "scenarios/program/cmd_litmus.h"

#include <filesystem>
#include <fstream>
#include <memory>
#include <ostream>
#include <string>

#include "absl/status/statusor.h"
#include "scenarios/exit_status.h"
#include "scenarios/litmus/parser.h"
#include "scenarios/litmus/report.h"
#include "scenarios/litmus/run.h"

namespace scenarios {
namespace {

// No litmus test is that large; a device that never ends is.
constexpr std::size_t kMostBytes = 256 * 1024;

absl::StatusOr<std::string> Read(const std::string& file) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) {
    return absl::InvalidArgumentError(file + ": is a folder; allowed: files");
  }
  std::ifstream in(file, std::ios::binary);
  std::string text(kMostBytes + 1, '\0');
  if (!in.read(text.data(), static_cast<std::streamsize>(text.size())) && !in.eof()) {
    return absl::InvalidArgumentError(file + ": can't be read");
  }
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > kMostBytes) {
    return absl::InvalidArgumentError(file + ": is larger than " + std::to_string(kMostBytes) +
                                      " bytes");
  }
  return text;
}

litmus::RunOptions OptionsOf(const Arguments& arguments, const Environment& environment) {
  constexpr int kUnroll = 2;  // as herd
  return {.memory = arguments.Text("--memory") == "sc" ? sim::Memory::kSc : sim::Memory::kRc11,
          .explorer = [] { return std::make_unique<sim::Exhaustive>(); },
          .repeats = false,
          .unroll = static_cast<int>(arguments.Number("--unroll").value_or(kUnroll)),
          .stop = environment.interrupted};
}

// The report of one file, or why there is none.
struct Report {
  std::string text;
  std::string error;
};

Report ReportOf(const std::string& file, const litmus::RunOptions& options, bool json) {
  const absl::StatusOr<std::string> text = Read(file);
  if (!text.ok()) return {"", std::string(text.status().message())};
  const absl::StatusOr<litmus::Test> test = litmus::ParseLitmus(*text, file);
  if (!test.ok()) return {"", std::string(test.status().message())};
  const litmus::Outcome outcome = litmus::RunLitmus(*test, options);
  if (!outcome.problem.empty()) return {"", outcome.problem};
  return {json ? litmus::ReportJson(*test, outcome) : litmus::Report(*test, outcome), ""};
}

}  // namespace

int RunLitmusFiles(const Arguments& arguments, const Environment& environment, std::ostream& out,
                   std::ostream& err) {
  if (arguments.positional().empty()) {
    err << "railyard litmus: takes files, not none; allowed: C litmus tests in herd's format\n";
    return kUsage;
  }
  const litmus::RunOptions options = OptionsOf(arguments, environment);
  const bool json = arguments.Has("--json");
  int status = kAsExpected;
  const char* between = "";
  for (const std::string& file : arguments.positional()) {
    const Report report = ReportOf(file, options, json);
    if (report.error.empty()) {
      out << between << report.text << std::flush;
      if (!json) between = "\n";
    } else {
      err << report.error << std::endl;
      if (json) out << litmus::ErrorJson(file, report.error) << std::flush;
      status = kUsage;
    }
    if (environment.interrupted()) return kCut;
  }
  return status;
}

}  // namespace scenarios
