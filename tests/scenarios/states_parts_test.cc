// railyard run --explorer=states in parts: it goes on where it was ended, in shards, and is merged.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "scenarios/all_scenarios.h"
#include "scenarios/exit_status.h"
#include "sim/sim.h"
#include "tests/scenarios/parts.h"

namespace scenarios {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Args = std::vector<std::string>;

// What only one of 512 ways shows: that a fiber comes back to a state of its own.
void LearnsLate() {
  sim::atomic<int> x(0, "x"), y(0, "y");
  sim::fiber a("a", [&] {
    const std::uint32_t number = 8 * (8 * sim::choose(8) + sim::choose(8)) + sim::choose(8);
    x.fetch_add(1);
    if (number == 0355) {
      sim::local_state(0);
      y.fetch_add(1);
    }
  });
  sim::fiber b("b", [&] {
    for (int i = 0; i < 3; ++i) x.fetch_add(2);
  });
}

class StatesParts : public Parts {
 protected:
  StatesParts() : Parts(AllScenarios(), {"--explorer=states", "--selfcheck=0"}) {}
  // As long as there is a line to paste; counts them.
  Said GoOn(Said said, int& stops) {
    for (std::string line; !(line = Behind("resume: ", said.out)).empty(); ++stops) {
      EXPECT_EQ(said.status, kCut);
      said = Paste(environment_, line);
    }
    return said;
  }
  Said RunShard(const std::string& name, const Args& args) override {
    int stops = 0;
    return GoOn(Run(name, args), stops);
  }
};

TEST_F(StatesParts, ARunThatIsEndedAHundredTimesComesToWhatOneComesTo) {
  const Said one = Run("one", {"rail/many_callers"});
  EXPECT_THAT(one.out, HasSubstr("4515 states"));
  int stops = 0;
  const Said last = GoOn(Run("parts", {"rail/many_callers", "--executions=40"}), stops);
  EXPECT_GT(stops, 100);
  EXPECT_EQ(last.out, one.out);
  EXPECT_EQ(last.status, one.status);
  EXPECT_EQ(folder_.Read("parts"), folder_.Read("one"));
  EXPECT_FALSE(folder_.Has("parts.states.new"));
}

TEST_F(StatesParts, SoDoesOneWithAFinding) {
  for (const std::string jobs : {"--jobs=1", "--jobs=2"}) {
    const Said one = Run("one", {"rail/many_callers", "--mutant=22"});
    EXPECT_EQ(one.status, kDeadlock);
    int stops = 0;
    const Args args = {"rail/many_callers", "--mutant=22", "--executions=60", jobs};
    EXPECT_EQ(GoOn(Run("parts", args), stops).out, one.out);
    EXPECT_GT(stops, 3);
  }
}

TEST_F(StatesParts, CtrlCAndTimeGiveTheLine) {
  auto calls = std::make_shared<std::atomic<int>>(0);
  environment_.interrupted = [calls] { return ++*calls >= 3; };
  const Said stopped = Run("a", {"rail/many_callers"});
  EXPECT_EQ(stopped.status, kCut);
  EXPECT_THAT(stopped.out, HasSubstr("many_callers?memory=sc: interrupted; "));
  EXPECT_EQ(Behind("resume: ", stopped.out),
            "./railyard run rail/many_callers --explorer=states --selfcheck=0 --json=" +
                folder_.Path("a") + " --resume=@" + folder_.Path("a") + ".states");
  environment_.interrupted = [] { return false; };
  EXPECT_THAT(Paste(environment_, Behind("resume: ", stopped.out)).out,
              HasSubstr("exhaustive, 4515 states"));
  environment_.now_ms = [now = std::make_shared<std::atomic<std::int64_t>>(0)] { return ++*now; };
  EXPECT_THAT(Run("a", {"rail/many_callers", "--time=4ms"}).out,
              HasSubstr("resume: ./railyard run rail/many_callers --explorer=states --time=4ms"));
}

TEST_F(StatesParts, WithoutAPlaceToKeepThemThereIsNoLine) {
  const Said said =
      Say(environment_, {"run", "rail/many_callers", "--explorer=states", "--executions=40"});
  EXPECT_THAT(said.out, HasSubstr("\nnothing was kept to go on with: that needs --out=DIR or "));
  EXPECT_THAT(said.out, Not(HasSubstr("resume:")));
}

TEST_F(StatesParts, AllShardsComeToWhatOneRunComesTo) {
  for (const Args& args : {Args{"rail/many_callers"}, Args{"demo/bank"},
                           Args{"rail/many_callers", "--reduction=none", "--jobs=2"}}) {
    const Said one = Run("one", args);
    for (const int count : {2, 3, 7}) ExpectMerged(one, RunShards(count, args));
  }
}

TEST_F(StatesParts, ShardsMayBeEndedAndGoOn) {
  const Said one = Run("one", {"rail/many_callers"});
  Args names = RunShards(2, {"rail/many_callers", "--executions=1500"});
  ExpectMerged(one, names);
  // So far:
  Run("a", {"rail/many_callers", "--executions=1500", "--shard=2/2"});
  const Said so_far = MergeFiles("merged", {names[0], "a"});
  EXPECT_EQ(so_far.status, kCut);
  EXPECT_THAT(so_far.out, HasSubstr("cut before every execution was visited; "));
  const std::string line = Behind("resume: ", so_far.out);
  EXPECT_THAT(line, HasSubstr("--shard=2/2 --json=" + folder_.Path("a") + " --resume=@"));
  Paste(environment_, line);
  ExpectMerged(one, {"a", names[0]});
  // A run that went on tells of all before it, which may be there too.
  Run("b", {"rail/many_callers", "--executions=1500", "--shard=2/2"});
  ExpectMerged(one, {"b", "a", names[0]});
}

TEST_F(StatesParts, AFindingOfOneShardIsTold) {
  const Said one = Run("one", {"demo/bank", "--mutant=own-lock-first"});
  const Said merged = MergeFiles("merged", RunShards(3, {"demo/bank", "--mutant=own-lock-first"}));
  EXPECT_EQ(merged.status, one.status);
  EXPECT_THAT(merged.out, HasSubstr(" states, confirmed 3/3\n"));
  EXPECT_THAT(merged.out, HasSubstr("\nreplay: ./railyard replay 'demo/bank?"));
  EXPECT_EQ(folder_.Outcome("merged")["verdict"], folder_.Outcome("one")["verdict"]);
}

TEST_F(StatesParts, ShardsThatLearnedDifferentThingsBeginWithAllOfIt) {
  environment_ = Still({{Plain("large/learns", LearnsLate)}, {}, {}});
  const Said one = Run("one", {"large/learns"});
  const Args names = RunShards(3, {"large/learns"});
  const std::string err = Refused(MergeFiles("merged", names));
  EXPECT_THAT(err, StartsWith("railyard merge: the shards learned different things of the program, "
                              "so that their states are not those of one search; allowed: the "
                              "summaries of 3 runs that begin with what all know: ./railyard run "
                              "large/learns --explorer=states --shard=1/3 --resume=s1:"));
  const std::string begin = Behind("--resume=", err.substr(0, err.find(", and so on")));
  ExpectMerged(one, RunShards(3, {"large/learns", "--resume=" + begin}));
  // Bazel's shards are alone, and say so.
  int learned = 0;
  for (const std::string index : {"0", "1", "2"}) {
    environment_ = Still({{Plain("large/learns", LearnsLate)}, {}, {}},
                         {{"TEST_TOTAL_SHARDS", "3"}, {"TEST_SHARD_INDEX", index}});
    const Said said = Run("bazel", {"large/learns"});
    const bool alone = said.status == kCut;
    learned += alone;
    const std::string start = "run all shards with what this one learned: --resume=s1:";
    EXPECT_EQ(alone, said.out.find(start) != std::string::npos) << said.out;
    EXPECT_EQ(Run("bazel", {"large/learns", "--resume=" + begin}).status, kAsExpected);
  }
  EXPECT_GT(learned, 0);
}

TEST_F(StatesParts, WhatDoesNotFitIsRefused) {
  const std::string a = folder_.Path("a.states");
  auto resumed = [&](Args args, const std::string& from) {
    args.push_back("--resume=" + from);
    return Refused(Run("b", args));
  };
  Run("a", {"rail/many_callers", "--executions=40"});
  EXPECT_THAT(resumed({"rail/failure"}, "@" + a),
              HasSubstr("a.states' is of rail/many_callers?memory=sc; allowed: one of "
                        "rail/failure?memory=sc\n"));
  EXPECT_THAT(resumed({"rail/many_callers", "--shard=1/2"}, "@" + a),
              HasSubstr("; allowed: one of rail/many_callers?memory=sc --shard=1/2\n"));
  EXPECT_THAT(resumed({"rail/many_callers", "--reduction=none"}, "@" + a),
              HasSubstr("; allowed: one of rail/many_callers?memory=sc --reduction=none\n"));
  EXPECT_THAT(resumed({"rail/many_callers"}, "@none"), HasSubstr("'none.states' can't be read"));
  EXPECT_THAT(resumed({"rail/many_callers"}, "x1:4:"), HasSubstr("--resume can't be 'x1:4:'"));
  EXPECT_THAT(resumed({"rail/many_callers"}, "s1:AAAA"), HasSubstr("is nothing that a states"));
  EXPECT_THAT(resumed({"rail/many_callers", "--order=breadth"}, "@" + a),
              HasSubstr("--resume means nothing with --order=breadth; allowed: --order=depth"));
  const std::string bytes = folder_.Read("a.states");
  folder_.Write("a.states", bytes.substr(0, bytes.size() / 2));
  EXPECT_THAT(resumed({"rail/many_callers"}, "@" + a), HasSubstr("' is damaged, or a part of it"));
  folder_.Write("a.states", "{}");
  EXPECT_THAT(resumed({"rail/many_callers"}, "@" + a), HasSubstr("' is nothing that a states"));
  // Another program of that name: only the search finds that it is not where it was.
  folder_.Write("a.states", bytes);
  environment_ = Still({{Plain("rail/many_callers", LearnsLate)}, {}, {}});
  const Said said = Run("b", {"rail/many_callers", "--resume=@" + a});
  EXPECT_EQ(said.status, kDiverged);
  EXPECT_THAT(said.err, HasSubstr("--resume: what was visited does not fit the program"));
}

TEST_F(StatesParts, SummariesThatMakeNoWholeAreRefused) {
  const Args names = RunShards(2, {"demo/bank"});
  EXPECT_THAT(Refused(MergeFiles("m", {names[1]})), HasSubstr("shard 1 of 2 is missing; allowed"));
  EXPECT_THAT(Refused(MergeFiles("m", {names[0], names[0], names[1]})),
              HasSubstr("' is of the same part as '"));
  Run("one", {"demo/bank"});
  EXPECT_THAT(Refused(MergeFiles("m", {"one"})),
              HasSubstr("is of a run by states without --shard"));
  Say(environment_,
      {"run", "demo/bank", "--explorer=exhaustive", "--json=" + folder_.Path("graphs")});
  EXPECT_THAT(Refused(MergeFiles("m", {names[0], "graphs"})), HasSubstr("graphs' is of graphs"));
  EXPECT_THAT(Refused(MergeFiles("m", {"graphs", names[0]})), HasSubstr("of a search by states"));
  folder_.Write(names[0] + ".states", folder_.Read(names[1] + ".states"));
  EXPECT_THAT(Refused(MergeFiles("m", names)), HasSubstr("; allowed: one of demo/bank?memory=sc"));
  std::filesystem::remove(folder_.Path(names[0] + ".states"));
  EXPECT_THAT(Refused(MergeFiles("m", names)), HasSubstr(".states' can't be read; allowed: what"));
}

}  // namespace
}  // namespace scenarios
