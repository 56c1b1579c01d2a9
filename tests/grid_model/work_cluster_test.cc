// The page's script: its figures, its JSON line, and which cores a loop gets.

#include "grid_model/work_cluster.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace grid_model {
namespace {

using nlohmann::json;

json Line(const WorkClusterOptions& options) {
  const WorkClusterReport report = RunWorkCluster(options);
  EXPECT_EQ(report.json.find('\n'), std::string::npos);
  const json line = json::parse(report.json);
  EXPECT_EQ(line["ok"], report.ok);
  return line;
}

TEST(WorkCluster, TheDefaultsGiveThePagesFiguresOnOneLine) {
  EXPECT_EQ(RunWorkCluster({}).json,
            R"({"replay_1":{"cores":119,"base":0,"code":0,"rounds":204,"commands":408,)"
            R"("sum":1004917,"trail":"bae75be742158a66","distinct_groups":5},)"
            R"("cpu":{"1":{"same_as_numpy":true,"same_commands":true,"state_wrong":0}},)"
            R"("ok":true})");
}

TEST(WorkCluster, ThreeClustersGiveThePagesRounds) {
  const json line = Line({.clusters = {1, 2, 3}});
  EXPECT_EQ(line["replay_1"]["rounds"], 239);
  EXPECT_EQ(line["replay_2"]["rounds"], 203);
  EXPECT_EQ(line["replay_3"]["rounds"], 176);
  for (const char* cluster : {"1", "2", "3"}) {
    EXPECT_EQ(line["cpu"][cluster],
              json({{"same_as_numpy", true}, {"same_commands", true}, {"state_wrong", 0}}));
  }
  EXPECT_EQ(line["ok"], true);
}

TEST(WorkCluster, TheCoresAreSplitIntoEqualPartitions) {
  const std::vector<ReplayLoop> loops = LoopsOf({.clusters = {1, 2, 3}});
  ASSERT_EQ(loops.size(), 3u);
  for (const ReplayLoop& loop : loops) EXPECT_EQ(loop.cores, 39u);
  EXPECT_EQ(loops[0].base, 0u);
  EXPECT_EQ(loops[1].base, 39u);
  EXPECT_EQ(loops[2].base, 78u);
}

TEST(WorkCluster, OneClusterAloneHasAllCores) {
  const json line = Line({.clusters = {2}});
  EXPECT_EQ(line["replay_2"]["base"], 0);
  EXPECT_EQ(line["replay_2"]["rounds"], 204);
  EXPECT_EQ(line["replay_2"]["sum"], 1004917);
  EXPECT_FALSE(line.contains("replay_1"));
}

TEST(WorkCluster, NoEndWithinTheRoundsIsStillAMatch) {
  const json line = Line({.max_rounds = 203});
  EXPECT_EQ(line["replay_1"]["code"], 2);
  EXPECT_EQ(line["replay_1"]["rounds"], 203);
  EXPECT_EQ(line["replay_1"]["sum"], 996802);
  EXPECT_EQ(line["ok"], true);
}

TEST(WorkCluster, NoRoundIsNoCommand) {
  const json line = Line({.max_rounds = 0});
  EXPECT_EQ(line["replay_1"]["commands"], 0);
  EXPECT_EQ(line["replay_1"]["trail"], "cbf29ce484222325");
  EXPECT_EQ(line["ok"], true);
}

TEST(WorkCluster, ACountWithManyGroupsSaysHowMany) {
  EXPECT_EQ(Line({.count = 31})["replay_1"]["distinct_groups"], 78);
}

}  // namespace
}  // namespace grid_model
