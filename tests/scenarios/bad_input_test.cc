// Bad input: one sentence that names it and what is allowed, status 2, and nothing else happens.

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/scenarios/said.h"

namespace scenarios {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using Args = std::vector<std::string>;

struct Case {
  Args args;
  std::vector<std::string> words;  // that the sentence has
};

class BadInput : public testing::Test {
 protected:
  BadInput() : folder_(fs::path(testing::TempDir()) / ("bad_input" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~BadInput() override { fs::remove_all(folder_); }

  std::vector<std::string> Files() const {
    std::vector<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      files.push_back(entry.path().string());
    }
    return files;
  }

  void ExpectRefused(const Case& bad) {
    SCOPED_TRACE(testing::PrintToString(bad.args));
    const Said said = Say(Still(Demos()), bad.args);
    EXPECT_EQ(said.status, 2);
    EXPECT_THAT(said.out, IsEmpty());
    EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
    for (const std::string& word : bad.words) EXPECT_THAT(said.err, HasSubstr(word));
  }

  // As above, and although it is asked to write, it does not.
  void ExpectRefusedUnwritten(Case bad) {
    bad.args.push_back("--out=" + (folder_ / "out").string());
    bad.args.push_back("--json=" + (folder_ / "json").string());
    bad.args.push_back("--junit=" + (folder_ / "junit").string());
    ExpectRefused(bad);
    EXPECT_THAT(Files(), IsEmpty());
  }

  const fs::path folder_;
};

TEST_F(BadInput, ACommandIsNamed) {
  ExpectRefused(
      {{"chek"}, {"'chek'", "did you mean check?", "allowed: list check run merge replay"}});
  ExpectRefused({{"shrink", "x"}, {"shrink is not there yet", "allowed: list"}});
  ExpectRefused({{"--seed=7"}, {"'--seed=7'", "allowed: list"}});
  ExpectRefused({{"list", "x"}, {"no argument", "'x'"}});
}

TEST_F(BadInput, AScenarioIsNamed) {
  ExpectRefusedUnwritten(
      {{"run", "demo/bnk"}, {"'demo/bnk'", "did you mean demo/bank?", "allowed: demo/"}});
  ExpectRefusedUnwritten({{"run", "bank"}, {"'bank'", "did you mean demo/bank?"}});
  ExpectRefusedUnwritten({{"run", ""}, {"''", "allowed: demo/"}});
  ExpectRefusedUnwritten({{"run"}, {"one scenario, not 0", "railyard list"}});
  ExpectRefusedUnwritten({{"run", "demo/bank", "demo/tickets"}, {"one scenario, not 2"}});
  ExpectRefusedUnwritten(
      {{"check", "demo/bank", "demo/ticket"}, {"'demo/ticket'", "demo/tickets?"}});
}

TEST_F(BadInput, AMutantIsNamed) {
  ExpectRefusedUnwritten(
      {{"run", "demo/bank", "--mutant=no-lokc"},
       {"'no-lokc'", "did you mean no-lock?", "allowed: own-lock-first no-lock"}});
  ExpectRefusedUnwritten({{"run", "demo/bank", "--mutant=7"}, {"'7'", "allowed: own-lock-first"}});
  ExpectRefusedUnwritten(
      {{"run", "demo/bank", "--mutant=101"},
       {"relaxed-publish belongs to scenario demo/message_passing", "allowed for demo/bank"}});
}

TEST_F(BadInput, AnOptionIsNamed) {
  ExpectRefusedUnwritten(
      {{"run", "demo/bank", "--sede=7"},
       {"'--sede'", "mean --seed?", "allowed: one of", "./railyard run --help"}});
  ExpectRefusedUnwritten(
      {{"run", "demo/bank", "-x"}, {"'-x'", "allowed: one of", "./railyard run --help"}});
  ExpectRefusedUnwritten({{"merge", "x", "--shard=1/2"}, {"'--shard'", "allowed: --out"}});
  ExpectRefusedUnwritten({{"check", "--mutant=no-lock"}, {"'--mutant'", "allowed: --seed"}});
  ExpectRefusedUnwritten({{"run", "demo/bank", "--seed=1", "--seed=2"}, {"--seed is given twice"}});
  ExpectRefused({{"run", "demo/bank", "--seed"}, {"--seed needs a value", "allowed: 0 to"}});
  ExpectRefused({{"replay", "demo/bank#t1:", "--follow"},
                 {"--follow is not there yet", "./railyard replay --help"}});
}

TEST_F(BadInput, AValueIsNamed) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> values = {
      {"--seed=x", {"'x'", "0 to 18446744073709551615"}},
      {"--seed=-1", {"'-1'", "0 to"}},
      {"--seed=18446744073709551616", {"'18446744073709551616'", "0 to"}},
      {"--executions=0", {"'0'", "1 to"}},
      {"--executions=", {"''", "1 to"}},
      {"--time=60", {"'60'", "as 60s"}},
      {"--time=-1s", {"'-1s'", "as 60s"}},
      {"--time=inf", {"'inf'", "as 60s"}},
      {"--selfcheck=2", {"'2'", "0 to 1"}},
      {"--selfcheck=nan", {"'nan'", "0 to 1"}},
      {"--explorer=portfolio",
       {"'portfolio', which is not there yet", "random pct exhaustive states enumerate"}},
      {"--explorer=guess", {"'guess'", "random pct exhaustive states enumerate"}},
      {"--memory=tso", {"'tso'", "rc11 sc"}},
      {"--progress=often", {"'often'", "auto json none"}},
      {"--faults=4294967296", {"'4294967296'", "0 to 4294967295"}},
      {"--keep-going=yes", {"no value", "'yes'"}},
      {"--mutant=", {"''", "NAME"}},
      {"--depth=2", {"--depth", "'random'", "--explorer=pct"}},
      {"--preemptions=-1", {"'-1'", "0 to 4294967294"}},
      {"--preemptions=2", {"--preemptions", "'random'", "--explorer=enumerate"}},
      {"--reduction=none", {"--reduction", "'random'", "--explorer=exhaustive"}},
      {"--jobs=2", {"--jobs", "'random'", "--explorer=exhaustive"}},
      {"--order=random", {"'random'", "depth breadth"}},
      {"--order=breadth", {"--order", "'random'", "--explorer=states"}},
      {"--states=hashes", {"'hashes'", "digests exact"}},
      {"--states=exact", {"--states", "'random'", "--explorer=states"}},
      {"--shard=1/2", {"--shard", "'random'", "--explorer=exhaustive"}},
      {"--shard=0/2", {"'0/2'", "i from 1 to n and n at most 512"}},
      {"--shard=3/2", {"'3/2'", "i from 1 to n"}},
      {"--shard=1/513", {"'1/513'", "n at most 512"}},
      {"--shard=1", {"'1'", "as 2/3"}},
      {"--resume=x1:", {"--resume", "'random'", "--explorer=exhaustive"}},
  };
  for (const auto& [option, words] : values) {
    ExpectRefusedUnwritten({{"run", "demo/bank", option}, words});
  }
  ExpectRefusedUnwritten(
      {{"run", "demo/bank", "--explorer=pct", "--depth=0"}, {"'0'", "1 to 100"}});
  ExpectRefusedUnwritten(
      {{"run", "demo/bank", "--explorer=enumerate", "--seed=1"}, {"--seed", "--explorer=random"}});
  ExpectRefusedUnwritten({{"run", "demo/bank", "--explorer=exhaustive", "--preemptions=2"},
                          {"--preemptions", "'exhaustive'", "--explorer=enumerate"}});
}

TEST_F(BadInput, AParameterIsNamed) {
  ExpectRefusedUnwritten(
      {{"run", "demo/bank", "--set=n=1"}, {"'n'", "demo/bank", "allowed: none"}});
  ExpectRefusedUnwritten({{"run", "demo/message_passing", "--set=mesages=1"},
                          {"'mesages'", "mean messages?", "allowed: messages"}});
  for (const std::string value : {"0", "9", "x", "", "1.5", "-1"}) {
    ExpectRefusedUnwritten({{"run", "demo/message_passing", "--set=messages=" + value},
                            {"messages", "'" + value + "'", "allowed: 1 to 8"}});
  }
  ExpectRefusedUnwritten(
      {{"run", "demo/message_passing", "--set=messages"}, {"'messages'", "name=value"}});
  ExpectRefusedUnwritten(
      {{"run", "demo/message_passing", "--set=messages=1,"}, {"''", "name=value"}});
}

TEST_F(BadInput, ASeedOfTheEnvironmentIsNamed) {
  for (const char* variable : {"RAILYARD_SEED", "TEST_RANDOM_SEED"}) {
    const Said said = Say(Still(Demos(), {{variable, "many"}}), {"check"});
    EXPECT_EQ(said.status, 2);
    EXPECT_THAT(said.out, IsEmpty());
    EXPECT_THAT(said.err,
                testing::AllOf(HasSubstr(variable), HasSubstr("'many'"), HasSubstr("allowed")));
  }
}

TEST_F(BadInput, AReplayLineIsNamedAndThePlace) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> lines = {
      {"demo/bnk#t1:", {"character 1:", "'demo/bnk'", "demo/bank?"}},
      {"#t1:", {"character 1:", "''"}},
      // The '?' is the 21st character.
      {"demo/message_passing?messages=9#t1:", {"character 22:", "'9'", "1 to 8"}},
      {"demo/message_passing?mutant=x#t1:", {"character 22:", "'x'", "allowed: relaxed-publish"}},
      {"demo/message_passing?memory=tso#t1:", {"character 22:", "'tso'", "rc11 sc"}},
      {"demo/message_passing?faults=x#t1:", {"character 22:", "'x'", "0 to"}},
      {"demo/message_passing?points=few#t1:", {"character 22:", "'few'", "allowed: everywhere"}},
      {"demo/message_passing?messages=1&messages=2#t1:", {"character 33:", "twice"}},
      {"demo/message_passing?messages=1&n=2#t1:", {"character 33:", "'n'", "mutant memory faults"}},
      {"demo/message_passing?messages#t1:", {"character 22:", "name=value"}},
      {"demo/message_passing?#t1:", {"character 22:", "name=value"}},
      // "demo/bank#" has 10 characters.
      {"demo/bank#", {"character 11:", "t1:"}},
      {"demo/bank#t2:f1/2", {"character 11:", "t1:"}},
      {"demo/bank#t1:f1/2q", {"character 18:", "'q'"}},
      {"demo/bank#t1:f2/2", {"character 14:", "2 of 2"}},
  };
  for (const auto& [line, words] : lines) ExpectRefused({{"replay", line}, words});
  ExpectRefused({{"replay"}, {"one line or file, not 0"}});
  ExpectRefused({{"replay", "demo/bank#t1:", "demo/bank#t1:"}, {"not 2"}});
}

TEST_F(BadInput, AFileToReplayIsNamedAndThePlace) {
  ExpectRefused({{"replay", "no/such/file"}, {"'no/such/file'", "a readable file"}});
  ExpectRefused({{"replay", folder_.string()}, {folder_.string(), "a readable file"}});
  auto file = [&](const std::string& text) {
    std::ofstream(folder_ / "file") << text;
    return (folder_ / "file").string();
  };
  ExpectRefused({{"replay", file("")}, {"line 1, character 1:", "''"}});
  ExpectRefused({{"replay", file("demo/bank\nf1/2\n\nf0/2 a fiber\nz0/2\n")},
                 {"line 5, character 1:", "'z'"}});
  ExpectRefused({{"replay", file("replay: ./railyard replay 'demo/bank#t1:f9/2'\n")},
                 {"character 14:", "9 of 2"}});
}

TEST_F(BadInput, AStepBeyondTheEndIsNamed) {
  ExpectRefused({{"replay", "demo/bank#t1:", "--until=1000"}, {"'1000'", "allowed: 1 to "}});
  ExpectRefused({{"replay", "demo/bank#t1:", "--until=0"}, {"'0'", "allowed: 1 to "}});
}

TEST_F(BadInput, APlaceToWriteIsNamed) {
  std::ofstream(folder_ / "file") << "kept";
  const std::string below = (folder_ / "file" / "below").string();
  for (const std::string option : {"--out=", "--json=", "--junit="}) {
    ExpectRefused({{"run", "demo/bank", option + below}, {below, "allowed: a"}});
    ExpectRefused({{"check", option + below}, {below, "allowed: a"}});
  }
  ExpectRefused({{"run", "demo/bank", "--json=" + folder_.string()}, {folder_.string(), "a file"}});
  ExpectRefused(
      {{"run", "demo/bank", "--json=" + (folder_ / "no" / "file").string()}, {"a folder"}});
  // The good one is not made either.
  ExpectRefused(
      {{"run", "demo/bank", "--out=" + (folder_ / "out").string(), "--json=" + below}, {below}});
  Say(Still(Demos()),
      {"run", "demo/bank", "--explorer=exhaustive", "--json=" + (folder_ / "summary").string()});
  ExpectRefused({{"merge", (folder_ / "summary").string(), "--json=" + below}, {below}});
  fs::remove(folder_ / "summary");
  EXPECT_THAT(Files(), testing::ElementsAre((folder_ / "file").string()));
}

TEST_F(BadInput, TheCardsLoopRefusesInItsOwnWords) {
  ExpectRefused({{"work_cluster", "--pats", "cpu"}, {"--pats", "--paths", "allowed"}});
  ExpectRefused({{"work_cluster", "--cores=0"}, {"'0'", "allowed"}});
}

}  // namespace
}  // namespace scenarios
