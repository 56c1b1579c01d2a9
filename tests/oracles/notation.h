// Reads the programs of the oracle tables.
#ifndef TESTS_ORACLES_NOTATION_H_
#define TESTS_ORACLES_NOTATION_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "tests/oracles/program.h"

namespace oracles {

// The program in `text`, with `n` for its N. The notation is C, as far as the tables need it, in
// three parts: variables || functions, with | between them || main{...}. Accesses are short:
//
//   W.rel(x,1)  R.acq(x)  Fadd.rlx(x,1)  XCHG.rlx(x,1)  CAS.acq/rlx(x,expected->desired)  FENCE.sc
//
// with na, rlx, acq, rel, acqrel or sc; what they name is a variable, or the value of a pointer.
// A spawned function without parameters has one, `arg`. `x++` and the like are read as statements
// and in a `for` only.
//
// `while (!CAS.o(x,e->v)) e = ...;` that tries the same again and again is a wait (Node::kSpin).
absl::StatusOr<Program> ParseNotation(const std::string& text, std::optional<Value> n);

}  // namespace oracles

#endif  // TESTS_ORACLES_NOTATION_H_
