// The thread: its words, codes, progress, region and result words, and what it makes of a ring that
// fails. The loop is the table's tiny one: 4 cores, 2 a STEP, sums 45 50 61 72 83 100, groups
// 0 0 2 1 0 2.

#include "grid_model/thread/driver.h"

#include <functional>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "grid_model/cpu_ring.h"
#include "grid_model/cpu_thread.h"
#include "gtest/gtest.h"
#include "tests/grid_model/hooked_ring.h"
#include "tests/grid_model/loop_run.h"

namespace grid_model {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr uint64_t kEmptyTrail = 0xcbf29ce484222325;
const ReplayLoop kTiny = {.cores = 4, .count = 2, .limit = 100, .max_rounds = 8};

// The trail after so many rounds of the tiny loop, from the replay.
uint64_t TrailAfter(uint64_t rounds) {
  ReplayLoop loop = kTiny;
  loop.max_rounds = rounds;
  return ReplayCores(loop).trail;
}

// The tiny loop on a ring that `hook` spoils.
ThreadEnd RunTiny(const std::function<void(HookedRing&, CpuRing&)>& hook,
                  uint64_t region_length = 8) {
  Grid grid({.cores = 4});
  InFlight in_flight;
  CpuRing ring(&grid, &in_flight);
  HookedRing hooked(&ring);
  hook(hooked, ring);
  return RunThread(WordsOf(kTiny), &hooked, region_length);
}

// The event of the fifth command, round 3's STEP, or of the sixth, its SUM, is replaced.
ThreadEnd RunTinyWithEvent(uint64_t command, const std::function<void(kmx_event&)>& change,
                           kmx_ring_status status = KMX_OK) {
  return RunTiny([&](HookedRing& hooked, CpuRing&) {
    hooked.on_event = [=](uint64_t call, kmx_event& event) {
      if (call != command) return KMX_OK;
      change(event);
      return status;
    };
  });
}

void Unchanged(kmx_event&) {}

void ExpectTwoRounds(const ThreadEnd& end, int code) {
  EXPECT_EQ(end.code, code);
  EXPECT_THAT(end.results, ElementsAre(2, 50, TrailAfter(2)));
}

TEST(Driver, TheTinyLoopEndsAtItsLimit) {
  const ThreadEnd end = RunTiny([](HookedRing&, CpuRing&) {});
  EXPECT_EQ(end.code, KMX_CODE_LIMIT);
  EXPECT_THAT(end.results, ElementsAre(6, 100, 0xea958fb61f2ca1b4));
  EXPECT_THAT(end.region, ElementsAre(0, 0, 2, 1, 0, 2, 0, 0));
  EXPECT_THAT(end.sums, ElementsAre(45, 50, 61, 72, 83, 100));
}

TEST(Driver, ProgressIsFourTimesTheRoundPlusTheStep) {
  const ThreadEnd end = RunTiny([](HookedRing&, CpuRing&) {});
  EXPECT_THAT(end.progress,
              ElementsAre(5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21, 22, 23, 25, 26, 27));
}

TEST(Driver, OneCommandIsOutstandingAtATime) {
  Grid grid({.cores = 4});
  InFlight in_flight;
  CpuRing ring(&grid, &in_flight);
  HookedRing hooked(&ring);
  RunThread(WordsOf(kTiny), &hooked, 8);
  EXPECT_EQ(hooked.most_outstanding(), 1u);
}

TEST(Driver, WithoutARingTheCodeIs3) {
  const ThreadEnd end = RunThread(WordsOf(kTiny), nullptr, 8);
  EXPECT_EQ(end.code, KMX_CODE_RING);
  EXPECT_THAT(end.results, ElementsAre(0, 0, kEmptyTrail));
  EXPECT_THAT(end.progress, ElementsAre(5));
}

TEST(Driver, ARingThatTakesNoCommandIsCode3WithTheLastCompleteRound) {
  for (const kmx_ring_status status : {KMX_NONE, KMX_LATE, KMX_STOPPED}) {
    for (const uint64_t refused : {5, 6}) {
      const ThreadEnd end = RunTiny([&](HookedRing& hooked, CpuRing&) {
        hooked.on_submit = [=](uint64_t call) { return call == refused ? status : KMX_OK; };
      });
      ExpectTwoRounds(end, KMX_CODE_RING);
      // STEP's group is written once STEP was accepted.
      EXPECT_EQ(end.region[2], refused == 5 ? 0u : 2u);
    }
  }
}

TEST(Driver, ARingThatGivesNoEventIsCode3WithTheLastCompleteRound) {
  for (const kmx_ring_status status : {KMX_NONE, KMX_LATE, KMX_STOPPED}) {
    for (const uint64_t command : {5, 6}) {
      const ThreadEnd end = RunTinyWithEvent(command, Unchanged, status);
      ExpectTwoRounds(end, KMX_CODE_RING);
      EXPECT_EQ(end.region[2], 2u);
      EXPECT_EQ(end.progress.back(), command == 5 ? 13u : 14u);
    }
  }
}

TEST(Driver, ACommandThatDidNotFinishIsCode4) {
  for (const kmx_status status : {KMX_REJECTED, KMX_FAILED, KMX_CANCELLED}) {
    for (const uint64_t command : {5, 6}) {
      const auto change = [=](kmx_event& event) { event.status = status; };
      ExpectTwoRounds(RunTinyWithEvent(command, change), KMX_CODE_COMMAND);
    }
  }
}

TEST(Driver, AnEventOfAnotherTicketIsNotTakenForItsOwn) {
  const auto change = [](kmx_event& event) { event.ticket -= 1; };
  ExpectTwoRounds(RunTinyWithEvent(6, change), KMX_CODE_RING);
}

TEST(Driver, AStopEndsTheLoopWithCode3) {
  const ThreadEnd end = RunTiny([](HookedRing& hooked, CpuRing& ring) {
    hooked.on_submit = [&ring](uint64_t call) {
      if (call == 6) ring.Stop();
      return KMX_OK;
    };
  });
  ExpectTwoRounds(end, KMX_CODE_RING);
}

TEST(Driver, PatienceTooShortForASumIsCode3) {
  Grid grid({.cores = 4});
  InFlight in_flight;
  CpuRing ring(&grid, &in_flight, {.patience = 3});  // STEP takes 2 ticks, SUM 4
  const ThreadEnd end = RunThread(WordsOf(kTiny), &ring, 8);
  EXPECT_EQ(end.code, KMX_CODE_RING);
  EXPECT_THAT(end.results, ElementsAre(0, 0, kEmptyTrail));
  EXPECT_EQ(end.progress.back(), 6u);
}

TEST(Driver, ASumOutsideTheGridIsRejectedCode4) {
  Grid grid({.cores = 3});
  InFlight in_flight;
  CpuRing ring(&grid, &in_flight);
  const ThreadEnd end = RunThread(WordsOf(kTiny), &ring, 8);
  EXPECT_EQ(end.code, KMX_CODE_COMMAND);
  EXPECT_EQ(ring.log().size(), 1u);  // STEP fitted
}

TEST(Driver, ACoreThatIsDownIsCode4) {
  Grid grid({.cores = 4});
  grid.TakeDown(3);
  InFlight in_flight;
  CpuRing ring(&grid, &in_flight);
  EXPECT_EQ(RunThread(WordsOf(kTiny), &ring, 8).code, KMX_CODE_COMMAND);
}

TEST(Driver, FewerThanSixWordsAreBad) {
  const LoopWords words = WordsOf(kTiny);
  for (std::size_t count = 0; count < words.size(); ++count) {
    const ThreadEnd end = RunThread(std::span(words).first(count), nullptr, 8);
    EXPECT_EQ(end.code, KMX_CODE_BAD);
    EXPECT_THAT(end.results, ElementsAre(0, 0, kEmptyTrail));
    EXPECT_THAT(end.progress, IsEmpty());
  }
}

TEST(Driver, ARegionThatIsMissingOrTooShortIsBad) {
  for (const uint64_t length : {uint64_t{0}, uint64_t{7}, kNoRegion}) {
    const ThreadEnd end = RunTiny([](HookedRing&, CpuRing&) {}, length);
    EXPECT_EQ(end.code, KMX_CODE_BAD);
    EXPECT_THAT(end.results, ElementsAre(0, 0, kEmptyTrail));
    EXPECT_THAT(end.region, Each(0u));
  }
}

TEST(Driver, NoRoundsNeedARegionOfNoWordsButARegion) {
  ReplayLoop loop = kTiny;
  loop.max_rounds = 0;
  EXPECT_EQ(RunThread(WordsOf(loop), nullptr, 0).code, KMX_CODE_ROUNDS);
  EXPECT_EQ(RunThread(WordsOf(loop), nullptr, kNoRegion).code, KMX_CODE_BAD);
}

// Notes the calls a thread makes in its last steps.
class NotingHost final : public ThreadHost {
 public:
  NotingHost(const LoopWords& words, Ring* ring) : words_(words), ring_(ring) {}
  std::span<const uint64_t> Words() override { return words_; }
  kmx_ring* ThreadRing() override { return ring_; }
  std::span<uint32_t> Region(uint32_t) override { return region_; }
  void Flush(uint32_t index) override { notes.push_back("flush " + std::to_string(index)); }
  void Progress(uint64_t) override {}
  void Result(uint32_t index, uint64_t) override {
    notes.push_back("result " + std::to_string(index));
  }

  std::vector<std::string> notes;

 private:
  LoopWords words_;
  Ring* ring_;
  std::vector<uint32_t> region_ = std::vector<uint32_t>(8);
};

TEST(Driver, TheRegionIsFlushedOnceAndBeforeTheResultWords) {
  Grid grid({.cores = 4});
  InFlight in_flight;
  CpuRing ring(&grid, &in_flight);
  NotingHost host(WordsOf(kTiny), &ring);
  EXPECT_EQ(wc_thread_main(&host), KMX_CODE_LIMIT);
  EXPECT_THAT(host.notes, ElementsAre("flush 0", "result 0", "result 1", "result 2"));
}

}  // namespace
}  // namespace grid_model
