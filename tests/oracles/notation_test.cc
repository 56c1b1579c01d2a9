// The notation of the oracle tables: what it means, and what is no program.
#include "tests/oracles/notation.h"

#include <string>

#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sim/sim.h"
#include "tests/matchers.h"
#include "tests/oracles/interpreter.h"

namespace oracles {
namespace {

Outcome RunText(const std::string& text, std::optional<Value> n = std::nullopt) {
  const absl::StatusOr<Program> program = ParseNotation(text, n);
  EXPECT_TRUE(program.ok()) << program.status();
  return program.ok() ? RunProgram(*program, {}) : Outcome{};
}

std::string ErrorOf(const std::string& text) {
  return std::string(ParseNotation(text, std::nullopt).status().message());
}

TEST(Notation, ReckonsAsC) {
  EXPECT_THAT(RunText("int a || t{} || main{ assert(1 + 2 * 3 == 7 && (1 + 2) * 3 == 9); "
                      "assert((6 ^ 3 | 8 & 12) == 13 && 1 << 2 + 1 == 8 && 7 % 4 == 3); "
                      "a = 5; a += 2; a--; assert(a == 6 && !(a < 6) && a >= 6); }")
                  .result,
              sim::Passes());
}

TEST(Notation, KnowsLoopsArraysPointersAndFunctions) {
  EXPECT_THAT(RunText("int a[N][2] ; atomic_int x = 3 || "
                      "twice(int i){ return i * 2; } || "
                      "main{ for (int i = 0; i < N; i++) for (int j = 0; j < 2; j++) "
                      "a[i][j] = 10 * i + j; "
                      "int * p = &a[1][0]; assert(*(p + 1) == 11 && *p == 10); "
                      "int i = 0; while (1) { ++i; if (i < 3) continue; break; } assert(i == N); "
                      "int (*f)(int) = &twice; assert(f(21) == 42 && twice(R.acq(x)) == 6); }",
                      3)
                  .result,
              sim::Passes());
}

TEST(Notation, DoesNotEvaluateTheRightSideOfWhatIsDecided) {
  EXPECT_THAT(RunText("int a || bad(int i){ assert(0); return i; } || "
                      "main{ assert(1 || bad(0)); assert(!(0 && bad(0))); }")
                  .result,
              sim::Passes());
}

TEST(Notation, FailsWhereAnAssertFails) {
  EXPECT_THAT(RunText("int a || t{} || main{ assert(a == 1); }").result,
              sim::FailsWithRule("assert"));
}

TEST(Notation, CountsNoExecutionInWhichAnAssumptionFails) {
  const Outcome outcome = RunText(
      "atomic_int x || t{W.rlx(x,1);} | u{assume(R.rlx(x) == 1);} || main{spawn t(); spawn u();}");
  EXPECT_EQ(outcome.executions, 1u);
  EXPECT_EQ(outcome.result.executions, 2u);
}

TEST(Notation, HasNoOrderOfArrivalsAtABarrierUnlessItIsAskedFor) {
  const std::string text =
      "pthread_barrier_t b ; int x[2] || "
      "meet(int i){ x[i] = 1; pthread_barrier_wait(&b); assert(x[1 - i] == 1); } || "
      "main{ pthread_barrier_init(&b, NULL, 2); spawn meet(0); spawn meet(1); }";
  EXPECT_EQ(RunText(text).executions, 1u);
  const absl::StatusOr<Program> program = ParseNotation(text, std::nullopt);
  ASSERT_TRUE(program.ok()) << program.status();
  EXPECT_EQ(RunProgram(*program, {.ordered_arrivals = true}).executions, 2u);
}

TEST(Notation, SaysWhereItIsNoProgram) {
  EXPECT_THAT(ErrorOf("int a || t{} || main{ a = ; }"), testing::HasSubstr("not `;`"));
  EXPECT_THAT(ErrorOf("int a || t{} || main{ b(1); }"), testing::HasSubstr("a definition of b"));
  EXPECT_THAT(ErrorOf("int a || t{} || main{ W.seq(a,1); }"), testing::HasSubstr("a memory order"));
  EXPECT_THAT(ErrorOf("int a || t{} || main{ a = N; }"), testing::HasSubstr("an N"));
  EXPECT_THAT(ErrorOf("Two workers do as they like."), testing::HasSubstr("not `do`"));
}

}  // namespace
}  // namespace oracles
