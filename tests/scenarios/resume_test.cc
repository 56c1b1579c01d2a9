// railyard run --resume: a search that was ended goes on, and says how; Bazel's shards.

#include "scenarios/program/resume.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "scenarios/exit_status.h"
#include "sim/sim.h"
#include "tests/scenarios/folder.h"
#include "tests/scenarios/said.h"

namespace scenarios {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Args = std::vector<std::string>;

Catalog Chosen() {
  Scenario ten = Plain("small/ten", nullptr);
  ten.parameters = {{"n", 10, 1, 20, "choices"}};
  ten.make = [](const Values& values, const Mutant*) -> std::function<void()> {
    return [n = static_cast<std::uint32_t>(values.at("n"))] { sim::choose(n); };
  };
  return {{ten, Plain("small/other", [] { sim::choose(2) == 0 ? sim::choose(3) : sim::choose(4); }),
           Plain("small/broken",
                 [] {
                   if (sim::choose(10) == 5) sim::fail("R1", "five");
                 }),
           // Only where the last choice is made is there anything to be learned.
           Plain("large/learns",
                 [] {
                   enum class Class { kReached };
                   std::uint32_t number = 0;
                   for (int i = 0; i < 4; ++i) number = number * 8 + sim::choose(8);
                   sim::atomic<int> count(0, "count");
                   const auto order =
                       number == 03526 ? std::memory_order_seq_cst : std::memory_order_release;
                   sim::fiber writer("writer", [&] { count.store(1, order); });
                   count.await(
                       [](int v) { return v > 0 ? std::optional(Class::kReached) : std::nullopt; },
                       std::memory_order_acquire);
                 })},
          {},
          {}};
}

const Args kTen = {"run", "small/ten", "--explorer=exhaustive"};

Args With(Args args, const Args& more) {
  args.insert(args.end(), more.begin(), more.end());
  return args;
}

TEST(Resume, TheLineGoesOnWithTheSameOptions) {
  const Environment ten = Still(Chosen());
  const Said first = Say(ten, With(kTen, {"--executions=4", "--set=n=11", "--memory=sc",
                                          "--faults=2", "--reduction=none", "--jobs=1"}));
  EXPECT_EQ(first.status, kCut);
  const std::string line = Behind("resume: ", first.out);
  EXPECT_THAT(line, StartsWith("./railyard run small/ten --explorer=exhaustive --set=n=11 "
                               "--memory=sc --faults=2 --reduction=none --executions=4 --jobs=1 "
                               "--resume=x1:4:"));
  const Said second = Paste(ten, line);
  EXPECT_EQ(second.status, kCut);
  EXPECT_THAT(second.out, HasSubstr("cut before every execution was visited; 4 executions (each "
                                    "graph once) after 4 of earlier runs, marks"));
  const Said third = Paste(ten, Behind("resume: ", second.out));
  EXPECT_EQ(third.status, kAsExpected);
  EXPECT_THAT(third.out, HasSubstr("pass; 3 executions (each graph once) after 8 of earlier runs, "
                                   "all of the rest, marks"));
  EXPECT_THAT(third.out, Not(HasSubstr("exhaustive")));
  EXPECT_THAT(third.out, Not(HasSubstr("resume:")));
}

TEST(Resume, CtrlCAndTimeGiveTheLineToo) {
  Environment ten = Still(Chosen());
  auto calls = std::make_shared<std::atomic<int>>(0);
  ten.interrupted = [calls] { return ++*calls >= 3; };
  const Said stopped = Say(ten, kTen);
  EXPECT_EQ(stopped.status, kCut);
  EXPECT_THAT(stopped.out, HasSubstr("small/ten: interrupted; "));
  ten.interrupted = [] { return false; };
  EXPECT_THAT(Paste(ten, Behind("resume: ", stopped.out)).out, HasSubstr("all of the rest"));
  ten.now_ms = [now = std::make_shared<std::atomic<std::int64_t>>(0)] { return ++*now; };
  const Said late = Say(ten, With(kTen, {"--time=4ms"}));
  EXPECT_THAT(Behind("resume: ", late.out), HasSubstr(" --time=4ms --resume=x1:"));
}

TEST(Resume, WhatIsOverHasNoLine) {
  const Environment ten = Still(Chosen());
  EXPECT_THAT(Say(ten, kTen).out, Not(HasSubstr("resume:")));
  EXPECT_THAT(Say(ten, {"run", "small/broken", "--explorer=exhaustive"}).out,
              Not(HasSubstr("resume:")));
  EXPECT_THAT(Say(ten, {"run", "small/ten", "--executions=3"}).out, Not(HasSubstr("resume:")));
}

TEST(Resume, TheSummaryOrAFileWithThePositionWillDo) {
  const Folder folder;
  const Environment ten = Still(Chosen());
  const Said first = Say(ten, With(kTen, {"--executions=4", "--json=" + folder.Path("a")}));
  const std::string line = Behind("resume: ", first.out);
  folder.Write("b", line.substr(line.find("x1:")) + "\n");
  for (const std::string file : {"a", "b"}) {
    EXPECT_THAT(Say(ten, With(kTen, {"--resume=@" + folder.Path(file)})).out,
                HasSubstr("pass; 6 executions (each graph once) after 4 of earlier runs"));
  }
}

TEST(Resume, APositionTooLongForALineIsToldByTheSummary) {
  Fragment fragment;
  fragment.result.position = "x1:1:0:0";
  while (fragment.result.position.size() < 200'000) fragment.result.position += ".1.2";
  auto line = [&](const Outputs& outputs) {
    const Catalog catalog = Chosen();
    return ResumeCommand(CaseOf(catalog.scenarios[0]), fragment, Arguments(), outputs);
  };
  const std::string command = "./railyard run small/ten --explorer=exhaustive --resume=";
  EXPECT_EQ(line({.folder = "out", .json = "", .junit = ""}), command + "@out/summary.json");
  EXPECT_EQ(line({.folder = "out", .json = "json", .junit = ""}), command + "@json");
  EXPECT_EQ(line({}), command + fragment.result.position);
}

TEST(Resume, WhatDoesNotFitIsRefused) {
  const Folder folder;
  const Environment ten = Still(Chosen());
  auto refused = [&](const Args& more, int status = kUsage) {
    const Said said = Say(ten, With(kTen, more));
    EXPECT_EQ(said.status, status);
    EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
    return said.err;
  };
  EXPECT_THAT(refused({"--resume=y1:"}),
              StartsWith("railyard run: --resume: a position has \"x\" at its character 1, not "
                         "\"y\"; allowed: what a run printed behind 'resume:', or @FILE"));
  EXPECT_THAT(refused({"--resume=@none"}), HasSubstr("can't read 'none'; allowed: what a run"));
  const std::string line = Behind("resume: ", Say(ten, With(kTen, {"--executions=4"})).out);
  const std::string resume = line.substr(line.find("--resume="));
  EXPECT_THAT(refused({resume, "--memory=sc"}),
              HasSubstr("it is of a search with --memory=rc11; allowed: the same here"));
  EXPECT_THAT(refused({resume, "--reduction=none"}),
              HasSubstr("it is of a search with --reduction=classes; allowed: the same here"));
  EXPECT_THAT(refused({resume, "--shard=1/2"}),
              HasSubstr("it is of a search without --shard; allowed: the same here"));
  Say(ten, With(kTen, {"--executions=4", "--json=" + folder.Path("a")}));
  const std::string file = "--resume=@" + folder.Path("a");
  EXPECT_THAT(refused({file, "--set=n=9"}),
              HasSubstr("a' is of small/ten; allowed: one of small/ten?n=9"));
  EXPECT_THAT(refused({file, "--shard=2/2"}),
              HasSubstr("a' is of a run without --shard; allowed: one of shard 2 of 2"));
  EXPECT_THAT(refused({file, "--keep-going"}), HasSubstr("a' is of a run without --keep-going"));
  Say(ten, With(kTen, {"--json=" + folder.Path("b")}));
  EXPECT_THAT(refused({"--resume=@" + folder.Path("b")}), HasSubstr("left nothing to go on with"));
  // Only the search finds that it is not where it was.
  const Said said = Say(ten, {"run", "small/other", "--explorer=exhaustive", resume});
  EXPECT_EQ(said.status, kDiverged);
  EXPECT_THAT(said.err,
              StartsWith("railyard run: --resume: the position does not fit the program"));
}

// Bazel starts the test once for each shard.
std::map<std::string, std::string> Bazel(const std::string& index, const std::string& file = "") {
  return {
      {"TEST_TOTAL_SHARDS", "3"}, {"TEST_SHARD_INDEX", index}, {"TEST_SHARD_STATUS_FILE", file}};
}

TEST(BazelShards, EachProcessTakesItsPart) {
  const Folder folder;
  std::uint64_t sum = 0;
  for (const std::string index : {"0", "1", "2"}) {
    const Environment shard = Still(Chosen(), Bazel(index, folder.Path("status" + index)));
    const Said said = Say(shard, With(kTen, {"--json=" + folder.Path(index)}));
    EXPECT_EQ(said.status, kAsExpected);
    EXPECT_TRUE(folder.Has("status" + index));
    sum += std::stoull(folder.Outcome(index)["executions"].get<std::string>());
  }
  EXPECT_EQ(sum, 10u);
  EXPECT_THAT(
      Say(Still(Chosen()), {"merge", folder.Path("2"), folder.Path("0"), folder.Path("1")}).out,
      HasSubstr("pass; 10 executions (each graph once), exhaustive"));
}

TEST(BazelShards, OneThatLearnedWhatOthersMayNotKnowIsNoPass) {
  int learned = 0;
  std::string start;
  for (const std::string index : {"0", "1", "2"}) {
    const Said said =
        Say(Still(Chosen(), Bazel(index)), {"run", "large/learns", "--explorer=exhaustive"});
    if (said.status == kAsExpected) continue;
    ++learned;
    EXPECT_EQ(said.status, kCut);
    EXPECT_THAT(said.out,
                HasSubstr("large/learns: the tree of this shard is not that of all others; "));
    start = Behind("run all shards with what this one learned: ", said.out);
  }
  EXPECT_GT(learned, 0);
  for (const std::string index : {"0", "1", "2"}) {
    EXPECT_EQ(
        Say(Still(Chosen(), Bazel(index)), {"run", "large/learns", "--explorer=exhaustive", start})
            .status,
        kAsExpected);
  }
}

TEST(BazelShards, WhatHasNoPartsIsRefused) {
  auto refused = [](std::map<std::string, std::string> variables, const Args& args) {
    const Said said = Say(Still(Chosen(), std::move(variables)), args);
    EXPECT_EQ(said.status, kUsage);
    EXPECT_EQ(said.out, "");
    return said.err;
  };
  EXPECT_EQ(refused(Bazel("0"), {"run", "small/ten"}),
            "railyard run: TEST_TOTAL_SHARDS is 3, which means nothing to 'random'; allowed: "
            "--explorer=exhaustive or states without --shard, or a test without shard_count\n");
  EXPECT_THAT(refused(Bazel("0"), With(kTen, {"--shard=1/3"})), HasSubstr("nothing with --shard;"));
  EXPECT_THAT(refused(Bazel("3"), kTen),
              HasSubstr("TEST_SHARD_INDEX can't be '3'; allowed: 0 to 2"));
  EXPECT_THAT(refused({{"TEST_TOTAL_SHARDS", "x"}}, kTen),
              HasSubstr("TEST_TOTAL_SHARDS can't be 'x'; allowed: 0 to 512"));
  EXPECT_EQ(Say(Still(Chosen(), {{"TEST_TOTAL_SHARDS", "1"}}), {"run", "small/ten"}).status,
            kAsExpected);
}

}  // namespace
}  // namespace scenarios
