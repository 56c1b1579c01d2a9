#include "scenarios/program/outputs.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "scenarios/program/failure.h"
#include "scenarios/program/summary.h"
#include "scenarios/replay_line.h"

namespace scenarios {
namespace {

namespace fs = std::filesystem;

bool IsWritableFolder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error) && access(path.c_str(), W_OK | X_OK) == 0;
}

absl::Status CheckFile(const std::string& option, const std::string& name) {
  if (name.empty()) return absl::OkStatus();
  const fs::path path = fs::path(name).has_parent_path() ? fs::path(name).parent_path() : ".";
  std::error_code error;
  if (fs::exists(name, error) ? access(name.c_str(), W_OK) == 0 && !fs::is_directory(name, error)
                              : IsWritableFolder(path)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(option + " can't write '" + name +
                                    "'; allowed: a file in a folder that is there and writable");
}

absl::Status CannotWriteTo(const std::string& folder) {
  return absl::InvalidArgumentError("--out can't write to '" + folder +
                                    "'; allowed: a writable folder, or a new one in such");
}

absl::Status CheckFolder(const std::string& name) {
  if (name.empty()) return absl::OkStatus();
  std::error_code error;
  fs::path path = fs::absolute(name, error);
  while (!fs::exists(path, error) && path.has_relative_path()) path = path.parent_path();
  if (IsWritableFolder(path)) return absl::OkStatus();
  return CannotWriteTo(name);
}

absl::Status WriteFile(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (file) return absl::OkStatus();
  return absl::UnavailableError("could not write " + path.string());
}

absl::Status WriteFailure(const fs::path& folder, const Outcome& outcome) {
  const sim::Result& result = *outcome.failure;
  const fs::path path =
      folder / outcome.subject.scenario->name / SignatureOf(outcome.subject, result.finding);
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return absl::UnavailableError("could not make " + path.string());
  absl::Status status = WriteFile(path / "failure.txt", FailureText(outcome.subject, result));
  status.Update(WriteFile(path / "failure.json", FailureJson(outcome)));
  if (!result.has_tape) return status;
  status.Update(
      WriteFile(path / "schedule.txt", ScheduleText(ReplayableOf(outcome.subject, result))));
  return status;
}

}  // namespace

absl::StatusOr<Outputs> OutputsOf(const Arguments& arguments, const Environment& environment) {
  Outputs outputs{.folder = arguments.Text("--out"),
                  .json = arguments.Text("--json"),
                  .junit = arguments.Text("--junit")};
  absl::Status status = CheckFolder(outputs.folder);
  status.Update(CheckFile("--json", outputs.json));
  status.Update(CheckFile("--junit", outputs.junit));
  if (!status.ok()) return status;
  if (outputs.folder.empty()) {
    outputs.folder = environment.variable("TEST_UNDECLARED_OUTPUTS_DIR");
  } else if (std::error_code error;
             !IsWritableFolder(outputs.folder) && !fs::create_directories(outputs.folder, error)) {
    return CannotWriteTo(outputs.folder);
  }
  return outputs;
}

absl::Status Write(const Outputs& outputs, const Seed& seed, int status,
                   const std::vector<Outcome>& outcomes, bool promised_too) {
  absl::Status written;
  const std::string summary = SummaryJson(seed, status, outcomes);
  if (!outputs.folder.empty()) {
    written.Update(WriteFile(fs::path(outputs.folder) / "summary.json", summary));
    for (const Outcome& o : outcomes) {
      if (o.failure && (promised_too || !o.as_promised)) {
        written.Update(WriteFailure(outputs.folder, o));
      }
    }
  }
  if (!outputs.json.empty()) written.Update(WriteFile(outputs.json, summary));
  if (!outputs.junit.empty()) written.Update(WriteFile(outputs.junit, JUnitXml(outcomes)));
  return written;
}

}  // namespace scenarios
