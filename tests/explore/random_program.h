// Small random programs over two atomics, for explorers to be compared on.
#ifndef TESTS_EXPLORE_RANDOM_PROGRAM_H_
#define TESTS_EXPLORE_RANDOM_PROGRAM_H_

#include <cstdint>
#include <vector>

#include "sim/sim.h"

namespace random_program {

// What a program may contain, besides relaxed, acquire and release accesses.
struct Dialect {
  const char* name;
  bool seq_cst = false;
  bool awaits = false;
  bool locks = false;
  bool weak = false;  // compare_exchange_weak in place of strong
  sim::Memory memory = sim::Memory::kRc11;
};

// Those that explorers are compared on.
std::vector<Dialect> Dialects();

struct Op {
  int kind;
  int location;
  int a;
  int b;
  std::memory_order order;
  std::memory_order failure;
};
using Program = std::vector<std::vector<Op>>;  // by fiber

// Two or three fibers of at most three operations each; the same for the same seed.
Program Make(const Dialect& dialect, std::uint64_t seed);

// The body of an execution.
void Run(const Program& program, const Dialect& dialect);

}  // namespace random_program

#endif  // TESTS_EXPLORE_RANDOM_PROGRAM_H_
