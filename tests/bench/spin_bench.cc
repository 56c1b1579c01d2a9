// The states explorer and Spin on the same programs, in one run, each search in a process of its
// own. Of each: verdict, states, transitions, CPU seconds (user and system, the start of the
// process included; the median of three runs, in turns with the others'), transitions per CPU
// second, and resident memory at most.
//
//   railyard       sim::ExploreStates with snapshots on tests/states/rails.cc, as it is by default
//   ..., order     visiting every state, by one order of the steps that commute; the transitions
//                  are those that are possible, as Spin counts them, whether taken or known to lead
//                  to a state that is visited anyway
//   ..., full      taking each of them
//   spin           tests/states/spin/rails.pml, with Spin's default partial-order reduction
//   spin, full     the same with -DNOREDUCE
//
// How Spin's verifier is built and run (tests/states/spin/verifier.bzl and verifier.cc):
//
//   spin -a -DRAILS=r -DN=n -DFAILURE=f rails.pml
//   gcc -O3 -DSAFETY -DNOCOMP [-DNOREDUCE] pan.c
//   pan -m1000 -w<bits of the number of states + 2>
//
// which is its fastest setting for the same verdict, as tried on three rails:
//
// - -DSAFETY: asserts and deadlocks, without the search for cycles. The states explorer looks for
//   livelocks only if a fiber can come back to an earlier state of its own; these can't.
// - -DNOCOMP stores states as they are: a tenth faster than Spin's default, for a quarter more
//   memory. -DCOLLAPSE takes a quarter less memory than the default, and 1.7 times its time. Whole
//   states are compared: -DHC4 (a hash of each) is a tenth faster too, but lost 3,385 of the
//   3,796,416 states. The explorer keeps 128 bits of each, where a loss has a chance of 2e-26.
// - -O3, -O2, -march=native, -DNOBOUNDCHECK, -DSPACE and other hash functions differ by less than
//   the noise.
// - -w: a table of four to eight slots a state. A quarter or four times of that is slower; the
//   default (2^24) would cost the small programs 128 MiB to be cleared.
// - -m: the longest way has 768 transitions.
// - d_step or atomic in the model: no difference.
//
// Spin's reduction finds nothing to leave out: each transition is an access to a global variable.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "sim/sim.h"
#include "tests/states/rails.h"
#include "tests/states/spin/verifier.h"

namespace {

using spin::Program;
using spin::Verified;

constexpr int kRuns = 3;

struct Checker {
  const char* name;
  bool ours;
  bool reduced;  // Spin
  std::optional<sim::Expand> expand = {};
  bool all = true;  // visits every state
};
constexpr Checker kCheckers[] = {
    {"railyard", true, true, {}, false},
    {"railyard, order", true, true, sim::Expand::kOneOrder},
    {"railyard, full", true, false, sim::Expand::kAll},
    {"spin", false, true, {}, false},
    {"spin, full", false, false},
};

// In the process that does nothing else.
int SearchHere(const Checker& checker, const Program& program) {
  const auto body = rails::Rails(program.rails, program.n, program.failure);
  const sim::StatesResult all =
      sim::ExploreStates(body, {.snapshots = true, .expand = checker.expand});
  std::printf("%llu %llu\n", static_cast<unsigned long long>(all.states),
              static_cast<unsigned long long>(all.steps));
  return all.result.exhausted && all.result.ok() ? 0 : 1;
}

Verified SearchApart(std::size_t checker, std::size_t program) {
  Verified all{.ran =
                   spin::Run({"/proc/self/exe", std::to_string(checker), std::to_string(program)})};
  char* rest = nullptr;
  all.passed = all.ran.succeeded;
  all.states = std::strtoull(all.ran.output.c_str(), &rest, 10);
  all.transitions = std::strtoull(rest, nullptr, 10);
  return all;
}

Verified Search(std::size_t checker, std::size_t program) {
  if (kCheckers[checker].ours) return SearchApart(checker, program);
  return spin::Verify(spin::kPrograms[program], kCheckers[checker].reduced);
}

std::string NameOf(const Program& program) {
  return std::to_string(program.rails) + (program.rails == 1 ? " rail, n=" : " rails, n=") +
         std::to_string(program.n) + (program.failure ? ", failure" : "");
}

void Print(const std::string& program, const char* checker, const Verified& median) {
  std::printf("%-22s %-15s %-7s %9llu %11llu %8.3f %9.2f %8.1f\n", program.c_str(), checker,
              median.passed ? "pass" : "no pass", static_cast<unsigned long long>(median.states),
              static_cast<unsigned long long>(median.transitions), median.ran.cpu_seconds,
              static_cast<double>(median.transitions) / median.ran.cpu_seconds / 1e6,
              median.ran.peak_mib);
}

// False if the checkers don't agree.
bool Compare(std::size_t program) {
  std::vector<Verified> runs[std::size(kCheckers)];
  for (int i = 0; i < kRuns; ++i) {
    for (std::size_t c = 0; c < std::size(kCheckers); ++c) runs[c].push_back(Search(c, program));
  }
  for (std::size_t c = 0; c < std::size(kCheckers); ++c) {
    std::sort(runs[c].begin(), runs[c].end(), [](const Verified& a, const Verified& b) {
      return a.ran.cpu_seconds < b.ran.cpu_seconds;
    });
    Print(NameOf(spin::kPrograms[program]), kCheckers[c].name, runs[c][kRuns / 2]);
  }
  std::fflush(stdout);
  const Verified& full = runs[std::size(kCheckers) - 1][0];
  bool agree = true;
  for (std::size_t c = 0; c < std::size(kCheckers); ++c) {
    const Verified& one = runs[c][0];
    agree = agree && one.passed;
    if (!kCheckers[c].all) continue;
    agree = agree && one.states == full.states && one.transitions == full.transitions;
  }
  return agree;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3) {
    return SearchHere(kCheckers[std::strtoul(argv[1], nullptr, 10)],
                      spin::kPrograms[std::strtoul(argv[2], nullptr, 10)]);
  }
  std::printf("%-22s %-15s %-7s %9s %11s %8s %9s %8s\n", "program", "checker", "verdict", "states",
              "transitions", "CPU s", "M trans/s", "peak MiB");
  bool agree = true;
  for (std::size_t i = 0; i < std::size(spin::kPrograms); ++i) agree &= Compare(i);
  if (!agree) std::printf("The checkers don't agree.\n");
  return agree ? 0 : 1;
}
