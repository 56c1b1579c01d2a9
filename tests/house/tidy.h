#ifndef TESTS_HOUSE_TIDY_H_
#define TESTS_HOUSE_TIDY_H_

#include <string>
#include <vector>

#include "tests/house/source_tree.h"

namespace house {

// What in `file` breaks the house rules that a single file can break: one sentence each, with the
// line. Which rules apply follows from the path; ARCHITECTURE.md says why they are there.
//
//   .h .cc .c   at most 400 lines, headers 200; no function of more than 70; no #define but the
//               include guard (named after the path) and the sanitizer switches; no clock and no
//               randomness but the engine's own
//   code        at most 100 columns
//   .md         exactly one title
//   every file  no path of the machine that it was written on
std::vector<std::string> Untidy(const SourceFile& file);

// The names of `top_level` that have no business at the top of the repository.
std::vector<std::string> Strangers(const std::vector<std::string>& top_level);

}  // namespace house

#endif  // TESTS_HOUSE_TIDY_H_
