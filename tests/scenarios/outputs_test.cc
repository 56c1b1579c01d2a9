// What is kept: --out, --json, --junit, and Bazel's folder of outputs.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "scenarios/exit_status.h"
#include "tests/scenarios/said.h"

namespace scenarios {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class Outputs : public testing::Test {
 protected:
  Outputs()
      : folder_(fs::path(testing::TempDir()) /
                testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::create_directories(folder_);
  }
  ~Outputs() override { fs::remove_all(folder_); }

  std::string Read(const std::string& name) const {
    std::ifstream file(folder_ / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  nlohmann::json Json(const std::string& name) const { return nlohmann::json::parse(Read(name)); }
  std::vector<std::string> Files() const {
    std::vector<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      if (entry.is_regular_file()) files.push_back(fs::relative(entry.path(), folder_).string());
    }
    return files;
  }

  const fs::path folder_;
};

constexpr char kAlways[] = "small/broken/R1-";

TEST_F(Outputs, AFailureHasAFolderByScenarioAndSignature) {
  const Said said =
      Say(Still(Small()), {"run", "small/broken", "--out=" + (folder_ / "new").string()});
  EXPECT_EQ(said.status, kRuleBroken);
  const std::string signature = Json("new/summary.json")["outcomes"][0]["failure"]["signature"];
  const std::string place = "new/small/broken/" + signature + "/";
  EXPECT_THAT("small/broken/" + signature, testing::StartsWith(kAlways));
  EXPECT_THAT(Files(), UnorderedElementsAre("new/summary.json", place + "failure.txt",
                                            place + "failure.json", place + "schedule.txt"));
  EXPECT_THAT(said.out, HasSubstr(Read(place + "failure.txt")));
  EXPECT_EQ(Read(place + "schedule.txt"), "small/broken\n");
}

TEST_F(Outputs, AScheduleHasOneChoiceALine) {
  Say(Still(Demos()), {"run", "demo/message_passing", "--set=messages=1", "--mutant=101",
                       "--explorer=enumerate", "--out=" + folder_.string()});
  for (const std::string& file : Files()) {
    if (!file.ends_with("schedule.txt")) continue;
    EXPECT_EQ(Read(file),
              "demo/message_passing?messages=1&mutant=relaxed-publish\n"
              "f0/2 a fiber\n");
  }
}

TEST_F(Outputs, NumbersAreStringsInJson) {
  Say(Still(Small()), {"run", "small/pass", "--seed=18446744073709551615", "--executions=3",
                       "--json=" + (folder_ / "json").string()});
  const nlohmann::json json = Json("json");
  EXPECT_EQ(json["seed"], "18446744073709551615");
  EXPECT_EQ(json["status"], "0");
  const nlohmann::json& outcome = json["outcomes"][0];
  EXPECT_EQ(outcome["scenario"], "small/pass");
  EXPECT_EQ(outcome["parameters"]["n"], "1");
  EXPECT_EQ(outcome["memory"], "rc11");
  EXPECT_EQ(outcome["verdict"], "pass");
  EXPECT_EQ(outcome["as_promised"], true);
  EXPECT_EQ(outcome["executions"], "3");
  EXPECT_EQ(outcome["marks"][0]["name"], "the sun");
  EXPECT_EQ(outcome["marks"][0]["executions"], "3");
  EXPECT_FALSE(outcome.contains("failure"));
}

TEST_F(Outputs, AFailureIsWholeInJson) {
  Say(Still(Demos()), {"run", "demo/bank", "--mutant=own-lock-first", "--out=" + folder_.string()});
  for (const std::string& file : Files()) {
    if (!file.ends_with("failure.json")) continue;
    const nlohmann::json json = Json(file);
    EXPECT_EQ(json["mutant"], "own-lock-first");
    EXPECT_EQ(json["number"], "104");
    EXPECT_EQ(json["verdict"], "deadlock");
    EXPECT_EQ(json["confirmed"], "3");
    EXPECT_EQ(json["fibers"], nlohmann::json({"main", "ann", "bob"}));
    EXPECT_EQ(json["steps"][0]["step"], "1");
    EXPECT_EQ(json["steps"][0]["fiber"], "main");
    EXPECT_EQ(json["steps"][0]["text"], "starts ann");
  }
}

TEST_F(Outputs, CheckKeepsOnlyWhatIsNotAsPromised) {
  Say(Still(Small()), {"check", "--executions=20", "--out=" + folder_.string(),
                       "--junit=" + (folder_ / "junit.xml").string()});
  int failures = 0;
  for (const std::string& file : Files()) {
    if (file.ends_with("failure.txt")) ++failures;
  }
  EXPECT_EQ(failures, 3);  // small/other, small/broken and small/restless
  const std::string xml = Read("junit.xml");
  EXPECT_THAT(xml, HasSubstr("tests=\"8\" failures=\"5\""));
  EXPECT_THAT(xml, HasSubstr("<testcase classname=\"small/pass\" name=\"small/pass\"></testcase>"));
  EXPECT_THAT(xml, HasSubstr("name=\"small/pass?n=2&amp;mutant=found\"></testcase>"));
  EXPECT_THAT(xml, HasSubstr("<failure message=\"pass, but missed 'the moon'\">"));
}

TEST_F(Outputs, GraphsAreInTheSummaryOfACheck) {
  Say(Still(Small()),
      {"check", "small/caller", "--executions=20", "--json=" + (folder_ / "json").string()});
  const nlohmann::json outcome = Json("json")["outcomes"][0];
  EXPECT_EQ(outcome["executions"], "40");
  EXPECT_EQ(outcome["exhaustive"], true);
  EXPECT_EQ(outcome["covered"], "exhaustive");
  EXPECT_EQ(
      outcome["graphs"],
      nlohmann::json({{"visited", "2"}, {"all", true}, {"found_after", "2"}, {"remark", ""}}));
}

TEST_F(Outputs, StatesAreInTheSummaryOfACheck) {
  Say(Still(Demos()),
      {"check", "demo/tickets", "--executions=20", "--json=" + (folder_ / "json").string()});
  const nlohmann::json states = Json("json")["outcomes"][0]["states"];
  EXPECT_EQ(states["visited"], "5");
  EXPECT_EQ(states["all"], true);
  EXPECT_EQ(states["found_after"], "0");
}

TEST_F(Outputs, NothingIsWrittenUnlessAsked) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  Say(Still(Small()), {"run", "small/broken"});
  Say(Still(Small()), {"check", "--executions=5"});
  fs::current_path(before);
  EXPECT_THAT(Files(), IsEmpty());
}

TEST_F(Outputs, BazelsFolderIsAsked) {
  const Environment bazel = Still(Small(), {{"TEST_UNDECLARED_OUTPUTS_DIR", folder_.string()}});
  Say(bazel, {"run", "small/pass", "--executions=1"});
  EXPECT_THAT(Files(), ElementsAre("summary.json"));
}

}  // namespace
}  // namespace scenarios
