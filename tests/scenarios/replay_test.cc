// railyard replay: what was printed comes again.

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "scenarios/exit_status.h"
#include "scenarios/sim_scenarios.h"
#include "tests/scenarios/said.h"

namespace scenarios {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

// The line between the quotes of what was printed.
std::string PrintedLine(const Said& said) {
  std::string quoted = Behind("replay: ./railyard replay '", said.out);
  quoted.pop_back();
  return quoted;
}

// From the table's head to the line's end.
std::string PrintedTable(const Said& said) {
  const std::size_t begin = said.out.find("step  ");
  const std::size_t end = said.out.find("\n\n", begin);
  return said.out.substr(begin, end - begin);
}

TEST(Replay, EveryMutantsLineGivesTheSameSentenceTableAndStatus) {
  const Environment demos = Still(Demos());
  for (const Mutant& mutant : SimMutants()) {
    SCOPED_TRACE(mutant.name);
    const std::vector<std::vector<std::string>> explorers = {
        {"--explorer=random"},
        {"--explorer=pct"},
        {"--explorer=exhaustive"},
        {"--explorer=enumerate"},
        {"--explorer=enumerate", "--preemptions=1"}};
    for (const std::vector<std::string>& explorer : explorers) {
      std::vector<std::string> args = {"run", mutant.scenario, "--mutant=" + mutant.name};
      args.insert(args.end(), explorer.begin(), explorer.end());
      const Said found = Say(demos, args);
      ASSERT_THAT(found.out, HasSubstr("confirmed 3/3"));
      const Said again = Say(demos, {"replay", PrintedLine(found)});
      EXPECT_EQ(again.status, found.status);
      const std::string sentence = again.out.substr(0, again.out.find('\n') + 1);
      EXPECT_THAT(found.out, HasSubstr("\n" + sentence));
      EXPECT_EQ(PrintedTable(again), PrintedTable(found));
      EXPECT_EQ(PrintedLine(again), PrintedLine(found));
      EXPECT_EQ(again.err, "");
    }
  }
}

TEST(Replay, TheMemoryAndTheBoundOnFaultsAreInTheLine) {
  const Said said = Say(Still(Demos()), {"run", "demo/tickets", "--mutant=106", "--memory=sc",
                                         "--faults=3", "--set=clerks=3"});
  EXPECT_THAT(PrintedLine(said),
              StartsWith("demo/tickets?clerks=3&mutant=load-then-store&memory=sc&faults=3#t1:"));
  EXPECT_EQ(Say(Still(Demos()), {"replay", PrintedLine(said)}).status, kRuleBroken);
}

TEST(Replay, ATapeThatDoesNotFitSaysWhere) {
  // Main starts two fibers and waits: one of two goes on, and the tape speaks of five.
  const Said said = Say(Still(Demos()), {"replay", "demo/message_passing#t1:f1/5"});
  EXPECT_EQ(said.status, kDiverged);
  EXPECT_THAT(said.out, StartsWith("replay diverged: choice 1: the tape chose a fiber among 5, "
                                   "this program asks for a fiber among 2"));
  // An order that needs one choice, and a tape with two.
  const Said longer = Say(Still(Small()), {"replay", "small/caller#t1:c0/2*2"});
  EXPECT_EQ(longer.status, kDiverged);
  EXPECT_THAT(longer.out, HasSubstr("the tape has 2 choices, this program asked for 1"));
}

TEST(Replay, APassIsShownToo) {
  const Said said = Say(Still(Small()), {"replay", "small/caller#t1:c0/2"});
  EXPECT_EQ(said.status, kAsExpected);
  EXPECT_THAT(said.out, StartsWith("pass: 1 executions (replay)\n"));
  EXPECT_THAT(said.out, HasSubstr("chooses 0 of 2"));
}

TEST(Replay, UntilAStepShowsEveryStepSoFar) {
  const Said said =
      Say(Still(Demos()), {"replay", "demo/message_passing?messages=1#t1:f0/2", "--until", "4"});
  EXPECT_EQ(said.status, kAsExpected);
  EXPECT_EQ(PrintedTable(said),
            "step  main             sender          | ready\n"
            "1     starts sender                    | 0\n"
            "2     starts receiver                  | 0\n"
            "3                      page 1 = 41     | 0\n"
            "4                      ready := 1 rel  | 1*");
  EXPECT_THAT(said.out, HasSubstr("until step 4 of 6\n"));
}

TEST(Replay, AFileWillDo) {
  const fs::path folder = fs::path(testing::TempDir()) / "replay_file";
  const Environment demos = Still(Demos());
  const Said found =
      Say(demos, {"run", "demo/bank", "--mutant=own-lock-first", "--out=" + folder.string()});
  ASSERT_EQ(found.status, kDeadlock);
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const Said again = Say(demos, {"replay", entry.path().string()});
    EXPECT_EQ(PrintedLine(again), PrintedLine(found)) << entry.path();
    EXPECT_EQ(again.status, kDeadlock) << entry.path();
    ++files;
  }
  EXPECT_EQ(files, 4);  // failure.txt, failure.json, schedule.txt and summary.json
  std::ofstream(folder / "line") << PrintedLine(found) << "\n";
  EXPECT_EQ(Say(demos, {"replay", (folder / "line").string()}).status, kDeadlock);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace scenarios
