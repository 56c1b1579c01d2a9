// What one execution of an oracle program works on.
#ifndef TESTS_ORACLES_MACHINE_H_
#define TESTS_ORACLES_MACHINE_H_

#include <atomic>
#include <cstddef>
#include <deque>
#include <vector>

#include "sim/sim.h"
#include "tests/oracles/interpreter.h"
#include "tests/oracles/program.h"

namespace oracles {

using Word = sim::atomic<Value>;

// A meeting of threads, as often as kRounds times. Made by the main fiber; `slot` numbers those who
// meet, from 0.
class Barrier {
 public:
  static constexpr int kRounds = 8;

  Barrier(int size, bool ordered);
  void Wait(int slot);

 private:
  const int size_;
  const bool ordered_;
  std::vector<int> rounds_;  // by slot: how often it was here
  std::deque<Word> words_;   // by round: the count, or a flag each
};

// Memory, made by the main fiber before it makes others.
class Machine {
 public:
  Machine(const Program& program, const RunOptions& options);

  // The cell at that address, which must be that of an atomic one.
  Word& At(Value address);
  // Accesses by the bare name, or by a pointer; the order counts if the cell is atomic.
  Value Get(Value address, std::memory_order order);
  void Set(Value address, Value value, std::memory_order order);

  sim::mutex& mutex(int index) { return mutexes_[static_cast<std::size_t>(index)]; }
  void InitBarrier(int index, int size);
  void Wait(int index, int slot);

 private:
  std::size_t CellAt(Value address) const;

  const Program& program_;
  const RunOptions& options_;
  std::deque<Word> words_;
  std::deque<sim::plain<Value>> data_;
  std::vector<std::size_t> places_;  // by cell: in words_ or in data_
  std::vector<bool> is_word_;        // by cell
  std::deque<sim::mutex> mutexes_;
  std::deque<Barrier> barriers_;
};

}  // namespace oracles

#endif  // TESTS_ORACLES_MACHINE_H_
