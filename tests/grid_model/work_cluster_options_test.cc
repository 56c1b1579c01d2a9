// The page's command line, and a sentence for everything else.

#include "grid_model/work_cluster_options.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace grid_model {
namespace {

using testing::ElementsAre;

WorkClusterOptions Parsed(const std::vector<std::string>& args) {
  const auto options = ParseWorkCluster(args);
  EXPECT_TRUE(options.ok()) << std::string(options.status().message());
  return options.value_or(WorkClusterOptions());
}

std::string Sentence(const std::vector<std::string>& args) {
  const auto options = ParseWorkCluster(args);
  EXPECT_EQ(options.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(options.status().message());
}

TEST(WorkClusterOptions, WithoutArgumentsAreThePages) {
  const WorkClusterOptions options = Parsed({});
  EXPECT_EQ(options.cores, 119u);
  EXPECT_EQ(options.count, 30u);
  EXPECT_EQ(options.limit, 1'000'000u);
  EXPECT_EQ(options.max_rounds, 1000u);
  EXPECT_THAT(options.clusters, ElementsAre(1));
  EXPECT_THAT(options.paths, ElementsAre("cpu"));
}

TEST(WorkClusterOptions, EveryOptionOfThePageIsRead) {
  const WorkClusterOptions options =
      Parsed({"--paths", "cpu", "--cores", "100", "--count", "29", "--limit", "5", "--max-rounds",
              "7", "--clusters", "3", "1", "2"});
  EXPECT_EQ(options.cores, 100u);
  EXPECT_EQ(options.count, 29u);
  EXPECT_EQ(options.limit, 5u);
  EXPECT_EQ(options.max_rounds, 7u);
  EXPECT_THAT(options.clusters, ElementsAre(3, 1, 2));
  EXPECT_EQ(CoresPerLoop(options), 33u);
}

TEST(WorkClusterOptions, AnEqualsSignWillDo) {
  EXPECT_EQ(Parsed({"--cores=31", "--max-rounds=0"}).cores, 31u);
  EXPECT_THAT(Parsed({"--clusters=2"}).clusters, ElementsAre(2));
}

TEST(WorkClusterOptions, ALimitIsAn64BitWord) {
  EXPECT_EQ(Parsed({"--limit", "18446744073709551615"}).limit, UINT64_MAX);
  EXPECT_EQ(Parsed({"--limit", "-5"}).limit, UINT64_MAX - 4);
  EXPECT_EQ(Parsed({"--limit", "-9223372036854775808"}).limit, uint64_t{1} << 63);
}

TEST(WorkClusterOptions, AnUnknownOptionIsNamedWithTheNearest) {
  EXPECT_EQ(Sentence({"--corse", "3"}),
            "unknown option --corse (did you mean --cores?); allowed: --paths --cores --count "
            "--limit --max-rounds --clusters");
  EXPECT_EQ(Sentence({"--max-round=3"}),
            "unknown option --max-round (did you mean --max-rounds?); allowed: --paths --cores "
            "--count --limit --max-rounds --clusters");
  EXPECT_EQ(Sentence({"--verbosity"}),
            "unknown option --verbosity; allowed: --paths --cores --count --limit --max-rounds "
            "--clusters");
}

TEST(WorkClusterOptions, AStrayArgumentIsNamed) {
  EXPECT_EQ(Sentence({"119"}),
            "'119' belongs to no option; allowed: --paths --cores --count --limit --max-rounds "
            "--clusters");
}

TEST(WorkClusterOptions, AnOptionGivenTwiceIsNamed) {
  EXPECT_EQ(Sentence({"--cores", "3", "--cores=4"}), "--cores is given twice; give it once");
}

TEST(WorkClusterOptions, ANumberMustBeWholeAndInRange) {
  for (const std::string bad :
       {"0", "4097", "-3", "+3", "3.5", "0x10", "many", "", " 3", "99999999999999999999"}) {
    EXPECT_EQ(Sentence({"--cores", bad}),
              "--cores can't be '" + bad + "'; allowed: a whole number from 1 to 4096");
  }
  EXPECT_EQ(Sentence({"--max-rounds", "1000001"}),
            "--max-rounds can't be '1000001'; allowed: a whole number from 0 to 1000000");
  for (const std::string bad : {"18446744073709551616", "-9223372036854775809", "-", "1e6"}) {
    EXPECT_EQ(Sentence({"--limit", bad}),
              "--limit can't be '" + bad +
                  "'; allowed: a whole number from 0 to 2^64 - 1 (-5 stands for 2^64 - 5)");
  }
}

TEST(WorkClusterOptions, AnOptionOfOneValueTakesOne) {
  EXPECT_EQ(Sentence({"--count"}),
            "--count takes one value, not none; allowed: a whole number from 1 to 4096");
  EXPECT_EQ(Sentence({"--count", "1", "2"}),
            "--count takes one value, not '1 2'; allowed: a whole number from 1 to 4096");
}

TEST(WorkClusterOptions, APathThatIsNotThereYetSaysSo) {
  EXPECT_EQ(Sentence({"--paths", "cpu", "hostfed"}),
            "--paths can't have 'hostfed', which is not there yet; allowed: cpu");
  EXPECT_EQ(Sentence({"--paths", "thread"}),
            "--paths can't have 'thread', which is not there yet; allowed: cpu");
  EXPECT_EQ(Sentence({"--paths", "gpu"}), "--paths can't have 'gpu'; allowed: cpu");
  EXPECT_EQ(Sentence({"--paths"}), "--paths needs a value; allowed: cpu");
  EXPECT_EQ(Sentence({"--paths", "cpu", "cpu"}),
            "--paths has cpu twice; allowed: each of cpu at most once");
}

TEST(WorkClusterOptions, AClusterIsOneTwoOrThree) {
  EXPECT_EQ(Sentence({"--clusters", "1", "4"}), "--clusters can't have '4'; allowed: 1 2 3");
  EXPECT_EQ(Sentence({"--clusters", "01"}), "--clusters can't have '01'; allowed: 1 2 3");
  EXPECT_EQ(Sentence({"--clusters", "2", "2"}),
            "--clusters has 2 twice; allowed: each of 1 2 3 at most once");
  EXPECT_EQ(Sentence({"--clusters"}), "--clusters needs a value; allowed: 1 2 3");
}

TEST(WorkClusterOptions, AStepMustFitIntoALoopsCores) {
  EXPECT_EQ(
      Sentence({"--count", "120"}),
      "--count can't be 120 with 119 cores in 1 partition; allowed: 1 to 119, a loop's cores");
  EXPECT_EQ(Sentence({"--count", "40", "--clusters", "1", "2", "3"}),
            "--count can't be 40 with 119 cores in 3 partitions; allowed: 1 to 39, a loop's cores");
  EXPECT_EQ(Sentence({"--cores", "2", "--count", "1", "--clusters", "1", "2", "3"}),
            "--cores can't be 2 with 3 clusters; allowed: at least one core for each");
}

}  // namespace
}  // namespace grid_model
