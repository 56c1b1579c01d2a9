// Tests what a program promises by sim::local_state, and by loops that poll: what was forgotten is
// of no matter.
#ifndef SIM_STATES_PROMISE_H_
#define SIM_STATES_PROMISE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "sim/states/pursue.h"

namespace sim {

// Two ways that come to one state must go on alike. Of some states the first way is kept; when such
// a state is come to again, both ways are taken on a machine of its own, and then the same steps
// after each: what could go on, and the states, must be equal. Steps are drawn by sim's generator
// from the state, so a search finds the same each time.
//
// Of the first kEarly states all are kept, then one in `every`; each is tested for at most kTests
// other ways. The tests take at most kAllowance steps and an eighth of those of the search; ways
// are kept up to kMostKept steps in all. Thread safety: none; no other execution may run during
// Test (Machine::Leave).
class Promise {
 public:
  static constexpr std::uint64_t kEarly = 10'000;
  static constexpr std::uint64_t kAllowance = 100'000;
  static constexpr std::uint64_t kMostKept = 4'000'000;  // 16 MB
  static constexpr int kTests = 4;

  // `every` 0: nothing is tested. `exact`: the search's, or null.
  Promise(const std::function<void()>& body, const Limits& limits, std::uint32_t every,
          Exact* exact)
      : body_(body), limits_(limits), every_(every), exact_(exact) {}

  // The state was come to for the first time, by this way and then `last` (if not null).
  // `forgets`: something was forgotten by now, on some way.
  void First(const Digest128& state, const StepWay& way, const Machine::Step* last, bool forgets);
  // Whether a test is due now that the state was come to again, after so many steps of the search.
  bool IsDue(const Digest128& state, std::uint64_t steps) const;
  // What was forgotten that matters: then the second way goes on in another manner. Requires:
  // IsDue.
  std::optional<Finding> Test(const Digest128& state, const StepWay& second);
  std::uint64_t tests() const { return memory_.tests; }

  struct Way {
    StepWay steps;
    int tests = 0;
  };
  // All that the tests so far left behind: with it, another one goes on as this would.
  struct Memory {
    std::unordered_map<Digest128, Way, DigestHash> ways;
    std::uint64_t states = 0;
    std::uint64_t kept_steps = 0;
    std::uint64_t steps = 0;  // taken by tests
    std::uint64_t tests = 0;
  };
  const Memory& memory() const { return memory_; }
  void Remember(Memory memory) { memory_ = std::move(memory); }

 private:
  bool Draws(const Digest128& state) const {
    return memory_.states < kEarly || state.a % every_ == 0;
  }

  const std::function<void()>& body_;
  const Limits limits_;
  const std::uint32_t every_;
  Exact* const exact_;
  std::unique_ptr<Machine> machine_;  // made when it is needed
  Memory memory_;
};

}  // namespace sim

#endif  // SIM_STATES_PROMISE_H_
