// The provider on real threads, used through the records alone as compiled code would.
#include "protocol/std_job.h"

#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "protocol/std_policy.h"
#include "tests/protocol/rail_layout_c11.h"

namespace protocol {
namespace {

const std::vector<Transfer> kOut = {{0, 0, 3}};                // from a host
const std::vector<Transfer> kBack = {{0, 300, 5}, {8, 0, 2}};  // to it

void Await(const End& end, uint64_t offset, uint64_t c) {
  while (ReadCountInC(end.counts().data(), offset) < c) std::this_thread::yield();
}

std::vector<uint64_t> CountsIn(const End& end) {
  const void* const counts = end.counts().data();
  return {ReadCountInC(counts, rail_ready_offset), ReadCountInC(counts, rail_sent_offset),
          ReadCountInC(counts, rail_arrived_offset)};
}

const std::vector<uint64_t> kAllFailed(3, kFailed);

struct Job {
  std::shared_ptr<StdJob> job = StdJob::Create();
  std::shared_ptr<const Host> north = job->AddMachine("north", {{7, {64, std::nullopt}}});
  std::shared_ptr<const Host> south = job->AddMachine("south");
};

TEST(StdJob, TheLocalEndSendsWhatTheHostReceives) {
  Job job;
  const Rail rail = *job.north->MakeRail(nullptr, kOut, kBack);
  EXPECT_EQ(rail.local()->outbound().size(), 2 * 256u);
  EXPECT_EQ(rail.local()->inbound().size(), 2 * 256u);
  const End there = *job.job->Find(*job.north, rail.id());
  EXPECT_EQ(there.outbound().size(), 2 * 256u);
  EXPECT_EQ(there.inbound().size(), 2 * 512u);
}

TEST(StdJob, EachAreaStartsOnAPageAndCountsAtZero) {
  Job job;
  const Rail rail = *job.north->MakeRail(nullptr, kOut, kBack);
  const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  for (const Area* area :
       {&rail.local()->outbound(), &rail.local()->inbound(), &rail.local()->counts()}) {
    EXPECT_EQ(reinterpret_cast<uintptr_t>(area->data()) % page, 0u);
  }
  EXPECT_EQ(rail.local()->counts().size(), 384u);
  EXPECT_EQ(CountsIn(*rail.local()), (std::vector<uint64_t>{0, 0, 0}));
}

TEST(StdJob, ARailBetweenTwoHostsHasNoLocalEnd) {
  Job job;
  const Rail first = *job.north->MakeRail(job.south.get(), kOut, {});
  const Rail second = *job.south->MakeRail(job.north.get(), kOut, {});
  EXPECT_FALSE(first.local().has_value());
  EXPECT_NE(first.id(), second.id());
  EXPECT_EQ(job.job->Find(*job.north, first.id())->inbound().size(), 0u);
  EXPECT_EQ(job.job->Find(*job.south, first.id())->outbound().size(), 0u);
}

TEST(StdJob, BytesGoBothWaysBetweenRecords) {
  Job job;
  const Rail rail = *job.north->MakeRail(nullptr, kOut, kBack);
  const End& here = *rail.local();
  const End there = *job.job->Find(*job.north, rail.id());

  std::memcpy(there.outbound().data(), "abc", 3);
  there.Ready(1);
  Await(here, rail_arrived_offset, 1);
  EXPECT_EQ(std::memcmp(here.inbound().data(), "abc", 3), 0);
  Await(there, rail_sent_offset, 1);

  std::memcpy(here.outbound().data(), "hello", 5);
  std::memcpy(here.outbound().data() + 8, "hi", 2);
  CallReadyInC(here.ready_fn(), here.counts().data(), 2);
  Await(there, rail_arrived_offset, 2);
  EXPECT_EQ(std::memcmp(there.inbound().data() + 300, "hello", 5), 0);
  EXPECT_EQ(std::memcmp(there.inbound().data(), "hi", 2), 0);
}

TEST(StdJob, ItsErrorsNameTheCauseAndTheFirstCauseStays) {
  Job job, other;
  const auto why = [&](const Host* peer) {
    return std::string(job.north->MakeRail(peer, kOut, {}).status().message());
  };
  EXPECT_EQ(why(other.south.get()), "the host of south is of another job");
  job.job->Close();
  EXPECT_EQ(why(other.south.get()), "the job is closed");
  job.job->Fail("south lost power");
  job.job->Fail("north heard nothing from south");
  EXPECT_EQ(why(other.south.get()), "the job failed: south lost power");
  EXPECT_EQ(job.north->MakeRail(job.north.get(), kOut, {}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(StdJob, MemoryThatIsNotThereIsAnError) {
  Job job;
  const std::vector<Transfer> huge = {{0, 0, int64_t{1} << 60}};
  EXPECT_EQ(job.north->MakeRail(nullptr, huge, {}).status().code(),
            absl::StatusCode::kResourceExhausted);
}

TEST(StdJob, FailureRaisesEveryCountOfEveryEnd) {
  Job job;
  const Rail first = *job.north->MakeRail(nullptr, kOut, kBack);
  const Rail second = *job.north->MakeRail(job.south.get(), kOut, {});
  job.job->Fail("south lost power");
  EXPECT_EQ(CountsIn(*first.local()), kAllFailed);
  EXPECT_EQ(CountsIn(*job.job->Find(*job.north, first.id())), kAllFailed);
  EXPECT_EQ(CountsIn(*job.job->Find(*job.south, second.id())), kAllFailed);
  first.local()->Ready(1);
  EXPECT_EQ(CountsIn(*first.local()), kAllFailed);
}

TEST(StdJob, ARailMadeWhileTheJobFailsIsFailedToo) {
  for (int i = 0; i < 20; ++i) {
    Job job;
    std::vector<Rail> rails;
    {
      StdPolicy::thread failure("failure", [&] { job.job->Fail("south lost power"); });
      for (auto rail = job.north->MakeRail(nullptr, kOut, {}); rail.ok();
           rail = job.north->MakeRail(nullptr, kOut, {})) {
        rails.push_back(*std::move(rail));
        if (rails.size() > 100) break;
      }
    }
    for (const Rail& rail : rails) EXPECT_EQ(CountsIn(*rail.local()), kAllFailed);
  }
}

TEST(StdJob, AfterTheRailsEndReadyStillAdvancesTheWord) {
  Job job;
  const Rail rail = *job.north->MakeRail(nullptr, {}, kBack);
  const End& end = *rail.local();
  end.Ready(2);
  Await(end, rail_sent_offset, 2);
  job.job->Close();
  CallReadyInC(end.ready_fn(), end.counts().data(), 5);
  end.Ready(4);
  EXPECT_EQ(CountsIn(end), (std::vector<uint64_t>{5, 2, 0}));
}

TEST(StdJob, TheLocalEndAloneKeepsTheRailRunning) {
  Job job;
  std::optional<Rail> rail = *job.north->MakeRail(nullptr, {}, kBack);
  const int64_t id = rail->id();
  std::optional<End> end = rail->local();
  rail.reset();
  end->Ready(2);
  Await(*end, rail_sent_offset, 2);
  EXPECT_TRUE(job.job->Find(*job.north, id).has_value());
  end.reset();
  EXPECT_FALSE(job.job->Find(*job.north, id).has_value());
}

TEST(StdJob, AnEndOfAnotherMachineIsNotFound) {
  Job job, other;
  const Rail rail = *job.north->MakeRail(nullptr, kOut, {});
  EXPECT_FALSE(job.job->Find(*job.south, rail.id()).has_value());
  EXPECT_FALSE(job.job->Find(*other.north, rail.id()).has_value());
}

TEST(StdJob, ThreadsAreWhatTheMachineStated) {
  Job job;
  EXPECT_EQ(job.north->Threads(7), (std::vector<std::optional<int64_t>>{64, std::nullopt}));
  EXPECT_TRUE(job.north->Threads(8).empty());
  EXPECT_TRUE(job.south->Threads(7).empty());
}

}  // namespace
}  // namespace protocol
