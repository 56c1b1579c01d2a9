// railyard merge: shards, and runs that were ended and went on, come to what one run comes to.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
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
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using Args = std::vector<std::string>;

// 4096 executions, of which the one that comes to (3, 5, 2, 6) is `special`.
void Digits(const std::function<void(bool special)>& then) {
  std::uint32_t number = 0;
  for (int i = 0; i < 4; ++i) number = number * 8 + sim::choose(8);
  then(number == 03526);
}

// By class there is one execution; where classes do not hold, two.
void Waits(std::memory_order order) {
  enum class Class { kReached };
  sim::atomic<int> count(0, "count");
  sim::fiber writer("writer", [&] {
    count.store(1, order);
    count.store(2, order);
  });
  count.await([](int v) { return v > 0 ? std::optional(Class::kReached) : std::nullopt; },
              std::memory_order_acquire);
}

Catalog Large() {
  Scenario digits = Plain("large/digits", [] {
    Digits([](bool special) { sim::reached(special ? "the one" : "the others"); });
  });
  digits.marks = {"the one", "nobody", "the others"};
  return {{digits,
           Plain("large/broken",
                 [] {
                   Digits([](bool special) {
                     if (special) sim::fail("R1", "the one");
                   });
                 }),
           Plain("large/faulty", [] { Digits([](bool) { sim::fault("a"); }); }),
           Plain("large/learns",
                 [] {
                   Digits([](bool special) {
                     Waits(special ? std::memory_order_seq_cst : std::memory_order_release);
                   });
                 })},
          {},
          {}};
}

class Merge : public Parts {
 protected:
  Merge() : Parts(Large(), {"--explorer=exhaustive"}) {}
  void ExpectShardsAreOne(const Args& args) {
    SCOPED_TRACE(testing::PrintToString(args));
    const Said one = Run("one", args);
    for (const int count : {1, 2, 3, 7}) ExpectMerged(one, RunShards(count, args));
  }
  void ExpectRefused(const Args& names, const std::string& sentence) {
    const std::string err = Refused(MergeFiles("merged", names));
    EXPECT_FALSE(folder_.Has("merged"));
    std::string expected = sentence;  // with @ for the folder
    for (std::size_t at; (at = expected.find('@')) != std::string::npos;) {
      expected.replace(at, 1, folder_.Path(""));
    }
    EXPECT_THAT(err, HasSubstr(expected));
  }
};

TEST_F(Merge, AllShardsComeToWhatOneRunComesTo) {
  ExpectShardsAreOne({"large/digits"});
  ExpectShardsAreOne({"large/digits", "--memory=sc", "--reduction=none"});
  ExpectShardsAreOne({"large/broken"});
  ExpectShardsAreOne({"large/broken", "--keep-going", "--jobs=2"});
  ExpectShardsAreOne({"large/faulty", "--faults=0"});
}

TEST_F(Merge, ThatHoldsOfTheRailAndItsMutants) {
  environment_ = Still(AllScenarios());
  ExpectShardsAreOne({"rail/failure", "--set=runs=1"});
  ExpectShardsAreOne({"rail/many_callers", "--mutant=21"});
  // Stopped before there was an await by class; with marks that the scenario does not name.
  ExpectShardsAreOne({"rail/many_callers", "--mutant=20"});
  ExpectShardsAreOne({"rail/failure", "--mutant=16"});
  ExpectShardsAreOne({"rail/many_callers", "--mutant=callers-lose-transfer", "--keep-going"});
  ExpectShardsAreOne({"demo/bank"});
}

// Each of the 4096 numbers is one execution; a third of them is 1365.
TEST_F(Merge, AShardSaysWhichItIsAndPromisesNothing) {
  const Args names = RunShards(3, {"large/digits"});
  std::uint64_t sum = 0;
  for (const std::string& name : names) {
    const auto outcome = folder_.Outcome(name);
    const std::uint64_t executions = std::stoull(outcome["executions"].get<std::string>());
    EXPECT_GT(executions, 1000u);
    sum += executions;
    EXPECT_EQ(outcome["verdict"], "pass");
    EXPECT_EQ(outcome["exhaustive"], false);
  }
  EXPECT_EQ(sum, 4096u);
  const Said said = Run("x", {"large/digits", "--shard=2/3"});
  EXPECT_EQ(said.status, kAsExpected);
  EXPECT_THAT(said.out, HasSubstr(" executions (each graph once), all of shard 2 of 3, marks "));
  EXPECT_THAT(said.out, Not(HasSubstr("exhaustive")));
  // One that has nothing to visit has done all of it.
  environment_ = Still(Small());
  const Said none = Run("x", {"small/pass", "--shard=3/3"});
  EXPECT_EQ(none.status, kAsExpected);
  EXPECT_THAT(none.out, HasSubstr("pass; 0 executions (each graph once), all of shard 3 of 3"));
}

TEST_F(Merge, RunsThatWentOnComeToWhatOneRunComesTo) {
  const Said one = Run("one", {"large/digits"});
  Run("a", {"large/digits", "--executions=100"});
  Run("b", {"large/digits", "--executions=1000", "--resume=@" + folder_.Path("a")});
  const Said rest = Run("c", {"large/digits", "--jobs=2", "--resume=@" + folder_.Path("b")});
  EXPECT_THAT(rest.out, HasSubstr("pass; 2996 executions (each graph once) after 1100 of earlier "
                                  "runs, all of the rest, marks "));
  ExpectMerged(one, {"c", "a", "b"});
  // So far:
  const Said cut = Run("one", {"large/digits", "--executions=1100"});
  EXPECT_EQ(cut.status, kCut);
  const Said merged = MergeFiles("merged", {"b", "a"});
  EXPECT_EQ(merged.status, kCut);
  EXPECT_EQ(folder_.Read("merged"), folder_.Read("one"));
}

TEST_F(Merge, ShardsMayGoOnToo) {
  const Said one = Run("one", {"large/broken", "--keep-going"});
  Args names = RunShards(2, {"large/broken", "--keep-going"});
  Run("a", {"large/broken", "--keep-going", "--shard=2/2", "--executions=700"});
  names.pop_back();
  names.push_back("a");
  const Said so_far = MergeFiles("merged", names);
  EXPECT_THAT(so_far.out, HasSubstr("\nresume: ./railyard run large/broken --explorer=exhaustive "
                                    "--keep-going --shard=2/2 --resume=x1:700:"));
  Run("b", {"large/broken", "--keep-going", "--shard=2/2", "--resume=@" + folder_.Path("a")});
  names.push_back("b");
  ExpectMerged(one, names);
}

TEST_F(Merge, ShardsThatLearnedDifferentThingsBeginWithAllOfIt) {
  const Said one = Run("one", {"large/learns"});
  EXPECT_THAT(one.out, HasSubstr("exhaustive, no await classes: there are seq_cst events"));
  Args names = RunShards(3, {"large/learns"});
  const std::string err = MergeFiles("merged", names).err;
  ExpectRefused(names,
                "railyard merge: the shards learned different things of the program, so that their "
                "parts are not those of one tree; allowed: the summaries of 3 runs that begin with "
                "what all know: ./railyard run large/learns --explorer=exhaustive --shard=1/3 "
                "--resume=x1:0:");
  const std::string position = Behind("--resume=", err.substr(0, err.find(", and so on")));
  for (int i = 1; i <= 3; ++i) {
    const std::string name = "again" + std::to_string(i);
    Run(name, {"large/learns", "--shard=" + std::to_string(i) + "/3", "--resume=" + position});
    names.push_back(name);
  }
  ExpectMerged(one, names);  // what is void does no harm
  ExpectMerged(one, {"again3", "again1", "again2"});
}

TEST_F(Merge, SummariesThatMakeNoWholeAreRefused) {
  const Args names = RunShards(2, {"large/digits"});
  ExpectRefused({"shard2of2"}, "shard 1 of 2 is missing; allowed: the summaries of all 2");
  ExpectRefused({"shard1of2", "shard2of2", "shard1of2"},
                "'@shard1of2' is of the same part as '@shard1of2'; allowed: one of them");
  RunShards(3, {"large/digits"});
  ExpectRefused({"shard1of2", "shard2of3"},
                "'@shard2of3' is one of 3 shards and '@shard1of2' one of 2; allowed:");
  Run("sc", {"large/digits", "--memory=sc", "--shard=2/2"});
  ExpectRefused({"shard1of2", "sc"},
                "'@sc' is of large/digits?memory=sc and '@shard1of2' of "
                "large/digits; allowed: those of one search");
  Run("none", {"large/digits", "--reduction=none", "--shard=2/2"});
  ExpectRefused({"shard1of2", "none"}, "'@none' is of large/digits --reduction=none");
  Run("other", {"large/broken", "--shard=2/2"});
  ExpectRefused({"shard1of2", "other"}, "'@other' is of large/broken");
  Run("a", {"large/digits", "--executions=100"});
  Run("b", {"large/digits", "--executions=100", "--resume=@" + folder_.Path("a")});
  Run("c", {"large/digits", "--resume=@" + folder_.Path("b")});
  ExpectRefused({"c", "a"}, "'@c' goes on after 200 executions of runs that are missing");
}

TEST_F(Merge, FilesThatAreNoSummariesAreRefused) {
  ExpectRefused({}, "railyard merge: takes files, not 0; allowed: the summaries");
  ExpectRefused({"none"}, "railyard merge: can't read '@none'; allowed: what run");
  folder_.Write("text", "pass");
  ExpectRefused({"text"}, "'@text' is no JSON; allowed: what run --explorer=exhaustive");
  folder_.Write("empty", "{}");
  ExpectRefused({"empty"},
                "'@empty' is no summary of an exhaustive search of one case: it has no "
                "'outcomes'; allowed: what run");
  Run("good", {"large/digits"});
  auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = folder_.Read("good");
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    folder_.Write("bad", text);
    return Args{"bad"};
  };
  ExpectRefused(changed("\"format\": \"1\"", "\"format\": \"2\""),
                "its format is '2', and this version of railyard reads '1'");
  ExpectRefused(changed("large/digits", "large/digit"),
                "unknown scenario 'large/digit' (did you mean large/digits?)");
  ExpectRefused(changed("\"shard\": \"1\"", "\"shard\": \"2\""), "there is no shard 2 of 1");
  ExpectRefused(changed("\"finished\": true", "\"finished\": 7"), "its 'finished' can't be 7");
  ExpectRefused(changed("\"from\": \"\"", "\"from\": \"x2\""), "its 'from': a position has");
  ExpectRefused(changed("nobody", "somebody"), "a mark 'somebody', which the scenario has not");
  Say(environment_, {"run", "large/digits", "--executions=5", "--json=" + folder_.Path("random")});
  ExpectRefused({"random"}, "it has no 'search'");
}

TEST_F(Merge, AFailureOfAnotherVersionIsRefused) {
  environment_ = Still(Large());
  RunShards(2, {"large/broken"});
  for (Scenario& s : environment_.catalog.scenarios) {
    if (s.name == "large/broken") s = Plain("large/broken", [] { Digits([](bool) {}); });
  }
  ExpectRefused(
      {"shard1of2", "shard2of2"},
      "the failure \"the one\" does not come again: the summaries are of another version");
}

}  // namespace
}  // namespace scenarios
