#include "grid_model/cpu_ring.h"

#include <algorithm>

namespace grid_model {

CpuRing::CpuRing(Grid* grid, InFlight* in_flight, const CpuRingOptions& options)
    : grid_(grid), in_flight_(in_flight), options_(options) {
  if (!options_.partition) options_.partition = Group{0, grid->cores()};
}

CpuRing::~CpuRing() {
  for (const Pending& pending : pending_) in_flight_->Remove(pending.entry);
}

uint64_t CpuRing::Deadline() {
  return options_.patience > UINT64_MAX - now_ ? UINT64_MAX : now_ + options_.patience;
}

kmx_ring_status CpuRing::Submit(const kmx_command& command, uint64_t* ticket, uint64_t deadline) {
  if (stopped_) return KMX_STOPPED;
  if (pending_.size() + events_.size() >= options_.depth) {
    // Only the caller can make room, by reaping, and it is in here.
    now_ = std::max(now_, deadline);
    return KMX_LATE;
  }
  *ticket = next_ticket_++;
  kmx_reason reason = CheckCommand(command, *grid_, *options_.partition);
  if (reason == KMX_REASON_NONE) {
    const InFlight::Taken taken = in_flight_->Take(command);
    reason = taken.reason;
    if (reason == KMX_REASON_NONE) {
      const uint64_t start = pending_.empty() ? now_ : pending_.back().finish;
      pending_.push_back({*ticket, command, taken.entry, start + command.count});
    }
  }
  if (reason != KMX_REASON_NONE) {
    events_[*ticket] = {.ticket = *ticket, .status = KMX_REJECTED, .reason = reason, .ticks = 0};
  }
  return KMX_OK;
}

kmx_ring_status CpuRing::Wait(uint64_t ticket, kmx_event* event, uint64_t deadline) {
  while (!stopped_ && !events_.contains(ticket) && !pending_.empty() &&
         pending_.front().ticket <= ticket && pending_.front().finish <= deadline) {
    RunFront();
  }
  if (const auto it = events_.find(ticket); it != events_.end()) {
    *event = it->second;
    events_.erase(it);
    return KMX_OK;
  }
  const bool in_flight = std::any_of(pending_.begin(), pending_.end(),
                                     [&](const Pending& p) { return p.ticket == ticket; });
  if (!in_flight) return KMX_NONE;
  if (stopped_) return KMX_STOPPED;
  now_ = std::max(now_, deadline);
  return KMX_LATE;
}

void CpuRing::RunFront() {
  const Pending pending = pending_.front();
  pending_.pop_front();
  now_ = std::max(now_, pending.finish);
  const kmx_event event = Run(pending);
  in_flight_->Remove(pending.entry);
  events_[pending.ticket] = event;
}

kmx_event CpuRing::Run(const Pending& pending) {
  const kmx_command& command = pending.command;
  CommandRun run{.command = command, .result = std::nullopt};
  if (command.handler == KMX_STEP) {
    grid_->Step(GroupOf(command), command.a1);
  } else {
    run.result = grid_->Sum(GroupOf(command));
  }
  log_.push_back(run);

  const bool asked = (command.flags & KMX_RESULT) != 0;
  kmx_event event{.ticket = pending.ticket,
                  .status = KMX_DONE,
                  .reason = KMX_REASON_NONE,
                  .ticks = run.result.value_or(command.count)};
  if (asked != run.result.has_value()) {
    event.status = KMX_FAILED;
    event.reason = asked ? KMX_REASON_NO_RESULT : KMX_REASON_UNEXPECTED_RESULT;
    event.ticks = 0;
  }
  return event;
}

}  // namespace grid_model
