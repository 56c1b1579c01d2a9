// All judges of the exhaustive search in one sentence: what they have against it.
#ifndef TESTS_EXPLORE_JUDGE_H_
#define TESTS_EXPLORE_JUDGE_H_

#include <string>

namespace judge {

// Compares the search with known counts, with the plain enumerator on random programs, and its
// classes with the full search; the first difference, or nothing. Takes a few seconds.
std::string Objection();

}  // namespace judge

#endif  // TESTS_EXPLORE_JUDGE_H_
