#ifndef TESTS_HOUSE_SOURCE_TREE_H_
#define TESTS_HOUSE_SOURCE_TREE_H_

#include <string>
#include <string_view>
#include <vector>

namespace house {

// A file of this repository, read as data.
struct SourceFile {
  std::string path;  // from the repository's root, e.g. "sim/fiber/fiber.h"
  std::string text;
};

// Every file of the repository in the order of their paths, but for what .gitignore names.
//
// It is the real tree, found through the WORKSPACE among the test's runfiles, and not a list of
// Bazel's: a file that no target names must be seen too. So Bazel can't know when a test that calls
// this is out of date, and the test is tagged "external" (never cached) and "local".
std::vector<SourceFile> ReadTree();

// The names at the top level of the repository, sorted, without what .gitignore names.
std::vector<std::string> TopLevel();

// The lines of `text` without their ends.
std::vector<std::string> Lines(std::string_view text);

// "sim" of "sim/fiber/fiber.h"; "" for a file at the top.
std::string Folder(std::string_view path);

}  // namespace house

#endif  // TESTS_HOUSE_SOURCE_TREE_H_
