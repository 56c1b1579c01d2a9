// Spin's verifiers of rails.pml, run and read.
#ifndef TESTS_STATES_SPIN_VERIFIER_H_
#define TESTS_STATES_SPIN_VERIFIER_H_

#include <cstdint>
#include <string>
#include <vector>

namespace spin {

// Parameters of rails::Rails and of rails.pml. BUILD lists the same, one verifier each.
struct Program {
  int rails;
  int n;
  bool failure;
  std::uint64_t states;
};
// All but the last are small: done in well under a second.
inline constexpr Program kPrograms[] = {{1, 4, false, 248},   {1, 64, false, 5768},
                                        {2, 4, false, 61504}, {1, 4, true, 3493},
                                        {1, 64, true, 86473}, {3, 3, false, 3796416}};

// A process that ended.
struct Ran {
  bool succeeded = false;  // status 0
  std::string output;      // what it wrote to its standard output
  double cpu_seconds = 0;  // user and system
  // Resident at most; the process that starts it counts too, as large as it was then.
  double peak_mib = 0;
};
// The first argument is the program. Throws std::system_error if it can't be started.
Ran Run(std::vector<std::string> arguments);

struct Verified {
  bool passed = false;  // to the end, without an error
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  Ran ran;
};
// What a verifier that was run says.
Verified Read(const Ran& ran);
// Runs it, among Bazel's runfiles; with Spin's default reduction or without any.
Verified Verify(const Program& program, bool reduced);

}  // namespace spin

#endif  // TESTS_STATES_SPIN_VERIFIER_H_
