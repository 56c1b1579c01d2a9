// Ends with one step done wrong.
#include <cstdint>

#include "model/mutants/mutants.h"
#include "protocol/polling_rail.h"

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

template <class Mutant>
std::unique_ptr<End> Make(bool polled, protocol::Counts<SimPolicy>& counts,
                          const protocol::EndLayout& layout, const protocol::EndNames& names) {
  using Polled = protocol::PolledEnd<SimPolicy, Mutant>;
  if (polled) return std::make_unique<Polled>(counts, layout, names);
  return std::make_unique<Mutant>(counts, layout, names);
}

using Maker = std::unique_ptr<End> (*)(bool, protocol::Counts<SimPolicy>&,
                                       const protocol::EndLayout&, const protocol::EndNames&);

Maker MakerOf(Bug bug) {
  switch (bug) {
    case Bug::kReadyRelaxed:
      return &Make<ReadyRelaxed>;
    case Bug::kReadyPlainStore:
      return &Make<ReadyPlainStore>;
    case Bug::kReadyLoadCompareStore:
      return &Make<ReadyLoadCompareStore>;
    case Bug::kReadyOneAtATime:
      return &Make<ReadyOneAtATime>;
    case Bug::kRaisedBeforeStopped:
      return &Make<RaisedBeforeStopped>;
    case Bug::kFailureForgetsSent:
      return &Make<FailureForgetsSent>;
    case Bug::kFailureForgetsArrived:
      return &Make<FailureForgetsArrived>;
    case Bug::kNoWake:
      return &Make<NoWake>;
    case Bug::kWakeBeforeStore:
      return &Make<WakeBeforeStore>;
    default:
      return &Make<End>;
  }
}

}  // namespace

std::unique_ptr<End> MakeEnd(Bug bug, bool polled, protocol::Counts<SimPolicy>& counts,
                             const protocol::EndLayout& layout, const protocol::EndNames& names) {
  return MakerOf(bug)(polled, counts, layout, names);
}

}  // namespace model
