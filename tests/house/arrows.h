#ifndef TESTS_HOUSE_ARROWS_H_
#define TESTS_HOUSE_ARROWS_H_

#include <string>
#include <string_view>
#include <vector>

#include "tests/house/source_tree.h"

namespace house {

// The folder arrows of ARCHITECTURE.md: true if files of folder `from` may use those of folder
// `to`.
bool MayUse(std::string_view from, std::string_view to);

// The folders that the arrows join.
std::vector<std::string> Folders();

// What in `file`, a C or C++ source or a BUILD file, breaks the arrows: one sentence each.
//
//   a source   includes only files of folders that its own may use, and C code (.c files, headers
//              with extern "C") of grid_model only its own and the C library's
//   BUILD      names only labels of folders that its own may use, and its packages are visible to
//              their users alone: default_visibility = ["//:<folder>_users"], nothing else
std::vector<std::string> AgainstArrows(const SourceFile& file);

}  // namespace house

#endif  // TESTS_HOUSE_ARROWS_H_
