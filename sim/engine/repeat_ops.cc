// Coming to a kept graph again.
#include <algorithm>

#include "sim/engine/execution.h"
#include "sim/memory/sc_order.h"

namespace sim {
namespace {

const char* NameOf(EventKind kind) {
  switch (kind) {
    case EventKind::kInit:
      break;
    case EventKind::kRead:
      return "reads";
    case EventKind::kWrite:
      return "writes";
    case EventKind::kFence:
      return "has a fence";
    case EventKind::kCreate:
      return "starts a fiber";
    case EventKind::kJoin:
      return "joins fibers";
    case EventKind::kChoice:
      return "makes a choice";
    case EventKind::kNever:
      return "waits for ever";
  }
  return "begins";
}

}  // namespace

// The fiber cannot go on along the graph. Gives who goes first, perhaps itself; -1 if what it does
// is new, or not what it did before.
int Execution::WhoGoesFirst(EventKind kind, LocationId location) {
  const int me = running();
  if (scheduler_.halted()) return -1;
  if (repetition_.Next(me) == kNoEvent) {
    if (graph_->Ended(me)) WentOn();
    return -1;
  }
  const Event& e = graph_->event(repetition_.Next(me));
  const bool access = kind == EventKind::kRead || kind == EventKind::kWrite;
  if (e.kind == kind && (!access || e.location == location)) {
    const int next = OnRepeat(me, scheduler_.started());
    if (scheduler_.halted()) return -1;
    return next >= 0 ? next : me;
  }
  DidNotRepeat(std::string(names_[me]) + " " + NameOf(kind) +
               (access ? " " + locations_.Name(location) : "") + " where it " + NameOf(e.kind) +
               " before");
  return -1;
}

// What an access brings besides the event, when it is repeated; of an update, its read is given.
// The search may have changed it, so that no run looked for races yet.
void Execution::LookAtRepeated(const Event& event, Site site, bool may_throw) {
  const LocationId location = event.location;
  const bool updates = event.is_read() && event.exclusive;
  if (locations_[location].plain) [[unlikely]]
    LookForRace(graph_->At(event.fiber, event.pos + updates), site);
  if (monitors_.empty() || !(updates || event.is_write())) [[likely]]
    return;
  const EventId before = repetition_.Newest(location, graph_->At(event.fiber, event.pos + updates));
  RunMonitors(location, graph_->event(before).value, may_throw);
}

std::vector<std::uint8_t> Execution::sequence() const {
  std::vector<std::uint8_t> sequence;
  std::vector<EventId> order;
  if (memory_ == Memory::kSc && ScOrder(*graph_, order)) {
    // A read may have taken an older write, as if it had come earlier.
    for (const EventId id : order) sequence.push_back(graph_->event(id).fiber);
  } else {
    sequence = repetition_.Sequence();
  }
  // Who waits for ever comes last: it may have been let go on before the last write came.
  std::vector<std::uint8_t> waiting;
  for (std::size_t i = sequence.size(); i-- > 0;) {
    const EventId last = graph_->last(sequence[i]);
    if (last < 0 || graph_->event(last).kind != EventKind::kNever ||
        std::ranges::find(waiting, sequence[i]) != waiting.end()) {
      continue;
    }
    waiting.push_back(sequence[i]);
    sequence.erase(sequence.begin() + static_cast<std::ptrdiff_t>(i));
  }
  sequence.insert(sequence.end(), waiting.begin(), waiting.end());
  return sequence;
}

// The fiber to go next. If nobody can come to an event, somebody may wait for the end of one that
// has none left, and has not come to its end yet: it never began, or waited for an end as well.
int Execution::NextToRepeat(int running, std::uint32_t started) const {
  const std::uint32_t going = started & ~joins_.waiting();
  const int next = repetition_.NextFiber(running, going);
  if (next >= 0) return next;
  const std::uint32_t ending =
      going & ~*repetition_.open() & (~scheduler_.lives().begun | joins_.woken());
  return ending != 0 ? 31 - __builtin_clz(ending) : -1;
}

int Execution::OnRepeat(int running, std::uint32_t started) {
  repetition_.Leave(running);
  const int next = NextToRepeat(running, started);
  return next >= 0 && scheduler_.begun(next) ? next : OnRepeatBegin(running, next);
}

// Runs fibers here that come to their ends at once, `next` first.
int Execution::OnRepeatBegin(int running, int next) {
  for (;;) {
    if (next < 0) {
      DidNotRepeat("fibers wait for each other where they did not before");
      return running;
    }
    if (scheduler_.begun(next) || !repetition_.RunsThrough(next) || !scheduler_.CanRunHere()) {
      return next;
    }
    const std::exception_ptr error = scheduler_.RunHere(next);
    if (!scheduler_.halted()) OnEnd(next, error);
    if (scheduler_.halted() || !repetition_.active()) return -1;
    next = NextToRepeat(running, scheduler_.started());
  }
}

void Execution::DidNotRepeat(const std::string& what) {
  if (scheduler_.halted()) return;
  finding_ = {Verdict::kNondeterminism,
              "the same choices lead to the same end",
              "when its choices were repeated, " + what +
                  ": look for a clock, randomness, an address or something "
                  "kept from run to run",
              "",
              running(),
              -1};
  repetition_.Stop(running());
  scheduler_.StopHere();
}

// Nearly always an address: what lies on the heap lies elsewhere in each run.
void Execution::WroteAnother(const Event& before, Bits value, bool may_throw) {
  DidNotRepeat(std::string(names_[before.fiber]) + " writes " +
               locations_.Print(before.location, value) + " to " +
               locations_.Name(before.location) + " where it wrote " +
               locations_.Print(before.location, before.value) + " before");
  if (scheduler_.halted()) scheduler_.Halt(may_throw);
}

}  // namespace sim
