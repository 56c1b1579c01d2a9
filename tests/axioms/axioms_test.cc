// What the judge says of executions that the literature has a verdict on: the weak outcome of each
// litmus test, which a model allows or forbids. Verdicts are herd's (rc11.cat, with the release
// sequences of C++20), by the names that the tests have there.
#include "tests/axioms/axioms.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tests/axioms/notation.h"

namespace axioms {
namespace {

struct Verdict {
  const char* name;
  const char* execution;
  const char* rc11;  // what is violated
  const char* sc;

  friend std::ostream& operator<<(std::ostream& out, const Verdict& v) { return out << v.name; }
};

std::string Together(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

class Litmus : public testing::TestWithParam<Verdict> {};

TEST_P(Litmus, HasTheVerdictOfTheLiterature) {
  const Execution execution = Read(GetParam().execution);
  EXPECT_EQ(WhyMalformed(execution), "");
  EXPECT_EQ(Together(Violated(execution, Model::kRc11)), GetParam().rc11);
  EXPECT_EQ(Together(Violated(execution, Model::kSc)), GetParam().sc);
}

TEST(WhyInconsistent, TellsTheFirst) {
  const Execution both = Read("R.acq(x,1) W.rel(y,1) | R.acq(y,1) W.rel(x,1)");
  EXPECT_EQ(Together(Violated(both, Model::kRc11)), "coherence, no thin air");
  EXPECT_EQ(WhyInconsistent(both, Model::kRc11), "coherence");
  EXPECT_EQ(WhyInconsistent(both, Model::kSc), "sc");
  EXPECT_EQ(WhyInconsistent(Read("W.rlx(x,1)"), Model::kRc11), "");
}

constexpr char kAllowed[] = "";
constexpr char kSc[] = "sc";
constexpr char kCoherence[] = "coherence";
constexpr char kAtomicity[] = "atomicity";
constexpr char kNoThinAir[] = "no thin air";
constexpr char kPsc[] = "psc";
constexpr char kCoherenceAndNoThinAir[] = "coherence, no thin air";
constexpr char kCoherenceAndPsc[] = "coherence, psc";

// Stores, then loads of what others stored: psc by po and fr.
INSTANTIATE_TEST_SUITE_P(
    StoreBuffering, Litmus,
    testing::Values(
        Verdict{"SB+rlx", "W.rlx(x,1) R.rlx(y,0) | W.rlx(y,1) R.rlx(x,0)", kAllowed, kSc},
        Verdict{"SB+rel+acq", "W.rel(x,1) R.acq(y,0) | W.rel(y,1) R.acq(x,0)", kAllowed, kSc},
        Verdict{"SB+sc", "W.sc(x,1) R.sc(y,0) | W.sc(y,1) R.sc(x,0)", kPsc, kSc},
        Verdict{"SB+scw+rlxr", "W.sc(x,1) R.rlx(y,0) | W.sc(y,1) R.rlx(x,0)", kAllowed, kSc},
        Verdict{"SB+fences-sc", "W.rlx(x,1) F.sc R.rlx(y,0) | W.rlx(y,1) F.sc R.rlx(x,0)", kPsc,
                kSc},
        Verdict{"SB+fences-acqrel",
                "W.rlx(x,1) F.acq_rel R.rlx(y,0) | W.rlx(y,1) F.acq_rel R.rlx(x,0)", kAllowed, kSc},
        Verdict{"SB+fence-sc+none", "W.rlx(x,1) F.sc R.rlx(y,0) | W.rlx(y,1) R.rlx(x,0)", kAllowed,
                kSc},
        Verdict{"SB+fence-sc+sc", "W.rlx(x,1) F.sc R.rlx(y,0) | W.sc(y,1) R.sc(x,0)", kPsc, kSc},
        Verdict{"SB+fence-sc+acqrel-rmw",
                "W.rlx(x,1) F.sc R.rlx(y,0) | U.acq_rel(y,0,1) R.rlx(x,0)", kAllowed, kSc},
        Verdict{"SB+xchg-sc", "U.sc(x,0,1) R.sc(y,0) | U.sc(y,0,1) R.sc(x,0)", kPsc, kSc},
        Verdict{"SB+xchg-acqrel", "U.acq_rel(x,0,1) R.acq(y,0) | U.acq_rel(y,0,1) R.acq(x,0)",
                kAllowed, kSc},
        Verdict{"SB+rfi+sc", "W.sc(x,1) R.rlx(x,1) R.sc(y,0) | W.sc(y,1) R.rlx(y,1) R.sc(x,0)",
                kPsc, kSc},
        Verdict{"SB+3+sc", "W.sc(x,1) R.sc(y,0) | W.sc(y,1) R.sc(z,0) | W.sc(z,1) R.sc(x,0)", kPsc,
                kSc}));

// Stores that come in different orders at different locations: psc by po and co.
INSTANTIATE_TEST_SUITE_P(
    Stores, Litmus,
    testing::Values(
        Verdict{"2+2W+rlx", "W.rlx(x,2) W.rlx(y,1) | W.rlx(y,2) W.rlx(x,1)", kAllowed, kSc},
        Verdict{"2+2W+rel", "W.rel(x,2) W.rel(y,1) | W.rel(y,2) W.rel(x,1)", kAllowed, kSc},
        Verdict{"2+2W+sc", "W.sc(x,2) W.sc(y,1) | W.sc(y,2) W.sc(x,1)", kPsc, kSc},
        Verdict{"2+2W+fences-sc", "W.rlx(x,2) F.sc W.rlx(y,1) | W.rlx(y,2) F.sc W.rlx(x,1)", kPsc,
                kSc},
        Verdict{"R+rlx", "W.rlx(x,1) W.rlx(y,1) | W.rlx(y,2) R.rlx(x,0)", kAllowed, kSc},
        Verdict{"R+sc", "W.sc(x,1) W.sc(y,1) | W.sc(y,2) R.sc(x,0)", kPsc, kSc},
        Verdict{"R+fences-sc", "W.rlx(x,1) F.sc W.rlx(y,1) | W.rlx(y,2) F.sc R.rlx(x,0)", kPsc,
                kSc},
        Verdict{"S+rlx", "W.rlx(x,2) W.rlx(y,1) | R.rlx(y,1) W.rlx(x,1)", kAllowed, kSc},
        Verdict{"S+rel+acq", "W.rlx(x,2) W.rel(y,1) | R.acq(y,1) W.rlx(x,1)", kCoherence, kSc}));

// Others' stores are seen in different orders: psc by happens-before of one location, and by
// happens-before between accesses to others.
INSTANTIATE_TEST_SUITE_P(
    Witnesses, Litmus,
    testing::Values(
        Verdict{"IRIW+rlx",
                "W.rlx(x,1) | R.rlx(x,1) R.rlx(y,0) | R.rlx(y,1) R.rlx(x,0) | W.rlx(y,1)", kAllowed,
                kSc},
        Verdict{"IRIW+rel+acq",
                "W.rel(x,1) | R.acq(x,1) R.acq(y,0) | R.acq(y,1) R.acq(x,0) | W.rel(y,1)", kAllowed,
                kSc},
        Verdict{"IRIW+sc", "W.sc(x,1) | R.sc(x,1) R.sc(y,0) | R.sc(y,1) R.sc(x,0) | W.sc(y,1)",
                kPsc, kSc},
        // Where C++11 as first published, and compilers to Power, disagree.
        Verdict{"IRIW+acq+sc",
                "W.sc(x,1) | R.acq(x,1) R.sc(y,0) | R.acq(y,1) R.sc(x,0) | W.sc(y,1)", kAllowed,
                kSc},
        Verdict{"IRIW+fences-sc",
                "W.rlx(x,1) | R.rlx(x,1) F.sc R.rlx(y,0) | R.rlx(y,1) F.sc R.rlx(x,0) | W.rlx(y,1)",
                kPsc, kSc},
        Verdict{"RWC+fences-sc",
                "W.rlx(x,1) | R.rlx(x,1) F.sc R.rlx(y,0) | W.rlx(y,1) F.sc R.rlx(x,0)", kPsc, kSc},
        Verdict{"W+RWC+rel+acq+sc",
                "W.sc(x,1) W.rel(y,1) | R.acq(y,1) F.sc R.rlx(z,0) | W.sc(z,1) R.sc(x,0)", kPsc,
                kSc},
        Verdict{"W+RWC+sc+rel+acq+sc+sc",
                "W.sc(x,1) W.rel(y,1) | R.acq(y,1) R.sc(z,0) | W.sc(z,1) R.sc(x,0)", kPsc, kSc},
        Verdict{"W+RWC+sc+rlx+acq+sc+sc",
                "W.sc(x,1) W.rlx(y,1) | R.acq(y,1) R.sc(z,0) | W.sc(z,1) R.sc(x,0)", kAllowed, kSc},
        Verdict{"Z6.0+sc", "W.sc(x,1) W.sc(y,1) | R.sc(y,1) W.sc(z,1) | W.sc(z,2) R.sc(x,0)", kPsc,
                kSc},
        Verdict{"Z6.0+rel+acq+fence-sc",
                "W.rlx(x,1) W.rel(y,1) | R.acq(y,1) W.rel(z,1) | W.rlx(z,2) F.sc R.rlx(x,0)",
                kAllowed, kSc},
        // Allowed by RC11 as published; forbidden where psc takes po;hb;po of any locations.
        Verdict{"Z6.U", "W.sc(x,1) W.rel(y,1) | U.sc(y,1,2) R.rlx(y,3) | W.sc(y,3) R.sc(x,0)",
                kAllowed, kSc},
        Verdict{"WWmerge1", "R.acq(x,2) R.sc(y,0) | W.sc(x,1) W.sc(x,2) | W.sc(y,1) R.sc(x,0)",
                kAllowed, kSc}));

INSTANTIATE_TEST_SUITE_P(
    Coherence, Litmus,
    testing::Values(
        Verdict{"CoRR", "W.rlx(x,1) | R.rlx(x,1) R.rlx(x,0)", kCoherence, kSc},
        Verdict{"CoRR+2w+2r",
                "W.rlx(x,1) | W.rlx(x,2) | R.rlx(x,1) R.rlx(x,2) | R.rlx(x,2) R.rlx(x,1)",
                kCoherence, kSc},
        Verdict{"CoWW", "W.rlx(x,2) W.rlx(x,1)", kCoherence, kSc},
        Verdict{"CoWR", "W.rlx(x,1) R.rlx(x,0)", kCoherence, kSc},
        Verdict{"CoRW1", "R.rlx(x,1) W.rlx(x,1)", kCoherenceAndNoThinAir, kSc},
        Verdict{"CoRW2", "R.rlx(x,2) W.rlx(x,1) | W.rlx(x,2)", kCoherence, kSc},
        Verdict{"MP+rlx+rlx", "W.rlx(x,1) W.rlx(y,1) | R.rlx(y,1) R.rlx(x,0)", kAllowed, kSc},
        Verdict{"MP+rel+rlx", "W.rlx(x,1) W.rel(y,1) | R.rlx(y,1) R.rlx(x,0)", kAllowed, kSc},
        Verdict{"MP+rlx+acq", "W.rlx(x,1) W.rlx(y,1) | R.acq(y,1) R.rlx(x,0)", kAllowed, kSc},
        Verdict{"MP+rel+acq", "W.rlx(x,1) W.rel(y,1) | R.acq(y,1) R.rlx(x,0)", kCoherence, kSc},
        Verdict{"WRC+rel+acq", "W.rlx(x,1) | R.acq(x,1) W.rel(y,1) | R.acq(y,1) R.rlx(x,0)",
                kCoherence, kSc},
        Verdict{"WRC+rel+acq+rlx", "W.rel(x,1) | R.acq(x,1) W.rel(y,1) | R.rlx(y,1) R.rlx(x,0)",
                kAllowed, kSc},
        Verdict{"WRC+fence-sc",
                "W.rlx(x,1) | R.rlx(x,1) F.sc W.rlx(y,1) | R.rlx(y,1) F.sc R.rlx(x,0)",
                kCoherenceAndPsc, kSc},
        Verdict{"ISA2+rel+acq",
                "W.rlx(x,1) W.rel(y,1) | R.acq(y,1) W.rel(z,1) | R.acq(z,1) R.rlx(x,0)", kCoherence,
                kSc},
        Verdict{"ISA2+rel+rlx+rel+acq",
                "W.rlx(x,1) W.rel(y,1) | R.rlx(y,1) W.rel(z,1) | R.acq(z,1) R.rlx(x,0)", kAllowed,
                kSc}));

INSTANTIATE_TEST_SUITE_P(
    LoadBuffering, Litmus,
    testing::Values(Verdict{"LB+rlx", "R.rlx(x,1) W.rlx(y,1) | R.rlx(y,1) W.rlx(x,1)", kNoThinAir,
                            kSc},
                    Verdict{"LB+acq+rel", "R.acq(x,1) W.rel(y,1) | R.acq(y,1) W.rel(x,1)",
                            kCoherenceAndNoThinAir, kSc}));

INSTANTIATE_TEST_SUITE_P(
    Updates, Litmus,
    testing::Values(
        Verdict{"RMW+2fadd", "U.rlx(x,0,1) | U.rlx(x,0,2)", kAtomicity, kAtomicity},
        Verdict{"RMW+fadd+store", "U.rlx(x,0,2) | W.rlx(x,1)", kAtomicity, kAtomicity},
        Verdict{"FourInARow", "U.rlx(x,0,1) U.rlx(x,2,3) | U.rlx(x,1,2) U.rlx(x,3,4)", kAllowed,
                kAllowed},
        Verdict{"ReadsItself", "U.rlx(x,1,1)", kCoherenceAndNoThinAir, kSc},
        Verdict{"RMW+fadd+loads", "U.rlx(x,0,1) | R.rlx(x,1) R.rlx(x,0)", kCoherence, kSc},
        Verdict{"RMW+acqrel-chain", "W.rlx(x,1) U.acq_rel(y,0,1) | U.acq_rel(y,1,2) R.rlx(x,0)",
                kCoherence, kSc}));

// Only updates carry a release sequence on; up to C++17 the head's own fiber did as well.
INSTANTIATE_TEST_SUITE_P(
    ReleaseSequences, Litmus,
    testing::Values(
        Verdict{"RS+fadd-rlx", "W.rlx(d,1) W.rel(x,1) | U.rlx(x,1,2) | R.acq(x,2) R.rlx(d,0)",
                kCoherence, kSc},
        Verdict{"RS+fadd-rlx2",
                "W.rlx(d,1) W.rel(x,1) | U.rlx(x,1,2) | U.rlx(x,2,3) | R.acq(x,3) R.rlx(d,0)",
                kCoherence, kSc},
        Verdict{"RS+fence-fadd",
                "W.rlx(d,1) F.rel W.rlx(x,1) | U.rlx(x,1,2) | R.rlx(x,2) F.acq R.rlx(d,0)",
                kCoherence, kSc},
        Verdict{"RS+store-other",
                "W.rlx(d,1) W.rel(x,1) | R.rlx(x,1) W.rlx(x,2) | R.acq(x,2) R.rlx(d,0)", kAllowed,
                kSc},
        Verdict{"RS+store-same-atomic", "W.rlx(d,1) W.rel(x,1) W.rlx(x,2) | R.acq(x,2) R.rlx(d,0)",
                kAllowed, kSc},
        Verdict{"RS+store-same+fadd",
                "W.rlx(d,1) W.rel(x,1) W.rlx(x,2) | U.rlx(x,2,3) | R.acq(x,3) R.rlx(d,0)", kAllowed,
                kSc},
        Verdict{"RS+fadd-rel-2", "W.rlx(d,1) U.rel(x,0,1) | U.rel(x,1,2) | R.acq(x,2) R.rlx(d,0)",
                kCoherence, kSc},
        Verdict{"RS+fadd-rlx-head",
                "W.rlx(d,1) U.rlx(x,0,1) | U.rel(x,1,2) | R.acq(x,2) R.rlx(d,0)", kAllowed, kSc},
        // Not atomic, so head of nothing.
        Verdict{"F+rel-fence+plain-flag", "W.rlx(d,1) F.rel W.na(x,1) | R.acq(x,1) R.rlx(d,0)",
                kAllowed, kSc},
        Verdict{"F+acq-fence+plain-load", "W.rlx(d,1) W.rel(x,1) | R.na(x,1) F.acq R.rlx(d,0)",
                kAllowed, kSc}));

// What the creator did is known to the created, what ended to who waits for the end.
INSTANTIATE_TEST_SUITE_P(
    Fibers, Litmus,
    testing::Values(
        Verdict{"BeforeCreation", "W.rlx(x,1) create(1) | R.rlx(x,0)", kCoherence, kSc},
        Verdict{"AfterCreation", "create(1) W.rlx(x,1) | R.rlx(x,0)", kAllowed, kAllowed},
        Verdict{"NotYetCreated", "R.rlx(x,1) create(1) | W.rlx(x,1)", kCoherenceAndNoThinAir, kSc},
        Verdict{"JoinEachOther", "join(1) | join(0)", kCoherenceAndNoThinAir, kSc},
        Verdict{"AfterJoin", "create(1) join(1) R.rlx(x,0) | W.rlx(x,1)", kCoherence, kSc},
        Verdict{"WithoutJoin", "create(1) R.rlx(x,0) | W.rlx(x,1)", kAllowed, kAllowed},
        // A fiber's start is an event, as in the standard; so psc orders what comes before its
        // creation and what it does.
        Verdict{"ScBeforeCreation", "W.sc(x,1) create(1) | R.sc(y,0) | W.sc(y,1) R.sc(x,0)", kPsc,
                kSc},
        Verdict{"ScBeforeJoin", "join(1) R.sc(y,0) | W.sc(x,1) | W.sc(y,1) R.sc(x,0)", kPsc, kSc}));

// --- races ---

struct Race {
  const char* name;
  const char* execution;
  bool rc11;
  bool sc;

  friend std::ostream& operator<<(std::ostream& out, const Race& r) { return out << r.name; }
};

class Races : public testing::TestWithParam<Race> {};

TEST_P(Races, AreWhatHappensBeforeDoesNotOrder) {
  const Execution execution = Read(GetParam().execution);
  EXPECT_EQ(WhyInconsistent(execution, Model::kRc11), "");
  EXPECT_EQ(HasRace(execution, Model::kRc11), GetParam().rc11);
  EXPECT_EQ(HasRace(execution, Model::kSc), GetParam().sc);
}

INSTANTIATE_TEST_SUITE_P(
    Known, Races,
    testing::Values(
        Race{"MPna+rel+acq", "W.na(d,1) W.rel(x,1) | R.acq(x,1) R.na(d,1)", false, false},
        Race{"MPna+rel+rlx", "W.na(d,1) W.rel(x,1) | R.rlx(x,1) R.na(d,1)", true, false},
        Race{"MPna+rlx+acq", "W.na(d,1) W.rlx(x,1) | R.acq(x,1) R.na(d,1)", true, false},
        Race{"MPna+rel+acq+unguarded", "W.na(d,1) W.rel(x,1) | R.acq(x,0) R.na(d,0)", true, true},
        Race{"CoWWna", "W.na(x,1) | W.na(x,2)", true, true},
        Race{"CoRRna", "W.na(x,1) | R.na(x,1) R.na(x,1)", true, true},
        Race{"ReadsAlone", "R.na(x,0) | R.na(x,0)", false, false},
        Race{"OneFiberAlone", "W.na(x,1) W.na(x,2) R.na(x,2)", false, false},
        Race{"MIX+plain-write+load", "W.na(x,1) | R.rlx(x,1)", true, true},
        Race{"MIX+store+plain-read", "W.rlx(x,1) | R.na(x,1)", true, true},
        Race{"MIX+ordered", "W.na(x,1) W.rel(y,1) | R.acq(y,1) U.rlx(x,1,2)", false, false},
        Race{"RS+xchg-rlx", "W.na(d,1) W.rel(x,1) | U.rlx(x,1,2) | R.acq(x,2) R.na(d,1)", false,
             false},
        Race{"RS+store-same", "W.na(d,1) W.rel(x,1) W.rlx(x,2) | R.acq(x,2) R.na(d,1)", true,
             false},
        Race{"RMW+acq-fadd-rlx", "W.na(d,1) W.rel(x,1) | U.rel(x,1,2) R.na(d,1)", true, false},
        Race{"F+rel-fence+acq-fence", "W.na(d,1) F.rel W.rlx(x,1) | R.rlx(x,1) F.acq R.na(d,1)",
             false, false},
        Race{"F+sc-fence+sc-fence", "W.na(d,1) F.sc W.rlx(x,1) | R.rlx(x,1) F.sc R.na(d,1)", false,
             false},
        Race{"F+acq-fence+rel-fence", "W.na(d,1) F.acq W.rlx(x,1) | R.rlx(x,1) F.rel R.na(d,1)",
             true, false},
        Race{"F+rel-late+acq-fence", "W.na(d,1) W.rlx(x,1) F.rel | R.rlx(x,1) F.acq R.na(d,1)",
             true, false},
        Race{"F+rel-fence+acq-early", "W.na(d,1) F.rel W.rlx(x,1) | F.acq R.rlx(x,1) R.na(d,1)",
             true, false},
        Race{"F+relfence-2flags",
             "W.na(d,1) F.rel W.rlx(y,1) W.rlx(z,1) | R.rlx(z,1) F.acq R.na(d,1)", false, false},
        Race{"CreateAndJoin", "W.na(x,1) create(1) join(1) R.na(x,2) | R.na(x,1) W.na(x,2)", false,
             false},
        Race{"CreateAlone", "W.na(x,1) create(1) R.na(x,1) | R.na(x,1) W.na(x,2)", true, true}));

// --- what is no execution ---

TEST(Malformed, AReadHasAWriteOfItsLocationAsSource) {
  Execution x = Read("W.rlx(x,1) R.rlx(x,1) W.rlx(y,1)");
  const auto read = std::find_if(x.events.begin(), x.events.end(),
                                 [](const Event& e) { return e.kind == Kind::kRead; });
  for (int source = -1; source <= x.size(); ++source) {
    read->rf = source;
    const bool right = source >= 0 && source < x.size() && x.event(source).location == 0 &&
                       x.event(source).value == 1u && x.event(source).kind == Kind::kWrite;
    EXPECT_EQ(WhyMalformed(x).empty(), right) << source;
  }
  x = Read("W.rlx(x,1)");
  x.events.back().rf = 0;
  EXPECT_EQ(WhyInconsistent(x, Model::kRc11), "event 3: a read, and nothing else, has a source");
}

TEST(Malformed, CoherenceOrderHasAllWritesOnceTheInitialOneFirst) {
  const Execution x = Read("W.rlx(x,1) W.rlx(x,2) W.rlx(y,1)");
  const std::vector<int> right = x.co[0];
  auto with = [&x](std::vector<int> co) {
    Execution other = x;
    other.co[0] = std::move(co);
    return WhyMalformed(other);
  };
  EXPECT_EQ(with(right), "");
  EXPECT_EQ(with({right[0], right[2], right[1]}), "");
  EXPECT_NE(with({}), "");
  EXPECT_NE(with({right[0], right[1]}), "");
  EXPECT_NE(with({right[1], right[0], right[2]}), "");
  EXPECT_NE(with({right[0], right[1], right[1]}), "");
  EXPECT_NE(with({right[0], right[1], right[2], right[2]}), "");
  EXPECT_NE(with({right[0], right[1], x.co[1][1]}), "");
  EXPECT_NE(with({right[0], right[1], x.size()}), "");
}

TEST(Malformed, TheHalvesOfAnUpdateAreNeighbours) {
  const Execution x = Read("U.rlx(x,0,1) R.rlx(x,1) | W.rlx(x,2) R.na(x,2)");
  auto with = [&x](int event, auto change) {
    Execution other = x;
    change(other.events[static_cast<std::size_t>(event)]);
    return WhyMalformed(other);
  };
  auto flip = [](Event& e) { e.update = !e.update; };
  ASSERT_EQ(x.event(2).kind, Kind::kRead);
  EXPECT_EQ(with(2, [](Event&) {}), "");
  for (int i = 2; i <= 4; ++i) EXPECT_NE(with(i, flip), "");
  EXPECT_NE(with(2, [](Event& e) { e.mode = Mode::kPlain; }), "");
}

TEST(Malformed, AFiberBeginsEndsIsCreatedAndJoinedOnce) {
  EXPECT_EQ(WhyMalformed(Read("create(1) join(1) |")), "");
  EXPECT_NE(WhyMalformed(Read("create(1) create(1) |")), "");
  EXPECT_NE(WhyMalformed(Read("create(1) join(1) join(1) |")), "");
  EXPECT_NE(WhyMalformed(Read("join(1)")), "");
  Execution x = Read("W.rlx(x,1)");
  std::swap(x.events[1], x.events[2]);
  EXPECT_NE(WhyMalformed(x), "");
  x = Read("F.rlx");
  std::swap(x.events[1], x.events[2]);
  EXPECT_NE(WhyMalformed(x), "");
  x.events.erase(x.events.begin());
  EXPECT_NE(WhyMalformed(x), "");
}

}  // namespace
}  // namespace axioms
