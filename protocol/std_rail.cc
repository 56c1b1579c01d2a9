#include "protocol/std_rail.h"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <iterator>
#include <new>
#include <utility>

#include "absl/status/status.h"
#include "protocol/layout.h"

namespace protocol {
namespace {

static_assert(offsetof(Counts<StdPolicy>, ready) == rail_ready_offset);
static_assert(offsetof(Counts<StdPolicy>, sent) == rail_sent_offset);
static_assert(offsetof(Counts<StdPolicy>, arrived) == rail_arrived_offset);
static_assert(sizeof(Counts<StdPolicy>) == rail_counts_bytes);

// The ends whose rails run in this process. The one thing that is global, because a C function that
// is told nothing but an address must find them; never destroyed, because it may be called late.
StdEndTable& ProcessEnds() {
  static StdEndTable* const ends = new StdEndTable;
  return *ends;
}

}  // namespace

Counts<StdPolicy>& CountsOf(const End& end) {
  return *std::launder(reinterpret_cast<Counts<StdPolicy>*>(end.counts().data()));
}

// An end, its counts on a page of their own, and the table of its machine.
struct StdRail::Side {
  Side(const EndLayout& layout, std::shared_ptr<StdEndTable> machine)
      : page(rail_counts_bytes, "counts"),
        counts(*new (page.data()) Counts<StdPolicy>),
        end(counts, layout),
        machine(std::move(machine)) {}
  ~Side() {
    ProcessEnds().Remove(end);
    machine->Remove(end);
  }

  StdPolicy::area page;
  Counts<StdPolicy>& counts;
  LiveEnd<StdPolicy> end;
  const std::shared_ptr<StdEndTable> machine;
};

StdRail::StdRail(std::vector<Transfer> send, std::vector<Transfer> receive,
                 std::shared_ptr<StdEndTable> machine0, std::shared_ptr<StdEndTable> machine1)
    : transfers_{std::move(send), std::move(receive)},
      sides_{std::make_unique<Side>(LayoutOf(transfers_[0], transfers_[1]), std::move(machine0)),
             std::make_unique<Side>(LayoutOf(transfers_[1], transfers_[0]), std::move(machine1))} {
  for (const auto& side : sides_) {
    side->machine->Add(side->end);
    ProcessEnds().Add(side->end);
  }
  for (int from : {0, 1}) {
    rails_[from] = std::make_unique<DirectRail<StdPolicy>>(sides_[from]->end, sides_[1 - from]->end,
                                                           transfers_[from]);
  }
}

absl::StatusOr<std::shared_ptr<StdRail>> StdRail::Start(std::vector<Transfer> send,
                                                        std::vector<Transfer> receive,
                                                        std::shared_ptr<StdEndTable> machine0,
                                                        std::shared_ptr<StdEndTable> machine1) try {
  const std::shared_ptr<StdRail> rail(
      new StdRail(std::move(send), std::move(receive), std::move(machine0), std::move(machine1)));
  for (int from : {0, 1}) {
    if (rail->transfers_[from].empty()) continue;
    rail->threads_[from].emplace("rail", [way = rail->rails_[from].get()] { way->Run(); });
  }
  return rail;
} catch (const std::exception& no_memory_or_thread) {
  return absl::ResourceExhaustedError(no_memory_or_thread.what());
}

StdRail::~StdRail() { Stop(); }

void StdRail::Stop() {
  std::call_once(stopped_, [this] {
    for (const auto& side : sides_) ProcessEnds().Remove(side->end);
    for (const auto& side : sides_) side->end.Close();
    for (auto& thread : threads_) thread.reset();
  });
}

std::optional<End> StdRail::EndOn(const StdEndTable& machine) {
  const auto side = std::find_if(std::begin(sides_), std::end(sides_), [&](const auto& candidate) {
    return candidate->machine.get() == &machine;
  });
  return side == std::end(sides_) ? std::nullopt : std::optional(Record(**side));
}

End StdRail::Record(Side& side) {
  const std::shared_ptr<StdRail> self = shared_from_this();
  const auto area = [&](StdPolicy::area& bytes) {
    return Area(std::shared_ptr<std::byte>(self, bytes.data()), bytes.size());
  };
  // Through the table, so that a late call is harmless here too.
  auto ready = [self, counts = &side.counts](uint64_t c) { railyard_ready(counts, c); };
  return End::Provide(area(side.end.outbound), area(side.end.inbound), area(side.page),
                      std::move(ready), railyard_ready);
}

}  // namespace protocol

void railyard_ready(void* counts, uint64_t c) {
  using protocol::Counts;
  using protocol::StdPolicy;
  protocol::ProcessEnds().Ready(*std::launder(static_cast<Counts<StdPolicy>*>(counts)), c);
}
