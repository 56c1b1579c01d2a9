// Litmus tests run as their text says, and are reported as herd reports them.

#include "scenarios/litmus/run.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "scenarios/litmus/parser.h"
#include "scenarios/litmus/report.h"

namespace litmus {
namespace {

litmus::Test Parsed(const std::string& text) {
  absl::StatusOr<litmus::Test> test = ParseLitmus(text, "f.litmus");
  EXPECT_TRUE(test.ok()) << test.status();
  return test.ok() ? *std::move(test) : litmus::Test();
}

// The final value of r0 of the only thread, whose body this is.
Value ResultOf(const std::string& body, const std::string& init = "") {
  const litmus::Test test =
      Parsed("C T\n{" + init + "}\nP0(int* x, int* y, int* p) {" + body + "}\nlocations [0:r0;]");
  const Outcome outcome = RunLitmus(test);
  EXPECT_EQ(outcome.problem, "");
  EXPECT_EQ(outcome.executions, 1u);
  return outcome.states.empty() ? -1 : outcome.states.begin()->first[0];
}

std::string StoreBuffering(const std::string& tail) {
  return "C SB\n{}\n"
         "P0(int* x, int* y) { atomic_store(x, 1); int r0 = atomic_load(y); }\n"
         "P1(int* x, int* y) { atomic_store(y, 1); int r0 = atomic_load(x); }\n" +
         tail;
}

TEST(LitmusRun, ArithmeticIsThatOfC) {
  EXPECT_EQ(ResultOf("r0 = 1 + 2 * 3 - 4 / 2;"), 5);
  EXPECT_EQ(ResultOf("r0 = (1 + 2) * 3;"), 9);
  EXPECT_EQ(ResultOf("r0 = 6 & 3 | 8 ^ 12;"), 6);
  EXPECT_EQ(ResultOf("r0 = 3 > 2 & 2 >= 2 & 1 < 2 & 2 <= 2 & 1 != 2 & 1 == 1;"), 1);
  EXPECT_EQ(ResultOf("r0 = -7 / 2;"), -3);
  EXPECT_EQ(ResultOf("r0 = (int) (char) 300;"), 300);  // as in herd, types change nothing
}

TEST(LitmusRun, BranchesBlocksAndLoopsRun) {
  EXPECT_EQ(ResultOf("r1 = 2; if (r1 == 2) r0 = 5; else r0 = 6;"), 5);
  EXPECT_EQ(ResultOf("if (r1) { r0 = 5; } else { int r2 = 7; r0 = r2; }"), 7);
  EXPECT_EQ(ResultOf("while (r0 < 2) r0 = r0 + 1;"), 2);
  EXPECT_EQ(ResultOf("if (0) r0 = 1;"), 0);  // never set
}

TEST(LitmusRun, UpdatesReturnTheOldValue) {
  EXPECT_EQ(ResultOf("r0 = atomic_exchange(x, 5);", "x=3;"), 3);
  EXPECT_EQ(ResultOf("atomic_fetch_add(x, 5); r0 = atomic_load(x);", "x=3;"), 8);
  EXPECT_EQ(ResultOf("(void) atomic_fetch_sub_explicit(x, 5, memory_order_relaxed); "
                     "r0 = atomic_load(x);",
                     "x=3;"),
            -2);
  EXPECT_EQ(ResultOf("atomic_fetch_or(x, 5); r0 = atomic_load(x);", "x=3;"), 7);
  EXPECT_EQ(ResultOf("atomic_fetch_and(x, 5); r0 = atomic_load(x);", "x=3;"), 1);
  EXPECT_EQ(ResultOf("atomic_fetch_xor(x, 5); r0 = atomic_load(x);", "x=3;"), 6);
}

TEST(LitmusRun, AFailedCompareExchangeStoresWhatItSaw) {
  EXPECT_EQ(ResultOf("r0 = atomic_compare_exchange_strong(x, y, 5);", "x=3; y=3;"), 1);
  EXPECT_EQ(ResultOf("r0 = atomic_compare_exchange_strong(x, y, 5);", "x=3; y=4;"), 0);
  EXPECT_EQ(ResultOf("atomic_compare_exchange_strong(x, y, 5); r0 = *y;", "x=3; y=4;"), 3);
}

TEST(LitmusRun, AddressesAreValues) {
  EXPECT_EQ(ResultOf("r1 = atomic_load(p); atomic_store(r1, 4); r0 = atomic_load(x);", "p=&x;"), 4);
  const litmus::Test test = Parsed(
      "C T\n{ p=&x; x=1; }\nP0(int* p) { int r1 = atomic_load(p); int r0 = atomic_load(r1); }\n"
      "exists (0:r0=1 /\\ 0:r1=x)");
  const Outcome outcome = RunLitmus(test);
  EXPECT_TRUE(outcome.holds);
  EXPECT_THAT(Report(test, outcome), testing::HasSubstr("0:r0=1; 0:r1=x;\n"));
}

TEST(LitmusRun, WhatCDoesNotDefineIsAProblem) {
  EXPECT_EQ(RunLitmus(Parsed("C T\n{}\nP0(int* x) { r0 = 1 / r1; }")).problem,
            "f.litmus:3:21: P0 divides by zero");
  EXPECT_EQ(RunLitmus(Parsed("C T\n{}\nP0(int* x) { r0 = atomic_load(r1); }")).problem,
            "f.litmus:3:31: P0 uses a number that is no address");
}

TEST(LitmusRun, WhatEndsTooLateIsAProblem) {
  std::string stores;
  for (int i = 0; i < 4'000; ++i) stores += "*x = 1; ";
  EXPECT_EQ(RunLitmus(Parsed("C T\n{}\nP0(int* x) { " + stores + "}")).problem,
            "f.litmus: an execution has more than 4000 events");
  // 2 to the power of 17 rounds, none of which accesses anything.
  std::string loops = "r0 = 1;";
  for (int i = 0; i < 17; ++i) {
    const std::string r = "r" + std::to_string(i + 1);
    loops = r + " = 0; while (" + r + " < 2) { " + r + " = " + r + " + 1; " + loops + " }";
  }
  EXPECT_THAT(RunLitmus(Parsed("C T\n{}\nP0(int* x) { " + loops + "}")).problem,
              testing::EndsWith("P0 executes more than 100000 statements"));
}

TEST(LitmusRun, ADeepTestFitsAFibersStack) {
  std::string deep = "atomic_load(x)";
  for (int i = 0; i < 35; ++i) deep = "1 + (" + deep + ")";
  std::string body = "r0 = " + deep + ";";
  for (int i = 0; i < 35; ++i) body = "if (1) " + body;
  EXPECT_EQ(ResultOf(body), 35);
}

const char kRace[] =
    "C T\n{}\nP0(int* x) {\n  *x = 1;\n}\nP1(int* x) {\n  int r0 = *x;\n}\nexists (1:r0=1)";

TEST(LitmusRun, PlainAccessesThatNothingOrdersAreADataRace) {
  const Outcome outcome = RunLitmus(Parsed(kRace));
  EXPECT_TRUE(outcome.racy);
  EXPECT_EQ(outcome.problem, "");
  EXPECT_THAT(outcome.race, testing::StartsWith("f.litmus:"));
  EXPECT_THAT(outcome.race, testing::HasSubstr("nothing orders the two"));
}

TEST(LitmusRun, APlainAccessRacesWithAnAtomicOne) {
  EXPECT_TRUE(RunLitmus(Parsed("C T\n{}\nP0(int* x) { *x = 1; }\n"
                               "P1(int* x) { int r0 = atomic_load(x); }"))
                  .racy);
  EXPECT_TRUE(RunLitmus(Parsed("C T\n{}\nP0(int* x) { int r0 = *x; }\n"
                               "P1(int* x) { atomic_fetch_add(x, 1); }"))
                  .racy);
  EXPECT_FALSE(RunLitmus(Parsed("C T\n{}\nP0(int* x) { int r0 = *x; }\n"
                                "P1(int* x) { int r0 = atomic_load(x); }"))
                   .racy);
}

// The expected value is read plainly, and written plainly on failure only.
TEST(LitmusRun, TheExpectedValueOfACompareExchangeIsPlain) {
  auto racy = [](const std::string& expected, const std::string& other) {
    return RunLitmus(Parsed("C T\n{ e=" + expected +
                            "; }\nP0(int* x, int* e) { atomic_compare_exchange_strong(x, e, 1); }\n"
                            "P1(int* e) { " +
                            other + " }"))
        .racy;
  };
  EXPECT_TRUE(racy("0", "atomic_store(e, 1);"));
  EXPECT_TRUE(racy("5", "int r0 = *e;"));
  EXPECT_FALSE(racy("0", "int r0 = *e;"));
}

TEST(LitmusRun, HappensBeforeOrdersPlainAccesses) {
  const Outcome outcome = RunLitmus(
      Parsed("C MP\n{}\n"
             "P0(int* x, int* y) { *x = 1; atomic_store_explicit(y, 1, memory_order_release); }\n"
             "P1(int* x, int* y) { int r0 = atomic_load_explicit(y, memory_order_acquire);\n"
             "  int r1 = 7; if (r0) r1 = *x; }\n"
             "exists (1:r1=0)"));
  EXPECT_FALSE(outcome.racy);
  EXPECT_EQ(outcome.executions, 2u);
  EXPECT_EQ(outcome.positive, 0u);
}

TEST(LitmusRun, ExecutionsOverTheLoopBoundCountNowhere) {
  const litmus::Test test = Parsed(
      "C T\n{}\nP0(int* x) { while (atomic_load(x) == 0) r0 = r0 + 1; }\n"
      "P1(int* x) { atomic_store(x, 1); }\nlocations [0:r0;]");
  const Outcome two = RunLitmus(test);
  EXPECT_TRUE(two.cut);
  EXPECT_EQ(two.executions, 3u);  // 0, 1 or 2 loads of the initial value, then 1
  EXPECT_EQ(two.states.size(), 3u);
  EXPECT_THAT(Report(test, two), testing::HasSubstr("\nLoop Ok\n"));
  EXPECT_EQ(RunLitmus(test, {.unroll = 4}).executions, 5u);
}

TEST(LitmusRun, AFilterDropsExecutions) {
  const Outcome outcome = RunLitmus(Parsed(StoreBuffering("filter (0:r0=1) forall (1:r0=1)")));
  EXPECT_EQ(outcome.executions, 2u);
  EXPECT_EQ(outcome.positive, 1u);
  EXPECT_FALSE(outcome.holds);
}

// Three executions: both read 1, or one of them reads 0.
TEST(LitmusRun, TheReportHasHerdsLines) {
  const litmus::Test test = Parsed(StoreBuffering("exists (0:r0=0 /\\ 1:r0=0)"));
  EXPECT_EQ(Report(test, RunLitmus(test)),
            "Test SB Allowed\n"
            "States 3\n"
            "0:r0=0; 1:r0=1;\n"
            "0:r0=1; 1:r0=0;\n"
            "0:r0=1; 1:r0=1;\n"
            "No\n"
            "Witnesses\n"
            "Positive: 0 Negative: 3\n"
            "Condition exists (0:r0=0 /\\ 1:r0=0)\n"
            "Observation SB Never 0 3\n");
}

TEST(LitmusRun, TheWitnessesOfNotExistsAreTheOthers) {
  const litmus::Test test = Parsed(StoreBuffering("~exists (0:r0=1 /\\ [y]=1)"));
  EXPECT_THAT(Report(test, RunLitmus(test)),
              testing::EndsWith("No\n"
                                "Witnesses\n"
                                "Positive: 1 Negative: 2\n"
                                "Condition ~exists (0:r0=1 /\\ [y]=1)\n"
                                "Observation SB Sometimes 2 1\n"));
}

TEST(LitmusRun, TheReportPrintsPropositionsAsTheyBind) {
  const litmus::Test test = Parsed(
      StoreBuffering("forall ((0:r0=1 \\/ 1:r0=1) /\\ (x=1 => (y<>2 \\/ false)) /\\ not x=2)"));
  EXPECT_THAT(Report(test, RunLitmus(test)),
              testing::HasSubstr("Condition forall ((0:r0=1 \\/ 1:r0=1) /\\ ([x]=1 => "
                                 "(not ([y]=2) \\/ false)) /\\ not ([x]=2))\n"
                                 "Observation SB Always 3 0\n"));
}

TEST(LitmusRun, TheReportOfARacyTestCountsNothing) {
  const litmus::Test test = Parsed(kRace);
  const std::string report = Report(test, RunLitmus(test));
  EXPECT_THAT(report, testing::StartsWith("Test T Allowed\nUndef\nCondition exists (1:r0=1)\n"
                                          "Data race, which ended the search: f.litmus:"));
  EXPECT_THAT(report, testing::Not(testing::HasSubstr("Observation")));
}

TEST(LitmusRun, TheJsonReportIsOneLine) {
  const litmus::Test test = Parsed(StoreBuffering("~exists (0:r0=1 /\\ [y]=1)"));
  EXPECT_EQ(ReportJson(test, RunLitmus(test)),
            "{\"file\":\"f.litmus\",\"name\":\"SB\","
            "\"condition\":\"~exists (0:r0=1 /\\\\ [y]=1)\",\"holds\":false,"
            "\"racy\":false,\"exhaustive\":true,\"cut\":false,"
            "\"executions\":\"3\",\"positive\":\"2\",\"negative\":\"1\",\"states\":["
            "{\"values\":{\"0:r0\":\"0\",\"[y]\":\"1\"},\"executions\":\"1\"},"
            "{\"values\":{\"0:r0\":\"1\",\"[y]\":\"1\"},\"executions\":\"2\"}]}\n");
}

TEST(LitmusRun, TheJsonReportOfARacyTestHasTheRaceAndNoCounts) {
  const litmus::Test test = Parsed(kRace);
  EXPECT_THAT(ReportJson(test, RunLitmus(test)),
              testing::AllOf(testing::HasSubstr("\"holds\":null,\"racy\":true"),
                             testing::HasSubstr("\"race\":\"f.litmus:"),
                             testing::Not(testing::HasSubstr("executions\""))));
}

TEST(LitmusRun, UnderSequentialConsistencyRelaxedAccessesDoNotBuffer) {
  const litmus::Test test = Parsed(
      "C SB\n{}\n"
      "P0(int* x, int* y) { atomic_store_explicit(x, 1, memory_order_relaxed); "
      "int r0 = atomic_load_explicit(y, memory_order_relaxed); }\n"
      "P1(int* x, int* y) { atomic_store_explicit(y, 1, memory_order_relaxed); "
      "int r0 = atomic_load_explicit(x, memory_order_relaxed); }\n"
      "exists (0:r0=0 /\\ 1:r0=0)");
  EXPECT_TRUE(RunLitmus(test).holds);
  EXPECT_FALSE(RunLitmus(test, {.memory = sim::Memory::kSc}).holds);
}

TEST(LitmusRun, AnotherExplorerMayAnswer) {
  const litmus::Test test = Parsed(StoreBuffering("exists (0:r0=1 /\\ 1:r0=1)"));
  const Outcome outcome =
      RunLitmus(test, {.explorer = [] {
                  return std::make_unique<sim::RandomWalk>(sim::RandomWalk::Config{.seed = 3});
                }});
  EXPECT_EQ(outcome.executions, 3u);
  EXPECT_FALSE(outcome.exhausted);
  EXPECT_THAT(Report(test, outcome), testing::EndsWith("\nNot all executions were visited\n"));
}

TEST(LitmusRun, ASearchEndsWhereItIsTold) {
  int asked = 0;
  const Outcome outcome =
      RunLitmus(Parsed(StoreBuffering("")), {.stop = [&asked] { return ++asked == 2; }});
  EXPECT_EQ(asked, 2);
  EXPECT_FALSE(outcome.exhausted);
}

}  // namespace
}  // namespace litmus
