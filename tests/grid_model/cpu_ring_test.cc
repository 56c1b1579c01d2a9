// The sequential ring: tickets, admission, time, room, and the page's rule that an exclusive
// command over one in flight is rejected, reason 11.

#include "grid_model/cpu_ring.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace grid_model {
namespace {

constexpr uint64_t kForever = UINT64_MAX;

kmx_command Step(uint32_t first, uint32_t count, uint64_t round = 1) {
  return {KMX_STEP, 0, first, count, kStateAddress, round};
}
kmx_command Sum(uint32_t first, uint32_t count) {
  return {KMX_SUM, KMX_EXCLUSIVE | KMX_RESULT, first, count, kStateAddress, 0};
}

// Eight cores, words 0 7 14 21 28 35 42 49.
class SequentialRing : public testing::Test {
 protected:
  uint64_t Submit(CpuRing& ring, const kmx_command& command) {
    uint64_t ticket = 0;
    EXPECT_EQ(ring.Submit(command, &ticket, kForever), KMX_OK);
    return ticket;
  }
  kmx_event Wait(CpuRing& ring, uint64_t ticket) {
    kmx_event event = {};
    EXPECT_EQ(ring.Wait(ticket, &event, kForever), KMX_OK);
    return event;
  }
  kmx_event Run(const kmx_command& command) { return Wait(ring_, Submit(ring_, command)); }
  uint32_t Reason(const kmx_command& command) {
    const kmx_event event = Run(command);
    EXPECT_EQ(event.status == KMX_DONE, event.reason == KMX_REASON_NONE);
    return event.reason;
  }

  Grid grid_{{.cores = 8}};
  InFlight in_flight_;
  CpuRing ring_{&grid_, &in_flight_};
};

TEST_F(SequentialRing, AStepAddsTheRoundAndTheCoreNumber) {
  const kmx_event event = Run(Step(2, 2, 10));
  EXPECT_EQ(event.status, uint32_t{KMX_DONE});
  EXPECT_EQ(event.ticks, 2u);  // its duration: a tick a core
  EXPECT_THAT(grid_.words(), testing::ElementsAre(0, 7, 26, 34, 28, 35, 42, 49));
}

TEST_F(SequentialRing, ASumReturnsItsGroupsWordsAsTicks) { EXPECT_EQ(Run(Sum(1, 3)).ticks, 42u); }

TEST_F(SequentialRing, TicketsAreOneTwoThreeOnEachRing) {
  CpuRing other(&grid_, &in_flight_);
  EXPECT_EQ(Submit(ring_, Step(0, 1)), 1u);
  EXPECT_EQ(Submit(ring_, Step(0, 1)), 2u);
  EXPECT_EQ(Submit(other, Step(0, 1)), 1u);
}

TEST_F(SequentialRing, AnExclusiveSumOverAStepInFlightIsRejectedReason11) {
  const uint64_t step = Submit(ring_, Step(2, 3));
  const uint64_t sum = Submit(ring_, Sum(0, 8));
  // The rejection comes before the running STEP's event.
  const kmx_event rejected = Wait(ring_, sum);
  EXPECT_EQ(rejected.status, uint32_t{KMX_REJECTED});
  EXPECT_EQ(rejected.reason, 11u);
  EXPECT_EQ(Wait(ring_, step).status, uint32_t{KMX_DONE});
  EXPECT_EQ(Reason(Sum(0, 8)), uint32_t{KMX_REASON_NONE});
}

TEST_F(SequentialRing, ASharedStepOverAnExclusiveSumInFlightIsRejectedToo) {
  Submit(ring_, Sum(0, 4));
  EXPECT_EQ(Reason(Step(3, 1)), 11u);
}

TEST_F(SequentialRing, AnExclusiveCommandBesideOneInFlightIsTaken) {
  Submit(ring_, Step(0, 4));
  EXPECT_EQ(Reason(Sum(4, 4)), uint32_t{KMX_REASON_NONE});
}

TEST_F(SequentialRing, SharedCommandsOverlapAndRunInOrder) {
  Submit(ring_, Step(0, 2, 1));
  Submit(ring_, Step(1, 2, 2));
  EXPECT_EQ(Reason(Step(0, 1, 3)), uint32_t{KMX_REASON_NONE});
  EXPECT_THAT(grid_.words(), testing::ElementsAre(4, 12, 18, 21, 28, 35, 42, 49));
}

TEST_F(SequentialRing, TheExclusiveRuleSpansRings) {
  CpuRing other(&grid_, &in_flight_);
  Submit(ring_, Step(3, 2));
  EXPECT_EQ(Wait(other, Submit(other, Sum(4, 4))).reason, 11u);
  EXPECT_EQ(Wait(other, Submit(other, Sum(5, 3))).reason, uint32_t{KMX_REASON_NONE});
}

TEST_F(SequentialRing, ARejectedCommandIsNotRunAndChangesNothing) {
  Submit(ring_, Sum(0, 8));
  const std::vector<uint64_t> before = grid_.words();
  EXPECT_EQ(Reason(Step(0, 8)), 11u);
  EXPECT_EQ(grid_.words(), before);
  EXPECT_TRUE(ring_.log().empty());  // nor SUM yet: nobody has waited for it
}

TEST_F(SequentialRing, EachBadCommandHasItsReason) {
  kmx_command command = Step(0, 1);
  command.handler = 2;
  EXPECT_EQ(Reason(command), uint32_t{KMX_REASON_UNKNOWN_HANDLER});
  command = Step(0, 1);
  command.flags = 4;
  EXPECT_EQ(Reason(command), uint32_t{KMX_REASON_BAD_FLAGS});
  EXPECT_EQ(Reason(Step(0, 0)), uint32_t{KMX_REASON_EMPTY_GROUP});
  EXPECT_EQ(Reason(Step(7, 2)), uint32_t{KMX_REASON_OUTSIDE_GRID});
  EXPECT_EQ(Reason(Step(UINT32_MAX, UINT32_MAX)), uint32_t{KMX_REASON_OUTSIDE_GRID});
  command = Step(0, 1);
  command.a0 += 8;
  EXPECT_EQ(Reason(command), uint32_t{KMX_REASON_BAD_ADDRESS});
  grid_.TakeDown(5);
  EXPECT_EQ(Reason(Step(4, 2)), uint32_t{KMX_REASON_CORE_DOWN});
  EXPECT_EQ(Reason(Step(4, 1)), uint32_t{KMX_REASON_NONE});
}

TEST_F(SequentialRing, ARunMayUseItsPartitionOnly) {
  CpuRing ring(&grid_, &in_flight_, {.partition = Group{2, 4}});
  EXPECT_EQ(Wait(ring, Submit(ring, Step(1, 2))).reason, uint32_t{KMX_REASON_OUTSIDE_PARTITION});
  EXPECT_EQ(Wait(ring, Submit(ring, Step(5, 2))).reason, uint32_t{KMX_REASON_OUTSIDE_PARTITION});
  EXPECT_EQ(Wait(ring, Submit(ring, Step(2, 4))).reason, uint32_t{KMX_REASON_NONE});
}

TEST_F(SequentialRing, AResultMustBeAskedForAndGiven) {
  kmx_command step = Step(0, 1), sum = Sum(0, 1);
  step.flags = KMX_RESULT;
  sum.flags = KMX_EXCLUSIVE;
  EXPECT_EQ(Reason(step), uint32_t{KMX_REASON_NO_RESULT});
  EXPECT_EQ(Reason(sum), uint32_t{KMX_REASON_UNEXPECTED_RESULT});
}

TEST_F(SequentialRing, AFailedCommandLeavesTheTable) {
  kmx_command step = Step(0, 1);
  step.flags = KMX_RESULT;
  EXPECT_EQ(Run(step).status, uint32_t{KMX_FAILED});
  EXPECT_EQ(in_flight_.size(), 0u);
}

TEST_F(SequentialRing, AnEventIsTakenOnceAndOnlyOnItsTicket) {
  const uint64_t ticket = Submit(ring_, Step(0, 1));
  kmx_event event;
  EXPECT_EQ(ring_.Wait(ticket + 1, &event, kForever), KMX_NONE);
  EXPECT_EQ(ring_.Wait(ticket, &event, kForever), KMX_OK);
  EXPECT_EQ(event.ticket, ticket);
  EXPECT_EQ(ring_.Wait(ticket, &event, kForever), KMX_NONE);
}

TEST_F(SequentialRing, EventsOfOtherTicketsAreKept) {
  const uint64_t first = Submit(ring_, Step(0, 1));
  const uint64_t second = Submit(ring_, Step(0, 2));
  EXPECT_EQ(Wait(ring_, second).ticks, 2u);
  EXPECT_EQ(Wait(ring_, first).ticks, 1u);
}

TEST_F(SequentialRing, ALateCommandIsStillInFlightAndKeepsItsTicket) {
  const uint64_t ticket = Submit(ring_, Sum(0, 8));  // done at tick 8
  kmx_event event;
  EXPECT_EQ(ring_.Wait(ticket, &event, 0), KMX_LATE);  // 0 only looks
  EXPECT_EQ(ring_.Wait(ticket, &event, 7), KMX_LATE);
  EXPECT_EQ(ring_.now(), 7u);
  EXPECT_EQ(in_flight_.size(), 1u);
  EXPECT_EQ(ring_.Wait(ticket, &event, 8), KMX_OK);  // an event at the deadline is there
  EXPECT_EQ(event.ticks, 196u);
  EXPECT_EQ(in_flight_.size(), 0u);
}

TEST_F(SequentialRing, CommandsRunOneAfterAnother) {
  Submit(ring_, Step(0, 3));
  const uint64_t second = Submit(ring_, Step(4, 2));
  kmx_event event;
  EXPECT_EQ(ring_.Wait(second, &event, 4), KMX_LATE);
  EXPECT_EQ(ring_.Wait(second, &event, 5), KMX_OK);
}

TEST_F(SequentialRing, WithoutRoomASubmissionIsLate) {
  CpuRing ring(&grid_, &in_flight_, {.depth = 2});
  const uint64_t first = Submit(ring, Step(0, 1));
  Submit(ring, Step(1, 1));
  uint64_t ticket = 77;
  EXPECT_EQ(ring.Submit(Step(2, 1), &ticket, 0), KMX_LATE);
  EXPECT_EQ(ticket, 77u);  // written only when accepted
  Wait(ring, first);
  EXPECT_EQ(Submit(ring, Step(2, 1)), 3u);
}

TEST_F(SequentialRing, AnEventThatNobodyReapedTakesRoomToo) {
  CpuRing ring(&grid_, &in_flight_, {.depth = 2});
  const uint64_t first = Submit(ring, Step(0, 1));
  Wait(ring, Submit(ring, Step(1, 1)));
  Submit(ring, Step(2, 1));
  uint64_t ticket = 0;
  EXPECT_EQ(ring.Submit(Step(3, 1), &ticket, 0), KMX_LATE);
  Wait(ring, first);
  EXPECT_EQ(Submit(ring, Step(3, 1)), 4u);
}

TEST_F(SequentialRing, AStoppedRingGivesOnlyTheEventsItHas) {
  const uint64_t done = Submit(ring_, Step(0, 1));
  const uint64_t last = Submit(ring_, Step(1, 1));
  const uint64_t queued = Submit(ring_, Step(2, 1));
  Wait(ring_, last);
  ring_.Stop();
  kmx_event event;
  uint64_t ticket = 0;
  EXPECT_EQ(ring_.Submit(Step(0, 1), &ticket, kForever), KMX_STOPPED);
  EXPECT_EQ(ring_.Wait(done, &event, kForever), KMX_OK);
  EXPECT_EQ(ring_.Wait(queued, &event, kForever), KMX_STOPPED);
}

TEST_F(SequentialRing, ADeadlineIsNowPlusPatienceAndNeverWraps) {
  CpuRing ring(&grid_, &in_flight_, {.patience = 10});
  EXPECT_EQ(ring.Deadline(), 10u);
  Wait(ring, Submit(ring, Step(0, 3)));
  EXPECT_EQ(ring.Deadline(), 13u);
  Run(Step(0, 3));
  EXPECT_EQ(ring_.Deadline(), UINT64_MAX);
}

TEST_F(SequentialRing, ARingThatGoesTakesItsCommandsOutOfFlight) {
  {
    CpuRing ring(&grid_, &in_flight_);
    Submit(ring, Step(0, 8));
  }
  EXPECT_EQ(Reason(Sum(0, 8)), uint32_t{KMX_REASON_NONE});
}

TEST_F(SequentialRing, TheDispatcherHasRoomForSoManyInFlight) {
  CpuRing ring(&grid_, &in_flight_, {.depth = InFlight::kMaxEntries + 1});
  for (std::size_t i = 0; i < InFlight::kMaxEntries; ++i) Submit(ring, Step(0, 1));
  EXPECT_EQ(Wait(ring, Submit(ring, Step(0, 1))).reason, uint32_t{KMX_REASON_DISPATCHER_FULL});
}

}  // namespace
}  // namespace grid_model
