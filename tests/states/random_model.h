// Random programs with much of what models are made of, each of which tells by marks what it saw.
#ifndef TESTS_STATES_RANDOM_MODEL_H_
#define TESTS_STATES_RANDOM_MODEL_H_

#include <cstdint>
#include <string>
#include <vector>

namespace random_model {

enum class Style : std::uint8_t {
  kShared,      // atomics, locks, a doorbell, awaits, polls, choices, faults
  kPlain,       // and plain memory
  kLoops,       // each fiber does the same twice, and says at the loop's head what it knows
  kInvariants,  // and a condition over two atomics
};
inline constexpr Style kStyles[] = {Style::kShared, Style::kPlain, Style::kLoops,
                                    Style::kInvariants};

struct Op {
  std::uint32_t kind;
  std::uint32_t location;
  int value;
};
struct Model {
  Style style;
  bool invariant = false;
  bool main_looks = false;  // at all atomics, when the others have ended
  std::vector<std::vector<Op>> fibers = {};
};

// Two to five fibers of at most three operations; the same for the same seed.
Model Make(Style style, std::uint64_t seed);

// The body of an execution, which keeps nothing on the heap. Each value that is read is a mark of
// its own.
void Run(const Model& model);

}  // namespace random_model

#endif  // TESTS_STATES_RANDOM_MODEL_H_
