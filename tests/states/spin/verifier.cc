#include "tests/states/spin/verifier.h"

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <regex>
#include <system_error>

namespace spin {
namespace {

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

void MustBeZero(int error, const std::string& what) {
  if (error != 0) throw std::system_error(error, std::generic_category(), what);
}

std::string ReadAll(int file) {
  std::string text;
  char buffer[4096];
  for (ssize_t n; (n = read(file, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  return text;
}

// The number before `what`; 0 if there is none.
std::uint64_t NumberOf(const std::string& output, const std::string& what) {
  std::smatch match;
  if (!std::regex_search(output, match, std::regex("(\\d+) " + what))) return 0;
  return std::stoull(match[1]);
}

}  // namespace

Ran Run(std::vector<std::string> arguments) {
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  int ends[2];
  MustBeZero(pipe(ends) == 0 ? 0 : errno, "pipe");
  posix_spawn_file_actions_t actions;
  MustBeZero(posix_spawn_file_actions_init(&actions), "posix_spawn");
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  pid_t child = 0;
  const int error = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  Ran ran;
  if (error == 0) ran.output = ReadAll(ends[0]);
  close(ends[0]);
  MustBeZero(error, arguments[0]);

  int status = 0;
  rusage usage{};
  while (wait4(child, &status, 0, &usage) < 0) MustBeZero(errno == EINTR ? 0 : errno, "wait4");
  ran.succeeded = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  ran.cpu_seconds = Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
  ran.peak_mib = static_cast<double>(usage.ru_maxrss) / 1024;
  return ran;
}

Verified Read(const Ran& ran) {
  const std::string& said = ran.output;
  Verified all{.ran = ran};
  // It stops at an error; a way that is longer than -m is cut with a word only.
  all.passed = ran.succeeded && said.find("errors: 0\n") != std::string::npos &&
               said.find("too small") == std::string::npos;
  all.states = NumberOf(said, "states, stored");
  // It counts the initial state as a transition.
  const std::uint64_t transitions = NumberOf(said, "transitions \\(");
  all.transitions = transitions > 0 ? transitions - 1 : 0;
  return all;
}

Verified Verify(const Program& program, bool reduced) {
  const std::string file = "tests/states/spin/rails_" + std::to_string(program.rails) + "_" +
                           std::to_string(program.n) + (program.failure ? "_1" : "_0") +
                           (reduced ? "" : "_full");
  // The longest way has 768 transitions. Four to eight slots of its table for each state are the
  // fastest (default: 2^24).
  const int slots = std::bit_width(program.states) + 2;
  return Read(Run({file, "-m1000", "-w" + std::to_string(slots)}));
}

}  // namespace spin
