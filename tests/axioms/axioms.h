// The judge of execution graphs: RC11's axioms, evaluated on relations over a finished execution.
// It is there to be compared with sim, which never has a relation in hand: it shares nothing with
// sim, is written as the paper is, and is as slow as that makes it.
//
// Sources: Lahav, Vafeiadis, Kang, Hur, Dreyer: "Repairing Sequential Consistency in C/C++11",
// PLDI 2017. Two things are not as there: release sequences are those of C++20 (only updates carry
// one on), and fibers are created and joined, which synchronises (the standard's asw).
#ifndef TESTS_AXIOMS_AXIOMS_H_
#define TESTS_AXIOMS_AXIOMS_H_

#include <string>
#include <vector>

#include "tests/axioms/execution.h"

namespace axioms {

enum class Model {
  kRc11,
  kSc,  // one order of all events explains all; what is not plain synchronises
};

// Why this is no execution at all, whatever the model: a sentence, or "" if it is one.
std::string WhyMalformed(const Execution& execution);

// The axioms that a well-formed execution violates, in this order:
//   kRc11  "coherence", "atomicity", "no thin air", "psc"
//   kSc    "sc", "atomicity"
std::vector<std::string> Violated(const Execution& execution, Model model);

// "" if the execution is consistent, else WhyMalformed's sentence or the first violated axiom.
std::string WhyInconsistent(const Execution& execution, Model model);

// Whether two accesses of different fibers to one location, one of them a write and one of them
// plain, are not ordered by happens-before. The execution is well-formed.
bool HasRace(const Execution& execution, Model model);

}  // namespace axioms

#endif  // TESTS_AXIOMS_AXIOMS_H_
