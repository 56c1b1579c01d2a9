// Loops that poll: a fiber that yields has looked in vain, and waits for something new to see.
#include <algorithm>
#include <utility>

#include "sim/engine/execution.h"

namespace sim {

// The locations that the running fiber has read since position `since`; where nothing is guided,
// only if it did nothing else, saw the newest value of each, and could not have written.
std::vector<LocationId> Execution::Polled(int since) const {
  std::vector<LocationId> polled;
  const int me = running();
  if (!scheduler_.guided() && failed_freely_[me] >= since) return {};
  int left = graph_->position(me) - since;
  for (EventId id = graph_->size(); left > 0; --left) {
    do {
      --id;
    } while (graph_->event(id).fiber != me);
    const Event& e = graph_->event(id);
    if (e.kind == EventKind::kFence) continue;
    if (scheduler_.guided() && !e.is_read()) continue;
    if (!scheduler_.guided() &&
        (!e.is_read() || e.exclusive || e.rf != graph_->newest(e.location))) {
      return {};
    }
    polled.push_back(e.location);
  }
  return polled;
}

// What the running fiber read last from `location` in the turn that ends here: since it last
// yielded, and did anything but read.
const Event* Execution::ReadAgain(LocationId location) const {
  const int me = running();
  for (int pos = position(me); pos-- > polls_since_[me];) {
    const Event& e = graph_->event(graph_->At(me, pos));
    if (e.kind != EventKind::kFence && (!e.is_read() || e.exclusive)) break;
    if (e.is_read() && e.location == location) return &e;
  }
  return nullptr;
}

// The repeated turn reads that again, and gets its value.
Bits Execution::PassAgain(const Event& read) {
  ++turn_;
  turn_at_ = read.pos;
  return read.value;
}

// Whether the repeated turn comes to a fence again: it stands behind what was repeated last.
bool Execution::FenceAgain() {
  const int me = running();
  if (turn_at_ + 1 >= position(me) ||
      graph_->event(graph_->At(me, turn_at_ + 1)).kind != EventKind::kFence) {
    return false;
  }
  ++turn_;
  ++turn_at_;
  return true;
}

// Whether the turn that ends here read one location twice and saw two values. It did not look in
// vain then, and could not be repeated by location. A location has so many writes, so such turns
// come to an end, and may stay in the graph.
bool Execution::SawAChange() const {
  const int me = running();
  for (int pos = position(me); pos-- > polls_since_[me];) {
    const Event& e = graph_->event(graph_->At(me, pos));
    if (e.kind != EventKind::kFence && (!e.is_read() || e.exclusive)) break;
    if (e.is_read() && ReadAgain(e.location)->value != e.value) return true;
  }
  return false;
}

// The repeated turn did not come to its yield again: the loop was left for another reason than what
// it read, and what it would read now is not explored.
void Execution::LeaveTurn() {
  if (turn_ > 0 && !scheduler_.halted()) graph_explorer_->LeftOut();
  turn_ = -1;
}

// How the loop that yields is left. A search that keeps graphs takes a turn that led to nothing out
// of the graph, and must know where it began: the fiber is let through one more turn in which each
// read gives what it gave before, and is no event; so it comes to the same yield again.
bool Execution::TurnIsOver(int since) {
  const int me = running();
  if (turn_ < 0) {
    int end = position(me);
    while (end > since && graph_->event(graph_->At(me, end - 1)).kind == EventKind::kFence) --end;
    const EventId last = end > since ? graph_->At(me, end - 1) : kNoEvent;
    if (last != kNoEvent && graph_->event(last).is_read() && !graph_->event(last).exclusive &&
        !SawAChange()) {
      turn_ = 0;
      return false;
    }
    polls_since_[me] = position(me);
    return false;
  }
  const int reads = std::exchange(turn_, -1);
  if (reads > 0) {
    switch (graph_explorer_->Polled(me, position(me) - reads)) {
      case GraphExplorer::Poll::kNone:
        break;
      case GraphExplorer::Poll::kWait:
        polls_since_[me] = std::min(since, position(me));
        return true;
      case GraphExplorer::Poll::kNoExecution:
        scheduler_.Refuse();
        break;
      case GraphExplorer::Poll::kOthersGoOn:
        waiting_[me] = {.kind = WaitFor::kPoll, .in_vain = true};
        scheduler_.SetRunnable(me, false);
        scheduler_.Wait();
        return false;
    }
  }
  polls_since_[me] = position(me);
  scheduler_.Point();
  return false;
}

void Execution::Yield(Site site) {
  if (stepped()) {
    Take({.kind = Action::Kind::kYield, .site = site}, /*may_throw=*/true);
    return;
  }
  yielded_ = true;
  saves_ = false;
  const int me = running();
  if (joins_.pending(me)) {
    // The turn did more than look.
    do {
      if (!Enter(site)) return;
    } while (CameBack(/*save=*/false));
    AddJoins(me);
  }
  if (turn_ < 0 && !Enter(site)) return;
  const int since = polls_since_[me];
  const std::vector<LocationId> polled = Polled(since);
  if (scheduler_.guided()) {
    if (!TurnIsOver(since)) return;
  } else {
    polls_since_[me] = position(me);
    if (polled.empty()) return;
  }
  waiting_[me] = {.kind = WaitFor::kPoll, .location = polled[0], .site = site};
  const std::uint32_t bit = std::uint32_t{1} << me;
  for (const LocationId location : polled) locations_[location].waiters |= bit;
  scheduler_.SetRunnable(me, false);
  scheduler_.Wait();
  for (const LocationId location : polled) locations_[location].waiters &= ~bit;
  waiting_[me].kind = WaitFor::kNothing;
}

}  // namespace sim
