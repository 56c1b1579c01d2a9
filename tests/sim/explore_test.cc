// Explore, the explorers and replay: the same seed gives the same executions, a finding replays to
// the bit, and a tape that does not fit says so.

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/matchers.h"
#include "tests/sim/outcomes.h"

namespace sim {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// Has choices of every kind, and passes.
void AllKinds() {
  atomic<int> x(0, "x");
  atomic<int> y(0, "y");
  fiber a("a", [&] {
    x.store(1, std::memory_order_relaxed);
    y.store(static_cast<int>(choose(3)), std::memory_order_relaxed);
    int expected = 0;
    x.compare_exchange_weak(expected, 5, std::memory_order_relaxed);
  });
  fiber b("b", [&] {
    y.store(fault("f") ? 7 : 8, std::memory_order_relaxed);
    x.load(std::memory_order_relaxed);
    x.fetch_add(1, std::memory_order_seq_cst);
  });
}

// The example of sim/sim.h; relaxed, it races.
void MessagePassing(std::memory_order publish) {
  plain<int> page(0, "page");
  atomic<int> ready(0, "ready");
  fiber sender("sender", [&] {
    page.set(42);
    ready.store(1, publish);
  });
  fiber receiver("receiver", [&] {
    ready.await([](int v) { return v == 1; }, std::memory_order_acquire);
    check(page.get() == 42, "the receiver sees the page");
  });
}

template <class AnyExplorer>
std::vector<Tape> Tapes(AnyExplorer explorer) {
  std::vector<Tape> tapes;
  Explore(AllKinds, explorer, {.observe = [&](const Execution& e) {
            tapes.push_back(e.tape());
            return true;
          }});
  return tapes;
}

TEST(RandomWalkExplorer, TheSameSeedGivesTheSameTapes) {
  EXPECT_EQ(Tapes(RandomWalk({.seed = 5, .executions = 50})),
            Tapes(RandomWalk({.seed = 5, .executions = 50})));
  EXPECT_NE(Tapes(RandomWalk({.seed = 5, .executions = 50})),
            Tapes(RandomWalk({.seed = 6, .executions = 50})));
}

TEST(RandomWalkExplorer, MoreExecutionsBeginAsFewerDo) {
  std::vector<Tape> many = Tapes(RandomWalk({.seed = 5, .executions = 50}));
  many.resize(10);
  EXPECT_EQ(many, Tapes(RandomWalk({.seed = 5, .executions = 10})));
}

TEST(PctExplorer, TheSameSeedGivesTheSameTapes) {
  EXPECT_EQ(Tapes(Pct({.seed = 5, .executions = 50})), Tapes(Pct({.seed = 5, .executions = 50})));
  EXPECT_NE(Tapes(Pct({.seed = 5, .executions = 50})), Tapes(Pct({.seed = 6, .executions = 50})));
  EXPECT_NE(Tapes(Pct({.seed = 5, .executions = 50, .depth = 1})),
            Tapes(Pct({.seed = 5, .executions = 50, .depth = 4})));
}

TEST(PctExplorer, FindsARaceToo) {
  EXPECT_THAT(Explore([] { MessagePassing(std::memory_order_relaxed); }, Pct({})),
              FailsWith("data race"));
  EXPECT_THAT(Explore([] { MessagePassing(std::memory_order_release); }, Pct({})), Passes());
}

TEST(EnumerateExplorer, VisitsEveryTapeOnce) {
  const std::vector<Tape> tapes = Tapes(Enumerate());
  std::set<std::string> texts;
  for (const Tape& tape : tapes) texts.insert(ToText(tape));
  EXPECT_EQ(texts.size(), tapes.size());
  EXPECT_GT(tapes.size(), 100u);
}

TEST(EnumerateExplorer, SaysWhetherItSawAll) {
  const Result all = Explore([] { choose(5); }, Enumerate());
  EXPECT_EQ(all.executions, 5u);
  EXPECT_TRUE(all.exhausted);
  const Result some = Explore([] { choose(5); }, Enumerate({.executions = 4}));
  EXPECT_EQ(some.executions, 4u);
  EXPECT_FALSE(some.exhausted);
  EXPECT_FALSE(Explore([] { choose(5); }, RandomWalk({})).exhausted);
}

TEST(ExploreLoop, CountsAndStopsAtTheFirstFinding) {
  const auto third = [] { check(choose(5) != 2, "not two"); };
  const Result first = Explore(third, Enumerate());
  EXPECT_THAT(first, FailsWithRule("not two"));
  EXPECT_EQ(first.executions, 3u);
  EXPECT_EQ(first.found_after, 3u);
  EXPECT_EQ(first.findings, 1u);
  EXPECT_EQ(first.confirmed, 3);
  EXPECT_FALSE(first.exhausted);
  const Result all =
      Explore([] { check(choose(5) % 2 == 0, "even"); }, Enumerate(), {.keep_going = true});
  EXPECT_THAT(all, FailsWithRule("even"));
  EXPECT_EQ(all.executions, 5u);
  EXPECT_EQ(all.found_after, 2u);
  EXPECT_EQ(all.findings, 2u);
  EXPECT_TRUE(all.exhausted);
}

TEST(ExploreLoop, NoExecutionIsNoPass) {
  EXPECT_FALSE(Explore([] {}, RandomWalk({.executions = 0})).ok());
}

TEST(ExploreLoop, AnObserverMayEndIt) {
  const Result result =
      Explore([] { choose(5); }, Enumerate(), {.observe = [](const Execution&) { return false; }});
  EXPECT_THAT(result, Passes());
  EXPECT_EQ(result.executions, 1u);
}

TEST(ExploreLoop, ExecutionsThatPassAreTheSameAgain) {
  EXPECT_THAT(Explore(AllKinds, RandomWalk({.executions = 500}), {.selfcheck_every = 1}), Passes());
  EXPECT_THAT(Explore(AllKinds, Pct({.executions = 500}), {.selfcheck_every = 1}), Passes());
  EXPECT_THAT(Explore(AllKinds, RandomWalk({.executions = 500}),
                      {.memory = Memory::kSc, .selfcheck_every = 1}),
              Passes());
}

TEST(ReplayedTape, GivesTheSameDigest) {
  struct Run {
    Tape tape;
    std::uint64_t digest;
  };
  std::vector<Run> runs;
  Explore(AllKinds, RandomWalk({.executions = 200}), {.observe = [&](const Execution& e) {
            runs.push_back({e.tape(), Digest(e.graph())});
            return true;
          }});
  for (const Run& run : runs) {
    std::uint64_t digest = 0;
    Replay replay(run.tape);
    Explore(AllKinds, replay, {.observe = [&](const Execution& e) {
              digest = Digest(e.graph());
              return true;
            }});
    EXPECT_EQ(replay.misfit(), "");
    EXPECT_EQ(digest, run.digest) << ToText(run.tape);
  }
}

TEST(ReplayedTape, GivesTheSameFindingAndTheSameTable) {
  const auto body = [] { MessagePassing(std::memory_order_relaxed); };
  const Result found = Explore(body, RandomWalk({}));
  ASSERT_THAT(found, FailsWith("data race"));
  const Result again = ReplayTape(body, found.tape);
  EXPECT_THAT(again, FailsWith("data race"));
  EXPECT_EQ(again.finding.message, found.finding.message);
  EXPECT_EQ(again.finding.where, found.finding.where);
  EXPECT_EQ(Table(again.trace), Table(found.trace));
  EXPECT_EQ(Table(again.trace, true), Table(found.trace, true));
}

TEST(ReplayedTape, EndsTamelyWhereItEnds) {
  const auto body = [] {
    check(choose(2) == 0 || choose(3) == 0, "tame");
    reached("the end");
  };
  EXPECT_THAT(ReplayTape(body, {}), Passes());
  EXPECT_THAT(ReplayTape(body, {{ChoiceKind::kChoose, 2, 1}}), Passes());
  EXPECT_THAT(ReplayTape(body, {{ChoiceKind::kChoose, 2, 1}, {ChoiceKind::kChoose, 3, 2}}),
              FailsWithRule("tame"));
}

TEST(ReplayedTape, ThatDoesNotFitSaysWhere) {
  const auto body = [] {
    choose(2);
    fault("f");
  };
  EXPECT_THAT(ReplayTape(body, {{ChoiceKind::kChoose, 3, 1}}),
              AllOf(FailsWith("replay diverged"),
                    Saying("choice 1: the tape chose a value among 3, this program asks for a "
                           "value among 2")));
  EXPECT_THAT(ReplayTape(body, {{ChoiceKind::kChoose, 2, 1}, {ChoiceKind::kRead, 2, 1}}),
              AllOf(FailsWith("replay diverged"),
                    Saying("choice 2: the tape chose a write to read among 2, this program asks "
                           "for a fault among 2")));
  EXPECT_THAT(ReplayTape(body, {{ChoiceKind::kChoose, 2, 1},
                                {ChoiceKind::kFault, 2, 1},
                                {ChoiceKind::kFault, 2, 1}}),
              AllOf(FailsWith("replay diverged"),
                    Saying("the tape has 3 choices, this program asked for 2")));
}

TEST(ReplayedTape, ThatDoesNotFitIsNoPassWhoeverAsks) {
  const auto two_fibers = [] {
    atomic<int> x(0);
    fiber a("a", [&] { x.store(1); });
    fiber b("b", [&] { x.store(2); });
  };
  // Of one more fiber than there are.
  EXPECT_THAT(ReplayTape(two_fibers, {{ChoiceKind::kFiber, 3, 2}}), FailsWith("replay diverged"));
}

TEST(Digests, OfDifferentExecutionsDiffer) {
  std::set<std::uint64_t> digests;
  std::set<std::string> tapes;
  Explore([] { atomic<std::uint32_t>(0).store(choose(100)); }, Enumerate(),
          {.observe = [&](const Execution& e) {
            digests.insert(Digest(e.graph()));
            return true;
          }});
  EXPECT_EQ(digests.size(), 100u);
}

TEST(Signatures, AreTheSameForEveryInterleavingOfAGraph) {
  // Two fibers that share nothing: six interleavings, one graph.
  EXPECT_EQ(Graphs(
                [] {
                  atomic<int> x(0), y(0);
                  fiber a("a", [&] {
                    x.store(1);
                    x.load();
                  });
                  fiber b("b", [&] {
                    y.store(1);
                    y.load();
                  });
                },
                Enumerate())
                .size(),
            1u);
}

TEST(Printed, AFailureHasSentenceTableAndTape) {
  const Result result =
      Explore([] { MessagePassing(std::memory_order_relaxed); }, RandomWalk({.seed = 1}));
  std::ostringstream out;
  out << result;
  EXPECT_THAT(out.str(), testing::StartsWith("data race: receiver reads page while sender writes "
                                             "it: nothing orders the two ["));
  EXPECT_THAT(out.str(), HasSubstr("random walk, seed 1"));
  EXPECT_THAT(out.str(), HasSubstr("confirmed 3/3"));
  EXPECT_THAT(out.str(), HasSubstr("page = 42"));
  EXPECT_THAT(out.str(), HasSubstr("ready := 1 rlx"));
  EXPECT_THAT(out.str(), HasSubstr("ready awaited -> 1 acq"));
  EXPECT_THAT(out.str(), testing::EndsWith("tape " + ToText(result.tape) + "\n"));
}

TEST(Printed, APassIsOneLine) {
  std::ostringstream out;
  out << Explore([] { choose(2); }, Enumerate());
  EXPECT_EQ(out.str(), "pass: 2 executions (enumerator), exhaustive\n");
}

TEST(Printed, TheTableLeavesOutWhatDoesNotMatter) {
  const Result result = Explore(
      [] {
        atomic<int> x(0, "x");
        atomic<int> noise(0, "noise");
        {
          fiber other("other", [&] { noise.store(1); });
          fiber guilty("guilty", [&] { check(x.load() == 1, "x is 1"); });
        }
      },
      Enumerate({.executions = 1}));
  EXPECT_THAT(Table(result.trace), testing::Not(HasSubstr("noise")));
  EXPECT_THAT(Table(result.trace), HasSubstr("x -> 0 sc"));
  EXPECT_THAT(Table(result.trace), HasSubstr("guilty"));
}

}  // namespace
}  // namespace sim
