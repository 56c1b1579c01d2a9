// Programs without control flow: which events they have does not depend on what they read. So all
// that could be an execution of one can be written down without running it.
#ifndef TESTS_AXIOMS_STRAIGHT_LINE_H_
#define TESTS_AXIOMS_STRAIGHT_LINE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/axioms/execution.h"

namespace axioms {

struct Op {
  enum class What { kLoad, kStore, kAdd, kFence, kCreate, kJoin };
  What what;
  int object;  // the location (0 to 2), or the fiber that is created or joined; -1 of fences
  Mode mode;
};
// By fiber; fiber 0 creates and joins the others, 1, 2, ..., in order.
using Program = std::vector<std::vector<Op>>;

// What programs are drawn from.
struct Language {
  const char* name;
  int seq_cst = 0;  // of ten orders, how many are seq_cst
  int fences = 1;   // of ten operations, how many are fences
  int plain = 0;    // of ten loads and stores, how many are not atomic
};

// At most four fibers with, in all, at most eight operations, or a litmus test of the literature
// whose modes and fences are drawn. The same for the same seed.
Program Draw(const Language& language, std::uint64_t seed);

// As in notation.h, without values; fibers apart by '|'.
std::string ToText(const Program& program);

// The body of an execution in sim.
void Run(const Program& program);

// How many candidates there are: each read may have any write of its location as source (but an
// update itself), and each location any order of its writes.
std::uint64_t CountCandidates(const Program& program);
// Calls `look` with each.
void ForEachCandidate(const Program& program, const std::function<void(const Execution&)>& look);

// rf and co as text: the same for two executions of a program only if they are the same one.
std::string Key(const Execution& execution);

}  // namespace axioms

#endif  // TESTS_AXIOMS_STRAIGHT_LINE_H_
