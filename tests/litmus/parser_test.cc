// Herd's C format is read as herd reads it; what is wrong is said with its place.

#include "scenarios/litmus/parser.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace litmus {
namespace {

using testing::ElementsAre;
using testing::Field;

std::string ErrorOf(const std::string& text) {
  const absl::StatusOr<litmus::Test> test = ParseLitmus(text, "f.litmus");
  return test.ok() ? "no error" : std::string(test.status().message());
}

litmus::Test Parsed(const std::string& text) {
  absl::StatusOr<litmus::Test> test = ParseLitmus(text, "f.litmus");
  EXPECT_TRUE(test.ok()) << test.status();
  return test.ok() ? *std::move(test) : litmus::Test();
}

// A test around the body of one thread with the locations x and y.
std::string Body(const std::string& body) {
  return "C T\n{}\nP0(atomic_int* x, atomic_int* y) {\n" + body + "\n}\n";
}
// The same around what stands behind it.
std::string Tail(const std::string& tail) { return Body("int r0 = atomic_load(x);") + tail; }
// The same around the initial values.
std::string Init(const std::string& init) {
  return "C T\n{" + init + "}\nP0(int* x) { int r0 = atomic_load(x); }\n";
}

TEST(LitmusParser, ReadsNameLocationsThreadsAndCondition) {
  const litmus::Test test = Parsed(
      "C MP+rel.x-y[2]/z  and the rest of the line\n"
      "\"a doc\"\n(* free { text *)\nHash=12\n"
      "{ x=1; [y]=-2; int z=0x10; *w=3; v }\n"
      "P0(atomic_int* x, volatile int *y) { atomic_store_explicit(x, 1, memory_order_release); }\n"
      "void P1(_Atomic(int)* x, const int* y) { int r0 = atomic_load(x); }\n"
      "locations [1:r0; y int;]\nexists (1:r0=1 /\\ x=2)\n");
  EXPECT_EQ(test.name, "MP+rel.x-y[2]/z");
  EXPECT_THAT(test.locations, ElementsAre(Field(&Location::name, "x"), Field(&Location::name, "y"),
                                          Field(&Location::name, "z"), Field(&Location::name, "w"),
                                          Field(&Location::name, "v")));
  EXPECT_THAT(test.locations,
              ElementsAre(Field(&Location::initial, 1), Field(&Location::initial, -2),
                          Field(&Location::initial, 16), Field(&Location::initial, 3),
                          Field(&Location::initial, 0)));
  EXPECT_EQ(test.threads.size(), 2u);
  EXPECT_EQ(test.quantifier, Quantifier::kExists);
  EXPECT_EQ(test.observed.size(), 3u);
}

TEST(LitmusParser, ReadsEveryFormOfInitialValue) {
  const litmus::Test test =
      Parsed(Init("_Atomic int x=1; atomic_t y = ATOMIC_INIT(2); int *p=&x; q = y; "
                  "0:r1=7 (* (* nested *) *)"));
  EXPECT_EQ(test.locations[0].initial, 1);
  EXPECT_EQ(test.locations[1].initial, 2);
  EXPECT_EQ(test.locations[2].initial, kFirstAddress + 0);
  EXPECT_EQ(test.locations[3].initial, kFirstAddress + 1);
  EXPECT_THAT(test.threads[0].initial, testing::Contains(7));
}

TEST(LitmusParser, NothingBehindTheThreadsMeansForallTrue) {
  const litmus::Test test = Parsed(Tail(""));
  EXPECT_EQ(test.quantifier, Quantifier::kForall);
  EXPECT_EQ(test.condition.kind, Proposition::Kind::kTrue);
}

TEST(LitmusParser, ReadsEveryQuantifier) {
  EXPECT_EQ(Parsed(Tail("exists (x=0)")).quantifier, Quantifier::kExists);
  EXPECT_EQ(Parsed(Tail("~exists (x=0)")).quantifier, Quantifier::kNotExists);
  EXPECT_EQ(Parsed(Tail("~  exists (x=0)")).quantifier, Quantifier::kNotExists);
  EXPECT_EQ(Parsed(Tail("forall (x=0)")).quantifier, Quantifier::kForall);
  EXPECT_EQ(Parsed(Tail("final (x=0)")).quantifier, Quantifier::kExists);
  EXPECT_EQ(Parsed(Tail("locations [x;] (x=0)")).quantifier, Quantifier::kExists);
  EXPECT_TRUE(Parsed(Tail("filter (x=0) exists true")).filter.has_value());
}

TEST(LitmusParser, ImplicationBindsTighterThanAndWhichBindsTighterThanOr) {
  const Proposition p = Parsed(Tail("exists x=0 /\\ y=0 => x=1 \\/ not x=2 /\\ ~(y<>3)")).condition;
  ASSERT_EQ(p.kind, Proposition::Kind::kOr);
  ASSERT_EQ(p.parts[0].kind, Proposition::Kind::kAnd);
  EXPECT_EQ(p.parts[0].parts[1].kind, Proposition::Kind::kImplies);
  ASSERT_EQ(p.parts[1].kind, Proposition::Kind::kAnd);
  EXPECT_EQ(p.parts[1].parts[0].kind, Proposition::Kind::kNot);
}

TEST(LitmusParser, ARegisterOrALocationMayStandOnTheRight) {
  const Proposition p = Parsed(Tail("exists 0:r0=P0:r1 /\\ [x]=[y] /\\ x=&y")).condition;
  ASSERT_EQ(p.parts.size(), 3u);
  EXPECT_EQ(p.parts[0].terms[1].kind, Term::Kind::kRegister);
  EXPECT_EQ(p.parts[1].terms[1].kind, Term::Kind::kLocation);
  EXPECT_EQ(p.parts[2].terms[1].kind, Term::Kind::kAddress);
}

TEST(LitmusParser, TheProgramEndsAtTheWordExistsEvenInAComment) {
  EXPECT_EQ(ErrorOf(Body("// it exists")),
            "f.litmus:4:7: expected a statement, not the end of "
            "this part");
}

TEST(LitmusParser, ACommentMayStandAnywhereInAProgram) {
  EXPECT_EQ(ErrorOf(Body("int /* a { */ r0 = 1; // b }")), "no error");
}

TEST(LitmusParser, ErrorsOfTheHeadNameTheirPlace) {
  EXPECT_EQ(ErrorOf(""), "f.litmus:1:1: a C litmus test begins with 'C'");
  EXPECT_EQ(ErrorOf("PPC MP\n{}"), "f.litmus:1:1: a C litmus test begins with 'C'");
  EXPECT_EQ(ErrorOf("C \n{}"), "f.litmus:1:3: expected the test's name");
  EXPECT_EQ(ErrorOf("C MP\n"), "f.litmus:1:5: expected '{' and the initial values");
  EXPECT_EQ(ErrorOf("C MP\n{ x=1;"), "f.litmus:2:1: this '{' is not closed");
  EXPECT_EQ(ErrorOf("C MP\n{}\n"),
            "f.litmus:3:1: expected the thread P0, not the end of this part");
}

TEST(LitmusParser, ErrorsOfInitialValuesNameTheirPlace) {
  EXPECT_EQ(ErrorOf(Init(" x=1 y=2 ")), "f.litmus:2:7: expected ';', not 'y'");
  EXPECT_EQ(ErrorOf(Init(" atomic_int x=0; ")),
            "f.litmus:2:3: atomic_int has no known size here: write int");
  EXPECT_EQ(ErrorOf(Init(" int a[2]={1,2}; ")), "f.litmus:2:8: arrays are not supported");
  EXPECT_EQ(ErrorOf(Init(" x=99999999999999999999; ")),
            "f.litmus:2:5: the number does not fit 64 bits");
  EXPECT_EQ(ErrorOf(Init(" x=0x; ")), "f.litmus:2:7: expected digits");
  EXPECT_EQ(ErrorOf(Init(" x=ATOMIC_INIT(ATOMIC_INIT(1)); ")),
            "f.litmus:2:28: expected ')', not '('");
  EXPECT_EQ(ErrorOf(Init(" // x\n")), "f.litmus:2:3: the character '/' has no meaning here");
  EXPECT_EQ(ErrorOf(Init(" (* x ")), "f.litmus:2:1: this '{' is not closed");
  EXPECT_EQ(ErrorOf(Init(" 3:r0=1; ")),
            "f.litmus:2:2: the initial values name thread 3, which does not exist");
}

TEST(LitmusParser, ErrorsOfThreadsNameTheirPlace) {
  EXPECT_EQ(ErrorOf("C T\n{}\nP1(int* x) { int r; }"),
            "f.litmus:3:1: expected the thread P0, not 'P1'");
  EXPECT_EQ(ErrorOf("C T\n{}\nP0(int x) { int r; }"),
            "f.litmus:3:8: expected '*': a parameter is the address of a location, not 'x'");
  EXPECT_EQ(ErrorOf("C T\n{}\nP0(atomic_long* x) { int r; }"),
            "f.litmus:3:4: expected a parameter's type, not 'atomic_long'");
  EXPECT_EQ(ErrorOf("C T\n{}\nP0(_Atomic(_Atomic(int))* x) { int r; }"),
            "f.litmus:3:12: expected a type that is not atomic, not '_Atomic'");
  EXPECT_EQ(ErrorOf("C T\n{}\nP0(int* x) { }"), "f.litmus:3:14: expected a statement, not '}'");
}

TEST(LitmusParser, ErrorsOfStatementsNameTheirPlace) {
  EXPECT_EQ(ErrorOf(Body("  r0 = 1")), "f.litmus:5:1: expected ';', not '}'");
  EXPECT_EQ(ErrorOf(Body("  x = 1;")), "f.litmus:4:3: 'x' is the address of a location");
  EXPECT_EQ(ErrorOf(Body("  int r0, r1;")), "f.litmus:4:9: one declaration, one register");
  EXPECT_EQ(ErrorOf(Body("  for (;;) r0 = 1;")), "f.litmus:4:3: the format has no 'for'");
  EXPECT_EQ(ErrorOf(Body("  mtx_lock(x);")), "f.litmus:4:3: 'mtx_lock' is not supported");
  EXPECT_EQ(ErrorOf(Body("  atomic_store_explicit(x, 1);")),
            "f.litmus:4:29: expected ',', not ')'");
  EXPECT_EQ(ErrorOf(Body("  atomic_thread_fence(acquire);")),
            "f.litmus:4:23: expected a memory order, not 'acquire'");
  EXPECT_EQ(ErrorOf(Body("  atomic_thread_fence(memory_order_consume);")),
            "f.litmus:4:23: memory_order_consume is not modelled");
  EXPECT_EQ(ErrorOf(Body("  if (r0) {}")), "f.litmus:4:12: expected a statement, not '}'");
}

TEST(LitmusParser, ErrorsOfExpressionsNameTheirPlace) {
  EXPECT_EQ(ErrorOf(Body("  r0 = r1-1;")), "f.litmus:4:10: expected ';', not '-1'");
  EXPECT_EQ(ErrorOf(Body("  r0 = r1 && r2;")), "f.litmus:4:11: the format has no '&&' in programs");
  EXPECT_EQ(ErrorOf(Body("  r0 = 1 == 2 == 3;")),
            "f.litmus:4:15: comparisons do not chain: put parentheses");
  EXPECT_EQ(ErrorOf(Body("  r0 = 0x10;")), "f.litmus:4:9: a name follows the number at once");
  EXPECT_EQ(ErrorOf(Body("  r0 = ;")), "f.litmus:4:8: expected an expression, not ';'");
  EXPECT_EQ(ErrorOf(Body("  r0 = READ_ONCE(*x);")),
            "f.litmus:4:8: 'READ_ONCE' is no function that returns a value here");
  EXPECT_EQ(ErrorOf(Body("  r0 = atomic_load(x) + atomic_load(y);")),
            "f.litmus:4:25: C leaves the order of two accesses in one expression open: give each "
            "a statement of its own");
  EXPECT_EQ(ErrorOf(Body("  r0 = " + std::string(41, '(') + "1" + std::string(41, ')') + ";")),
            "f.litmus:4:48: the expression nests deeper than 40");
}

TEST(LitmusParser, ALongSumNestsToo) {
  std::string sum = "1";
  for (int i = 0; i < 100; ++i) sum += " + 1";
  EXPECT_THAT(ErrorOf(Body("  r0 = " + sum + ";")),
              testing::EndsWith("the expression nests deeper than 40"));
}

TEST(LitmusParser, ErrorsOfTheTailNameTheirPlace) {
  EXPECT_EQ(ErrorOf(Tail("exists (x=1")), "f.litmus:6:12: expected ')', not the end of this part");
  EXPECT_EQ(ErrorOf(Tail("exists (x<1)")), "f.litmus:6:10: the character '<' has no meaning here");
  EXPECT_EQ(ErrorOf(Tail("exists (1:r0=1)")), "f.litmus:6:9: there is no thread '1'");
  EXPECT_EQ(ErrorOf(Tail("locations [[x];]")), "f.litmus:6:12: no brackets here");
  EXPECT_EQ(ErrorOf(Tail("exists (x=1) y")),
            "f.litmus:6:14: expected the end of the file, not 'y'");
  EXPECT_EQ(
      ErrorOf(Tail("locations [x;] not exists (x=1)")),
      "f.litmus:6:16: expected locations, filter, exists, ~exists, forall or final, not 'not'");
}

// As in herd, the form of the access says whether it is atomic, and the declared type nothing.
TEST(LitmusParser, AnAccessWithAStarIsPlain) {
  const litmus::Test test =
      Parsed("C T\n{}\nP0(atomic_int* x, int* y) {\n  *x = *y;\n  atomic_store(y, 1);\n  *x;\n}\n");
  const std::vector<Statement>& body = test.threads[0].body.body;
  EXPECT_FALSE(body[0].atomic);
  EXPECT_FALSE(body[0].operands[1].atomic);
  EXPECT_TRUE(body[1].atomic);
  EXPECT_FALSE(body[2].operands[0].atomic);
}

TEST(LitmusParser, ATestKnowsItsFile) { EXPECT_EQ(Parsed(Tail("")).file, "f.litmus"); }

TEST(LitmusParser, PropositionsMayBeLongButNotDeep) {
  auto repeated = [](const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
  };
  EXPECT_EQ(ErrorOf(Tail("exists " + repeated("x=0 /\\ ", 10'000) + "x=1")), "no error");
  EXPECT_EQ(ErrorOf(Tail("exists " + repeated("x=0 \\/ ", 10'000) + "x=1")), "no error");
  const std::string deep = "the proposition nests deeper than 40";
  EXPECT_EQ(ErrorOf(Tail("exists " + repeated("~", 40) + "x=1")), "no error");
  EXPECT_EQ(ErrorOf(Tail("exists " + repeated("~", 41) + "x=1")), "f.litmus:6:49: " + deep);
  EXPECT_THAT(ErrorOf(Tail("exists " + repeated("(", 10'000))), testing::EndsWith(deep));
  EXPECT_THAT(ErrorOf(Tail("exists " + repeated("x=1 => ", 10'000))), testing::EndsWith(deep));
}

TEST(LitmusParser, ErrorsQuoteTheFileInPrintableLetters) {
  EXPECT_EQ(ErrorOf(Body("  r0 = \x1b;")),
            "f.litmus:4:8: the character '\\x1b' has no meaning here");
  EXPECT_EQ(
      ErrorOf(Body("  " + std::string(100, 'a') + "(x);")),
      "f.litmus:4:3: '" + std::string(40, 'a') + "...' is no function that returns a value here");
}

}  // namespace
}  // namespace litmus
