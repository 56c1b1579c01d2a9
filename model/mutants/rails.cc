// Rails with one step done wrong.
#include <cstdint>

#include "model/mutants/mutants.h"
#include "protocol/count.h"
#include "protocol/polling_rail.h"

namespace model {
namespace {

using End = protocol::LiveEnd<SimPolicy>;
using Rail = protocol::DirectRail<SimPolicy>;
using protocol::CountName;
using protocol::kFailed;

struct ReadyLoadRelaxed : Rail {
  using Rail::Rail;
  std::uint64_t LoadReady() override {
    return sender_.counts.ready.load(std::memory_order_relaxed);
  }
};

struct ArrivedRelaxed : Rail {
  using Rail::Rail;
  void GrowArrived(std::uint64_t c) override {
    SimPolicy::FetchMax(receiver_.counts.arrived, c, std::memory_order_relaxed);
  }
};

struct SentRelaxed : Rail {
  using Rail::Rail;
  void GrowSent(std::uint64_t c) override {
    SimPolicy::FetchMax(sender_.counts.sent, c, std::memory_order_relaxed);
  }
};

struct ArrivedBeforeBytes : Rail {
  using Rail::Rail;
  void Move(std::uint64_t c) override {
    GrowArrived(c);
    CopyBytes(c);
    GrowSent(c);
  }
};

struct SentBeforeRead : Rail {
  using Rail::Rail;
  void Move(std::uint64_t c) override {
    GrowSent(c);
    CopyBytes(c);
    GrowArrived(c);
  }
};

struct SentPlainStore : Rail {
  using Rail::Rail;
  void GrowSent(std::uint64_t c) override {
    sender_.counts.sent.store(c, std::memory_order_release);
  }
};

struct SentTestThenStore : Rail {
  using Rail::Rail;
  void GrowSent(std::uint64_t c) override {
    if (sender_.counts.sent.load(std::memory_order_acquire) != kFailed) {
      sender_.counts.sent.store(c, std::memory_order_release);
    }
  }
};

struct ArrivedPlainStore : Rail {
  using Rail::Rail;
  void GrowArrived(std::uint64_t c) override {
    receiver_.counts.arrived.store(c, std::memory_order_release);
  }
};

struct ArrivedFetchAdd : Rail {
  using Rail::Rail;
  void GrowArrived(std::uint64_t) override {
    receiver_.counts.arrived.fetch_add(1, std::memory_order_release);
  }
};

struct SourceCopyByCount : Rail {
  using Rail::Rail;
  std::uint64_t SourceOffset(std::uint64_t c) override {
    return c % 2 * SourceCopyBytes() + TransferOf(c).src;
  }
};

struct BothCopiesByCount : Rail {
  using Rail::Rail;
  CountName Name(std::uint64_t c) override {
    CountName name = Rail::Name(c);
    name.copy = c % 2;
    return name;
  }
};

struct RunFromCount : Rail {
  using Rail::Rail;
  CountName Name(std::uint64_t c) override {
    CountName name = Rail::Name(c);
    name.run = c / transfers_.size();
    name.copy = name.run % 2;
    return name;
  }
};

struct OneCopy : Rail {
  using Rail::Rail;
  CountName Name(std::uint64_t c) override {
    CountName name = Rail::Name(c);
    name.copy = 0;
    return name;
  }
};

struct DestinationOfAnother : Rail {
  using Rail::Rail;
  std::uint64_t DestinationOffset(std::uint64_t c) override {
    const CountName name = Name(c);
    return name.copy * DestinationCopyBytes() +
           transfers_[(name.transfer + 1) % transfers_.size()].dst;
  }
};

struct SourceForDestination : Rail {
  using Rail::Rail;
  std::uint64_t DestinationOffset(std::uint64_t c) override {
    return Name(c).copy * DestinationCopyBytes() + TransferOf(c).src;
  }
};

struct LandsPastTheArea : Rail {
  using Rail::Rail;
  std::uint64_t DestinationOffset(std::uint64_t c) override {
    return Rail::DestinationOffset(c) + receiver_.inbound.size();
  }
};

struct JumpSendsLast : Rail {
  using Rail::Rail;
  std::uint64_t LoadReady() override { return loaded_ = Rail::LoadReady(); }
  void Move(std::uint64_t c) override {
    if (c == loaded_) Rail::Move(c);
  }
  std::uint64_t loaded_ = 0;
};

struct OnePastReady : Rail {
  using Rail::Rail;
  std::uint64_t LoadReady() override { return Rail::LoadReady() + 1; }
};

struct SentOneLate : Rail {
  using Rail::Rail;
  void GrowSent(std::uint64_t c) override {
    if (c > 1) Rail::GrowSent(c - 1);
  }
};

// Tells a count only where its run ends.
struct AtRunEnd : Rail {
  using Rail::Rail;
  bool Ends(std::uint64_t c) { return Name(c).transfer + 1 == transfers_.size(); }
};

struct SentAtRunEnd : AtRunEnd {
  using AtRunEnd::AtRunEnd;
  void GrowSent(std::uint64_t c) override {
    if (Ends(c)) Rail::GrowSent(c);
  }
};

struct ArrivedAtRunEnd : AtRunEnd {
  using AtRunEnd::AtRunEnd;
  void GrowArrived(std::uint64_t c) override {
    if (Ends(c)) Rail::GrowArrived(c);
  }
};

template <class Mutant>
std::unique_ptr<Rail> Make(bool polls, End& sender, End& receiver,
                           std::span<const protocol::Transfer> transfers) {
  using Polling = protocol::PollingRail<SimPolicy, Mutant>;
  if (polls) return std::make_unique<Polling>(sender, receiver, transfers);
  return std::make_unique<Mutant>(sender, receiver, transfers);
}

using Maker = std::unique_ptr<Rail> (*)(bool, End&, End&, std::span<const protocol::Transfer>);

Maker MakerOf(Bug bug) {
  switch (bug) {
    case Bug::kReadyLoadRelaxed:
      return &Make<ReadyLoadRelaxed>;
    case Bug::kArrivedRelaxed:
      return &Make<ArrivedRelaxed>;
    case Bug::kSentRelaxed:
      return &Make<SentRelaxed>;
    case Bug::kArrivedBeforeBytes:
      return &Make<ArrivedBeforeBytes>;
    case Bug::kSentBeforeRead:
      return &Make<SentBeforeRead>;
    case Bug::kSentPlainStore:
      return &Make<SentPlainStore>;
    case Bug::kSentTestThenStore:
      return &Make<SentTestThenStore>;
    case Bug::kArrivedPlainStore:
      return &Make<ArrivedPlainStore>;
    case Bug::kArrivedFetchAdd:
      return &Make<ArrivedFetchAdd>;
    case Bug::kSourceCopyByCount:
      return &Make<SourceCopyByCount>;
    case Bug::kBothCopiesByCount:
      return &Make<BothCopiesByCount>;
    case Bug::kRunFromCount:
      return &Make<RunFromCount>;
    case Bug::kOneCopy:
      return &Make<OneCopy>;
    case Bug::kDestinationOfAnother:
      return &Make<DestinationOfAnother>;
    case Bug::kSourceForDestination:
      return &Make<SourceForDestination>;
    case Bug::kLandsPastTheArea:
      return &Make<LandsPastTheArea>;
    case Bug::kJumpSendsLast:
      return &Make<JumpSendsLast>;
    case Bug::kOnePastReady:
      return &Make<OnePastReady>;
    case Bug::kSentOneLate:
      return &Make<SentOneLate>;
    case Bug::kSentAtRunEnd:
      return &Make<SentAtRunEnd>;
    case Bug::kArrivedAtRunEnd:
      return &Make<ArrivedAtRunEnd>;
    default:
      return &Make<Rail>;
  }
}

}  // namespace

std::unique_ptr<Rail> MakeRail(Bug bug, bool polls, End& sender, End& receiver,
                               std::span<const protocol::Transfer> transfers) {
  return MakerOf(bug)(polls, sender, receiver, transfers);
}

}  // namespace model
