// A tape: the choices of one execution, which is all that is needed to repeat it.
#ifndef SIM_CHOICE_TAPE_H_
#define SIM_CHOICE_TAPE_H_

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "sim/choice/choice.h"

namespace sim {

using Tape = std::vector<Choice>;

// As one short line without spaces, "t1:f1/3*2r1/2f0": a letter for the kind (f fiber, r read,
// p place, s spurious failure, c choose, x fault), the pick, "/arity" unless it is that of the
// last choice of this kind, and "*n" for n equal choices in a row. "t1" is the format's version.
std::string ToText(const Tape& tape);

// What is wrong with a text, and where (from 0).
struct TapeError {
  std::size_t at;
  std::string message;
};

// Inverse of ToText. The error says what is allowed at the place.
std::variant<Tape, TapeError> ParseTape(const std::string& text);

// The letter and the name of a kind, for messages.
char LetterOf(ChoiceKind kind);
const char* NameOf(ChoiceKind kind);

}  // namespace sim

#endif  // SIM_CHOICE_TAPE_H_
