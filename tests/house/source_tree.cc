#include "tests/house/source_tree.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace house {
namespace {

namespace fs = std::filesystem;

fs::path Root() {
  const fs::path root = fs::canonical("WORKSPACE").parent_path();
  if (!fs::exists(root / ".bazelignore")) {
    throw std::runtime_error(root.string() + " is a copy of some sources, not the repository");
  }
  return root;
}

bool Ignored(const std::string& name) {
  constexpr std::string_view kIgnored[] = {".git",         ".bazel",      "compile_commands.json",
                                           "node_modules", "__pycache__", ".vscode"};
  return std::find(std::begin(kIgnored), std::end(kIgnored), name) != std::end(kIgnored) ||
         name.starts_with("bazel-");
}

}  // namespace

std::vector<SourceFile> ReadTree() {
  const fs::path root = Root();
  std::vector<SourceFile> files;
  for (auto it = fs::recursive_directory_iterator(root); it != fs::end(it); ++it) {
    if (Ignored(it->path().filename().string())) {
      it.disable_recursion_pending();
    } else if (it->is_regular_file()) {
      std::ostringstream text;
      text << std::ifstream(it->path(), std::ios::binary).rdbuf();
      files.push_back({it->path().lexically_relative(root).string(), text.str()});
    }
  }
  std::sort(files.begin(), files.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return files;
}

std::vector<std::string> TopLevel() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(Root())) {
    const std::string name = entry.path().filename().string();
    if (!Ignored(name)) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> Lines(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string Folder(std::string_view path) {
  const std::size_t slash = path.find('/');
  return std::string(slash == std::string_view::npos ? "" : path.substr(0, slash));
}

}  // namespace house
