// Small random programs whose fibers wait for counts by class, and what searches of them come to.
#ifndef TESTS_EXPLORE_CLASS_PROGRAM_H_
#define TESTS_EXPLORE_CLASS_PROGRAM_H_

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "sim/sim.h"

namespace class_program {

// What a program may contain besides counts that grow and awaits on them.
struct Dialect {
  const char* name;
  bool shrinking = false;  // counts may be set to anything
  bool locks = false;
  bool fences = false;
};

struct Op {
  enum Kind {
    kStore,
    kLoad,
    kAwait,
    kAwaitClass,
    kPoisonIt,
    kAdd,
    kWritePlain,
    kReadPlain,
    kLock,
    kFence
  } kind;
  int location;
  int value;
  bool strong;  // acquire or release
};
using Program = std::vector<std::vector<Op>>;  // by fiber

// Two or three fibers of at most four operations each; the same for the same seed.
Program Make(const Dialect& dialect, std::uint64_t seed);

// What all executions together come to.
struct Seen {
  std::set<std::string> outcomes;  // what the fibers learn, in executions that pass
  std::set<std::string> graphs;
  std::set<sim::Verdict> verdicts;
  int twice = 0;  // graphs that came up again
  sim::Result result;
};
Seen See(const Program& program, sim::Reduction reduction);

}  // namespace class_program

#endif  // TESTS_EXPLORE_CLASS_PROGRAM_H_
