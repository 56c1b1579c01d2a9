// One thread of a litmus test, run on a fiber.
#ifndef SCENARIOS_LITMUS_INTERPRETER_H_
#define SCENARIOS_LITMUS_INTERPRETER_H_

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "scenarios/litmus/test.h"
#include "sim/sim.h"

namespace litmus {

// What an execution ended with besides its graph.
struct Ending {
  bool cut = false;     // a loop came to its bound: the execution counts nowhere
  std::string problem;  // what C does not define: "f.litmus:3:12: P0 divides by zero"
};

// Every access, plain ones too, is one step of the fiber, in the order that the text gives; a
// thread that ends early (loop bound, problem) just returns.
class Interpreter {
 public:
  using Memory = std::deque<sim::atomic<Value>>;  // by location

  // A loop's body runs at most `unroll` times. `registers` are those of the thread, and must hold
  // the initial values.
  Interpreter(const Test& test, std::size_t thread, Memory& memory, std::vector<Value>& registers,
              int unroll, Ending& ending)
      : test_(test),
        thread_(test.threads[thread]),
        memory_(memory),
        registers_(registers),
        unroll_(unroll),
        ending_(ending) {}

  void Run() { Execute(thread_.body); }

 private:
  // False if the thread ends here.
  bool Execute(const Statement& statement);
  bool ExecuteWhile(const Statement& statement);
  void Store(const Statement& statement);
  Value Evaluate(const Expression& expression);
  Value Binary(const Expression& expression);
  Value Load(const Expression& expression);
  Value Fetch(const Expression& expression);
  Value CompareExchange(const Expression& expression);
  // The location that an address stands for; null, and a problem, if it is none.
  sim::atomic<Value>* At(const Expression& address);
  // A line of the litmus file, as a finding names it.
  sim::Site Here(Place place) const;
  void Problem(Place place, const char* what);

  const Test& test_;
  const Thread& thread_;
  Memory& memory_;
  std::vector<Value>& registers_;
  const int unroll_;
  Ending& ending_;
  int statements_ = 0;  // that were executed
};

}  // namespace litmus

#endif  // SCENARIOS_LITMUS_INTERPRETER_H_
