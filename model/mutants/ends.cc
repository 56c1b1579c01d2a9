// Ends with one step done wrong.
#include <cstdint>

#include "model/mutants/mutants.h"

namespace model {
namespace {

using End = protocol::LiveEnd<SimPolicy>;

struct ReadyRelaxed : End {
  using End::End;
  void GrowReady(std::uint64_t c) override {
    SimPolicy::FetchMax(counts.ready, c, std::memory_order_relaxed);
  }
};

struct ReadyPlainStore : End {
  using End::End;
  void GrowReady(std::uint64_t c) override { counts.ready.store(c, std::memory_order_release); }
};

struct ReadyLoadCompareStore : End {
  using End::End;
  void GrowReady(std::uint64_t c) override {
    if (counts.ready.load(std::memory_order_relaxed) < c) {
      counts.ready.store(c, std::memory_order_release);
    }
  }
};

struct ReadyOneAtATime : End {
  using End::End;
  void GrowReady(std::uint64_t c) override {
    const std::uint64_t next = counts.ready.load(std::memory_order_relaxed) + 1;
    SimPolicy::FetchMax(counts.ready, c < next ? c : next, std::memory_order_release);
  }
};

struct RaisedBeforeStopped : End {
  using End::End;
  void Fail() override {
    RaiseReady();
    RaiseSent();
    RaiseArrived();
    Stop();
    Wake();
  }
};

struct FailureForgetsSent : End {
  using End::End;
  void RaiseSent() override {}
};

struct FailureForgetsArrived : End {
  using End::End;
  void RaiseArrived() override {}
};

struct NoWake : End {
  using End::End;
  void Ready(std::uint64_t c) override { GrowReady(c); }
};

struct WakeBeforeStore : End {
  using End::End;
  void Ready(std::uint64_t c) override {
    Wake();
    GrowReady(c);
  }
};

}  // namespace

std::unique_ptr<End> MakeEnd(Bug bug, protocol::Counts<SimPolicy>& counts,
                             const protocol::EndLayout& layout, const protocol::EndNames& names) {
  switch (bug) {
    case Bug::kReadyRelaxed:
      return std::make_unique<ReadyRelaxed>(counts, layout, names);
    case Bug::kReadyPlainStore:
      return std::make_unique<ReadyPlainStore>(counts, layout, names);
    case Bug::kReadyLoadCompareStore:
      return std::make_unique<ReadyLoadCompareStore>(counts, layout, names);
    case Bug::kReadyOneAtATime:
      return std::make_unique<ReadyOneAtATime>(counts, layout, names);
    case Bug::kRaisedBeforeStopped:
      return std::make_unique<RaisedBeforeStopped>(counts, layout, names);
    case Bug::kFailureForgetsSent:
      return std::make_unique<FailureForgetsSent>(counts, layout, names);
    case Bug::kFailureForgetsArrived:
      return std::make_unique<FailureForgetsArrived>(counts, layout, names);
    case Bug::kNoWake:
      return std::make_unique<NoWake>(counts, layout, names);
    case Bug::kWakeBeforeStore:
      return std::make_unique<WakeBeforeStore>(counts, layout, names);
    default:
      return std::make_unique<End>(counts, layout, names);
  }
}

}  // namespace model
