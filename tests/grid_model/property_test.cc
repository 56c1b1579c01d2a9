// Any loop: the thread does what the replay says, the replay's forms agree, and a wrong result word
// is seen even where it changes nothing that comes after it.

#include <cstdint>
#include <map>
#include <ostream>
#include <set>
#include <vector>

#include "gtest/gtest.h"
// RapidCheck's headers need gtest's before them.
#include "grid_model/compare.h"
#include "grid_model/group.h"
#include "grid_model/replay.h"
#include "rapidcheck/gtest.h"
#include "tests/grid_model/hooked_ring.h"
#include "tests/grid_model/loop_run.h"

namespace grid_model {

// How RapidCheck shows a loop.
void showValue(const ReplayLoop& loop, std::ostream& os) {
  os << loop.cores << "/" << loop.count << ", limit " << loop.limit << ", max " << loop.max_rounds
     << ", base " << loop.base << ", " << loop.word_bits << " bits";
  for (const auto& [core, value] : loop.start) os << ", core " << core << " starts at " << value;
}

}  // namespace grid_model

namespace rc {

// Loops with good words, of any width; start values and limits also where 64 bits end.
template <>
struct Arbitrary<grid_model::ReplayLoop> {
  static uint64_t AnyWord() {
    const uint64_t small = *gen::inRange<uint64_t>(0, 20'000);
    return *gen::elementOf(std::vector<uint64_t>{small, -small, (uint64_t{1} << 63) - small,
                                                 (uint64_t{1} << 32) - small});
  }

  static Gen<grid_model::ReplayLoop> arbitrary() {
    return gen::exec([] {
      grid_model::ReplayLoop loop;
      loop.cores = *gen::inRange<uint64_t>(1, 60);
      loop.count = *gen::inRange<uint64_t>(1, loop.cores + 1);
      loop.base = *gen::inRange<uint64_t>(0, 60);
      loop.max_rounds = *gen::inRange<uint64_t>(0, 100);
      loop.limit = AnyWord();
      loop.word_bits = *gen::element(32, 64);
      const int changed = *gen::inRange(0, 3);
      for (int i = 0; i < changed; ++i) loop.start[*gen::inRange<uint64_t>(0, 120)] = AnyWord();
      return loop;
    });
  }
};

}  // namespace rc

namespace grid_model {
namespace {

RC_GTEST_PROP(Property, TheThreadDoesWhatTheReplaySays, (const ReplayLoop& loop)) {
  const Comparison comparison = CompareWithReplay(loop, RunThreadOnCpu(loop));
  RC_ASSERT(comparison.why == "");
  RC_ASSERT(comparison.ok());
}

RC_GTEST_PROP(Property, TheLoopFedByHandDoesWhatTheThreadDoes, (const ReplayLoop& loop)) {
  const LoopRun thread = RunThreadOnCpu(loop);
  const LoopRun by_hand = RunByHand(loop, RealDecide());
  RC_ASSERT(by_hand.end.code == thread.end.code);
  RC_ASSERT(by_hand.end.results == thread.end.results);
  RC_ASSERT(by_hand.end.region == thread.end.region);
  RC_ASSERT(by_hand.state == thread.state);
}

RC_GTEST_PROP(Property, BothFormsOfTheReplayAgree, (const ReplayLoop& loop)) {
  const ReplayResult cores = ReplayCores(loop), sums = ReplaySums(loop);
  RC_ASSERT(cores.code == sums.code);
  RC_ASSERT(cores.rounds == sums.rounds);
  RC_ASSERT(cores.sum == sums.sum);
  RC_ASSERT(cores.trail == sums.trail);
  RC_ASSERT(cores.groups == sums.groups);
  RC_ASSERT(cores.sums == sums.sums);
}

// Also one that leaves the same remainder, which the thread's own results do not show.
RC_GTEST_PROP(Property, AWrongResultWordIsSeen, (const ReplayLoop& loop)) {
  const ReplayResult replay = ReplayCores(loop);
  RC_PRE(replay.rounds > 0u);
  const uint64_t round = *rc::gen::inRange<uint64_t>(1, replay.rounds + 1);
  const uint64_t choices = loop.cores - loop.count + 1;
  const uint64_t off = *rc::gen::elementOf(std::vector<uint64_t>{1, choices, -choices});
  Grid grid = GridFor(loop);
  InFlight in_flight;
  CpuRing ring(&grid, &in_flight);
  HookedRing hooked(&ring);
  hooked.on_event = [&](uint64_t call, kmx_event& event) {
    if (call == 2 * round) event.ticks += off;
    return KMX_OK;
  };
  const ThreadEnd end = RunThread(WordsOf(loop), &hooked, loop.max_rounds);
  const Comparison comparison =
      Compare(loop, replay, end, ring.log(), grid.words(), grid.state_address());
  RC_ASSERT(!comparison.same_results);
}

std::set<uint64_t> CoresOf(const Group& group) {
  std::set<uint64_t> cores;
  for (uint64_t core = group.first; core < group.end(); ++core) cores.insert(core);
  return cores;
}

RC_GTEST_PROP(Property, OverlapIsACommonCoreAndSymmetric, ()) {
  const auto any = [] {
    return Group{*rc::gen::inRange<uint64_t>(0, 20), *rc::gen::inRange<uint64_t>(0, 20)};
  };
  const Group a = any(), b = any();
  std::set<uint64_t> all = CoresOf(a);
  all.merge(CoresOf(b));
  RC_ASSERT(Overlap(a, b) == (all.size() < a.count + b.count));
  RC_ASSERT(Overlap(a, b) == Overlap(b, a));
}

}  // namespace
}  // namespace grid_model
