// One thread of a litmus test, run on a fiber.
#ifndef SCENARIOS_LITMUS_INTERPRETER_H_
#define SCENARIOS_LITMUS_INTERPRETER_H_

#include <deque>
#include <string>
#include <vector>

#include "scenarios/litmus/test.h"
#include "sim/sim.h"

namespace litmus {

// What an execution ended with besides its graph.
struct Ending {
  bool cut = false;     // a loop came to its bound: the execution counts nowhere
  std::string problem;  // what C does not define: "P0 divides by zero (3:12)"
};

// Every access is one step of the fiber, in the order that the text gives; a thread that ends
// early (loop bound, problem) just returns. Plain accesses are relaxed ones: see plain_accesses.h.
class Interpreter {
 public:
  using Memory = std::deque<sim::atomic<Value>>;  // by location

  // A loop's body runs at most `unroll` times. `registers` must hold the initial values.
  Interpreter(const Thread& thread, Memory& memory, std::vector<Value>& registers, int unroll,
              Ending& ending)
      : thread_(thread), memory_(memory), registers_(registers), unroll_(unroll), ending_(ending) {}

  void Run() { Execute(thread_.body); }

 private:
  // False if the thread ends here.
  bool Execute(const Statement& statement);
  bool ExecuteWhile(const Statement& statement);
  Value Evaluate(const Expression& expression);
  Value Binary(const Expression& expression);
  Value Fetch(const Expression& expression);
  Value CompareExchange(const Expression& expression);
  // The location that an address stands for; null, and a problem, if it is none.
  sim::atomic<Value>* At(const Expression& address);
  void Problem(Place place, const char* what);

  const Thread& thread_;
  Memory& memory_;
  std::vector<Value>& registers_;
  const int unroll_;
  Ending& ending_;
};

}  // namespace litmus

#endif  // SCENARIOS_LITMUS_INTERPRETER_H_
