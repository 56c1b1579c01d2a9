// A folder for what one test lets the program write.
#ifndef TESTS_SCENARIOS_FOLDER_H_
#define TESTS_SCENARIOS_FOLDER_H_

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace scenarios {

class Folder {
 public:
  Folder()
      : path_(std::filesystem::path(testing::TempDir()) /
              (testing::UnitTest::GetInstance()->current_test_info()->name() +
               std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string Path(const std::string& name) const { return (path_ / name).string(); }
  bool Has(const std::string& name) const { return std::filesystem::exists(path_ / name); }
  std::string Read(const std::string& name) const {
    std::ifstream file(path_ / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // Returns the path.
  std::string Write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return Path(name);
  }
  // Of the only case of a summary.
  nlohmann::ordered_json Outcome(const std::string& name) const {
    return nlohmann::ordered_json::parse(Read(name))["outcomes"][0];
  }

 private:
  const std::filesystem::path path_;
};

}  // namespace scenarios

#endif  // TESTS_SCENARIOS_FOLDER_H_
