// railyard litmus: one report a file, one sentence a file that is wrong, and an exit status.

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/scenarios/said.h"

namespace scenarios {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kStoreBuffering[] =
    "C SB\n{}\n"
    "P0(int* x, int* y) { atomic_store_explicit(x, 1, memory_order_relaxed); "
    "int r0 = atomic_load_explicit(y, memory_order_relaxed); }\n"
    "P1(int* x, int* y) { atomic_store_explicit(y, 1, memory_order_relaxed); "
    "int r0 = atomic_load_explicit(x, memory_order_relaxed); }\n"
    "exists (0:r0=0 /\\ 1:r0=0)\n";

constexpr char kStoreBufferingReport[] =
    "Test SB Allowed\n"
    "States 4\n"
    "0:r0=0; 1:r0=0;\n"
    "0:r0=0; 1:r0=1;\n"
    "0:r0=1; 1:r0=0;\n"
    "0:r0=1; 1:r0=1;\n"
    "Ok\n"
    "Witnesses\n"
    "Positive: 1 Negative: 3\n"
    "Condition exists (0:r0=0 /\\ 1:r0=0)\n"
    "Observation SB Sometimes 1 3\n";

constexpr char kFails[] = "C F\n{}\nP0(int* x) { *x = 1; }\nforall (x=2)\n";

constexpr char kRace[] = "C R\n{}\nP0(int* x) { *x = 1; }\nP1(int* x) { *x = 2; }\n";

constexpr char kPolls[] =
    "C L\n{}\nP0(int* x) { while (atomic_load(x) == 0) r0 = r0 + 1; }\n"
    "P1(int* x) { atomic_store(x, 1); }\nlocations [0:r0;]\n";

class LitmusCommand : public testing::Test {
 protected:
  LitmusCommand() : folder_(fs::path(testing::TempDir()) / ("litmus" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~LitmusCommand() override { fs::remove_all(folder_); }

  // The path of a new file.
  std::string File(const std::string& name, const std::string& text) {
    const std::string path = (folder_ / name).string();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  static Said Litmus(std::vector<std::string> args) {
    args.insert(args.begin(), "litmus");
    return Say(Still({}), args);
  }

  // Nothing is run, and one sentence has these words.
  static void ExpectRefused(const std::vector<std::string>& args,
                            const std::vector<std::string>& words) {
    SCOPED_TRACE(testing::PrintToString(args));
    const Said said = Litmus(args);
    EXPECT_EQ(said.status, 2);
    EXPECT_THAT(said.out, IsEmpty());
    EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
    for (const std::string& word : words) EXPECT_THAT(said.err, HasSubstr(word));
  }

  const fs::path folder_;
};

std::vector<json> Lines(const std::string& text) {
  std::vector<json> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(json::parse(line));
  return lines;
}

TEST_F(LitmusCommand, PrintsHerdsLinesOfEachFileInTheOrderGiven) {
  const std::string sb = File("sb.litmus", kStoreBuffering);
  const Said one = Litmus({sb});
  EXPECT_EQ(one.status, 0);
  EXPECT_EQ(one.out, kStoreBufferingReport);
  EXPECT_THAT(one.err, IsEmpty());
  const Said three = Litmus({sb, File("f.litmus", kFails), sb});
  EXPECT_EQ(three.out,
            std::string(kStoreBufferingReport) +
                "\nTest F Required\nStates 1\n[x]=1;\nNo\nWitnesses\nPositive: 0 Negative: 1\n"
                "Condition forall ([x]=2)\nObservation F Never 0 1\n\n" +
                kStoreBufferingReport);
}

TEST_F(LitmusCommand, AClauseThatDoesNotHoldIsNoFailure) {
  EXPECT_EQ(Litmus({File("f.litmus", kFails)}).status, 0);
}

TEST_F(LitmusCommand, ARaceIsUndefinedAndNamed) {
  const std::string race = File("r.litmus", kRace);
  const Said said = Litmus({race});
  EXPECT_EQ(said.status, 0);
  EXPECT_THAT(said.out, HasSubstr("\nUndef\n"));
  EXPECT_THAT(said.out, HasSubstr("Data race, which ended the search: " + race + ":"));
}

TEST_F(LitmusCommand, JsonIsOneObjectAFile) {
  const std::string sb = File("sb.litmus", kStoreBuffering);
  const Said said = Litmus({"--json", sb, File("r.litmus", kRace)});
  EXPECT_EQ(said.status, 0);
  const std::vector<json> files = Lines(said.out);
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0]["file"], sb);
  EXPECT_EQ(files[0]["name"], "SB");
  EXPECT_EQ(files[0]["executions"], "4");
  EXPECT_EQ(files[0]["holds"], true);
  EXPECT_EQ(files[0]["racy"], false);
  EXPECT_EQ(files[0]["exhaustive"], true);
  EXPECT_EQ(files[0]["cut"], false);
  ASSERT_EQ(files[0]["states"].size(), 4u);
  EXPECT_EQ(files[0]["states"][1],
            json({{"values", {{"0:r0", "0"}, {"1:r0", "1"}}}, {"executions", "1"}}));
  EXPECT_EQ(files[1]["racy"], true);
  EXPECT_EQ(files[1]["holds"], nullptr);
}

TEST_F(LitmusCommand, TheMemoryModelIsChosen) {
  const std::string sb = File("sb.litmus", kStoreBuffering);
  EXPECT_EQ(Litmus({sb, "--memory=rc11"}).out, kStoreBufferingReport);
  EXPECT_THAT(Litmus({sb, "--memory=sc"}).out, HasSubstr("Observation SB Never 0 3"));
}

TEST_F(LitmusCommand, AReductionMakesNoDifference) {
  const std::string sb = File("sb.litmus", kStoreBuffering);
  EXPECT_EQ(Litmus({sb, "--reduction=none"}).out, kStoreBufferingReport);
  EXPECT_EQ(Litmus({sb, "--reduction=classes"}).out, kStoreBufferingReport);
}

// n loads of the initial value, then of 1; with a bound of u, n is at most u.
TEST_F(LitmusCommand, LoopsRunUpToABound) {
  const std::string polls = File("l.litmus", kPolls);
  EXPECT_THAT(Litmus({polls}).out, HasSubstr("States 3\n"));
  EXPECT_THAT(Litmus({polls}).out, HasSubstr("\nLoop Ok\n"));
  EXPECT_THAT(Litmus({polls, "--unroll=0"}).out, HasSubstr("States 1\n"));
  EXPECT_THAT(Litmus({polls, "--unroll", "5"}).out, HasSubstr("States 6\n"));
  EXPECT_EQ(Lines(Litmus({polls, "--json"}).out)[0]["cut"], true);
}

TEST_F(LitmusCommand, AFileThatIsWrongIsNamedWithThePlace) {
  const std::string bad = File("bad.litmus", "C T\n{}\nP0(int* x) {\n  int r0 = ;\n}\n");
  ExpectRefused({bad}, {bad + ":4:12: expected an expression, not ';'\n"});
  const std::string open = File("open.litmus",
                                "C T\n{}\nP0(int* x) {\n"
                                "  int r0 = atomic_load(x) + atomic_load(x);\n}\n");
  ExpectRefused({open}, {open + ":4:29: C leaves the order"});
  const std::string zero = File("zero.litmus", "C T\n{}\nP0(int* x) { r0 = 1 / 0; }\n");
  ExpectRefused({zero}, {zero + ":3:21: P0 divides by zero\n"});
  const std::string empty = File("empty.litmus", "");
  ExpectRefused({empty}, {empty + ":1:1: a C litmus test begins with 'C'\n"});
  const std::string binary = File("binary.litmus", std::string("C T\n\0\xff{}\n", 9));
  ExpectRefused({binary}, {binary + ":3:1: "});
  const std::string large = File("large.litmus", std::string(300'000, ' '));
  ExpectRefused({large}, {large + ": is larger than 262144 bytes\n"});
}

TEST_F(LitmusCommand, WhatIsNoFileIsNamed) {
  ExpectRefused({"no/such/file"}, {"no/such/file: can't be read\n"});
  ExpectRefused({folder_.string()}, {folder_.string() + ": is a folder; allowed: files\n"});
  ExpectRefused({""}, {": can't be read\n"});
  ExpectRefused({}, {"railyard litmus: takes files, not none; allowed: C litmus tests"});
}

TEST_F(LitmusCommand, AnOptionThatIsWrongIsNamed) {
  const std::string sb = File("sb.litmus", kStoreBuffering);
  ExpectRefused({sb, "--memory=tso"}, {"--memory", "'tso'", "allowed: rc11 sc"});
  ExpectRefused({sb, "--reduction=all"}, {"--reduction", "'all'", "allowed: none classes"});
  ExpectRefused({sb, "--unroll=-1"}, {"--unroll", "'-1'", "allowed: 0 to 1000"});
  ExpectRefused({sb, "--unroll=1001"}, {"--unroll", "'1001'", "allowed: 0 to 1000"});
  ExpectRefused({sb, "--json=file"}, {"--json takes no value"});
  ExpectRefused({sb, "--seed=1"}, {"'--seed'", "allowed: --memory"});
}

TEST_F(LitmusCommand, TheOtherFilesAreRunNoneTheLess) {
  const std::string sb = File("sb.litmus", kStoreBuffering);
  const std::string empty = File("empty.litmus", "");
  const Said said = Litmus({empty, sb, "no/such/file"});
  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.out, kStoreBufferingReport);
  EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 2) << said.err;
}

TEST_F(LitmusCommand, JsonHasAnObjectOfAFileThatIsWrongToo) {
  const Said said = Litmus({"--json", "no/such/file", File("sb.litmus", kStoreBuffering), "\xff"});
  EXPECT_EQ(said.status, 2);
  const std::vector<json> files = Lines(said.out);
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[0], json({{"file", "no/such/file"}, {"error", "no/such/file: can't be read"}}));
  EXPECT_EQ(files[1]["name"], "SB");
  EXPECT_EQ(files[2]["file"], "\xef\xbf\xbd");  // no UTF-8: replaced
  EXPECT_THAT(said.err, HasSubstr("no/such/file: can't be read\n"));
}

TEST_F(LitmusCommand, AnInterruptGivesWhatIsThereSoFar) {
  const std::string sb = File("sb.litmus", kStoreBuffering);
  Environment environment = Still({});
  environment.interrupted = [] { return true; };
  const Said said = Say(environment, {"litmus", sb, sb});
  EXPECT_EQ(said.status, 21);
  EXPECT_THAT(said.out, testing::EndsWith("\nNot all executions were visited\n"));
  EXPECT_THAT(said.out, HasSubstr("States 1\n"));
  EXPECT_EQ(said.out.find("Test SB"), said.out.rfind("Test SB"));
}

TEST_F(LitmusCommand, TheHelpSaysWhatTheStatusMeans) {
  const Said said = Litmus({"--help"});
  EXPECT_EQ(said.status, 0);
  for (const char* word : {"railyard litmus FILE...", "Ends with 0 whether the clauses hold",
                           "--memory", "--reduction", "--unroll", "--json"}) {
    EXPECT_THAT(said.out, HasSubstr(word));
  }
}

}  // namespace
}  // namespace scenarios
