// Waiting for a value: one read event, never a poll.
#include <climits>
#include <cstring>

#include "sim/engine/execution.h"

namespace sim {

namespace {
constexpr std::uint32_t kNone = ~std::uint32_t{0};
}

// Until somebody writes what is waited for. False: halted, or the time is over.
[[gnu::always_inline]] inline bool Execution::Block(const Waiting& wait) {
  const int me = running();
  const std::uint32_t bit = std::uint32_t{1} << me;
  waiting_[me] = wait;
  locations_[wait.location].waiters |= bit;
  scheduler_.SetRunnable(me, false);
  scheduler_.Wait();
  locations_[wait.location].waiters &= ~bit;
  waiting_[me].kind = WaitFor::kNothing;
  return !scheduler_.halted() && waiting_[me].timed == wait.timed;
}

// Whether the graph that is come to again says that this wait is never satisfied; if so, the fiber
// has waited until the end.
bool Execution::IsNever(const Waiting& wait) {
  const EventId next = repetition_.active() ? repetition_.Next(running()) : kNoEvent;
  if (next == kNoEvent || graph_->event(next).kind != EventKind::kNever) [[likely]]
    return false;
  if (Again<EventKind::kNever>() == nullptr) return true;
  waiting_[running()] = wait;
  while (!scheduler_.halted()) {
    scheduler_.SetRunnable(running(), false);
    scheduler_.Wait();
  }
  return true;
}

// A search that keeps graphs asks the predicate again when the fiber is long gone.
bool Execution::StandsAlone(const Predicate& until, Site site) {
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  const char* what = nullptr;
  if (until.bytes == 0 || until.bytes > Request::kContext) {
    what = "is not trivially copyable, or larger than 32 bytes";
  }
  for (std::size_t at = 0; what == nullptr && at + kWord <= until.bytes; at += kWord) {
    std::uint64_t word;
    std::memcpy(&word, static_cast<const std::byte*>(until.context) + at, kWord);
    if (scheduler_.OnAStack(word)) what = "refers to a local variable";
  }
  if (what == nullptr) return true;
  Fail(Verdict::kMisuse, "predicates stand alone",
       std::string("the predicate of an await ") + what +
           ": the exhaustive search asks it again later; let it capture "
           "numbers by value",
       site);
  return false;
}

// Leaves the candidates. False: halted, or the time is over, or the execution was gone on with
// while the fiber waited.
[[gnu::always_inline]] inline bool Execution::WaitForValue(const Waiting& wait) {
  const int me = running();
  const bool update = wait.kind == WaitFor::kUpdate;
  if (scheduler_.halted() && !Enter(wait.location, wait.site)) return false;
  if (scheduler_.guided() && !StandsAlone(wait.until, wait.site)) return false;
  // A fiber that cannot go on anyway blocks without being asked who goes next; else it is, and
  // looks again if somebody went.
  bool asked = false;
  for (;;) {
    candidates_.ToAwait(*graph_, me, wait.location, wait.order, wait.until, update);
    if (candidates_.empty()) {
      if (locations_[wait.location].dead) [[unlikely]] {
        UseAfterEnd(wait.location, wait.site, true);
        return false;
      }
      if (!Block(wait) || repetition_.active()) return false;
      asked = true;
      continue;
    }
    if (asked) return true;
    const std::uint64_t before = scheduler_.switches();
    if (!Enter(wait.location, wait.site) || repetition_.active()) return false;
    // Whoever else ran has left candidates of its own, even if it added no event.
    if (scheduler_.switches() == before) return true;
    asked = true;
  }
}

bool Execution::HasCandidate(const Waiting& wait, int fiber) const {
  const Graph::Range range = graph_->Readable(fiber, wait.location);
  for (std::uint32_t p = range.end; p-- > range.first;) {
    if (!wait.until(graph_->value(wait.location, p))) continue;
    if (wait.kind != WaitFor::kUpdate || !graph_->Taken(wait.location, p)) return true;
  }
  return false;
}

// Of the candidates: the oldest of the lowest class.
std::uint32_t Execution::FirstOfFirstClass(LocationId location, const Predicate& until) const {
  std::uint32_t first = candidates_[0];
  int lowest = INT_MAX;
  for (std::uint32_t i = 0; i < candidates_.size(); ++i) {
    const int c = until.classify(until.context, graph_->value(location, candidates_[i]));
    if (c > lowest) continue;
    lowest = c;
    first = candidates_[i];
  }
  return first;
}

// One of the candidates; where the newest write does not satisfy, the fiber may also wait on.
inline std::uint32_t Execution::PickAwaited(const Waiting& wait) {
  const std::uint32_t size = candidates_.size();
  if (scheduler_.guided()) {
    return wait.until.by_class && graph_explorer_->classes()
               ? FirstOfFirstClass(wait.location, wait.until)
               : candidates_[0];
  }
  if (candidates_[0] + 1 == graph_->location(wait.location).co.size()) [[likely]]
    return Pick(ChoiceKind::kRead, wait.location);
  const std::uint32_t pick = scheduler_.Ask(Question{.kind = ChoiceKind::kRead,
                                                     .arity = static_cast<std::uint16_t>(size + 1),
                                                     .running = running(),
                                                     .location = wait.location,
                                                     .places = candidates_.places()});
  return pick < size ? candidates_[pick] : kNone;
}

// The place of the write that the fiber is to take; kNone as WaitForValue says.
std::uint32_t Execution::WaitForPlace(const Waiting& wait) {
  while (WaitForValue(wait)) {
    const std::uint32_t place = PickAwaited(wait);
    if (place != kNone) return place;
    if (!Block(wait)) break;
  }
  return kNone;
}

// The await's event, where the graph has it; else null, and `place` is as WaitForPlace says.
[[gnu::always_inline]] inline const Event* Execution::ComeToAwait(const Waiting& wait,
                                                                  std::uint32_t& place) {
  do {
    place = kNone;
    if (IsNever(wait)) [[unlikely]]
      return nullptr;
    if (const Event* again = Again<EventKind::kRead>(wait.location)) {
      LookAtRepeated(*again, wait.site, /*may_throw=*/true);
      return again;
    }
    place = WaitForPlace(wait);
    if (place == kNone && !RepeatsNow()) return nullptr;
  } while (place == kNone || CameBack());
  return nullptr;
}

const Bits* Execution::Await(LocationId location, const Predicate& until, Order order, Site site,
                             bool timed) {
  if (const Event* again = Lookup<EventKind::kRead>(location)) return &again->value;
  return CarefulAwait(location, until, order, site, timed);
}

const Bits* Execution::CarefulAwait(LocationId location, const Predicate& until, Order order,
                                    Site site, bool timed) {
  if (const Event* again = LookupLater(location)) return &again->value;
  if (stepped()) {
    return TakeAwait({.kind = Action::Kind::kAwait,
                      .timed = timed,
                      .object = location,
                      .until = until,
                      .site = site});
  }
  const Waiting wait{.kind = WaitFor::kValue,
                     .location = location,
                     .until = until,
                     .order = order,
                     .site = site,
                     .timed = timed};
  std::uint32_t place;
  if (const Event* again = ComeToAwait(wait, place)) return &again->value;
  if (place == kNone) return nullptr;
  const EventId id = graph_->AddRead(running(), location, order, place);
  if (graph_explorer_ != nullptr) [[unlikely]]
    graph_explorer_->AddedRead(id, {.until = &until, .order = order, .failure = order});
  if (locations_[location].plain) [[unlikely]]
    LookForRace(id, site);
  const Bits& value = graph_->event(id).value;
  if (tracing_) [[unlikely]] {
    Record(id,
           locations_.Name(location) + " awaited -> " + locations_.Print(location, value) +
               OrderText(order),
           site);
  }
  return &value;
}

const Bits* Execution::AwaitUpdate(LocationId location, Predicate until, const Modify& modify,
                                   Bits operand, Order order, Site site, bool timed) {
  if (stepped()) {
    return TakeAwait({.kind = Action::Kind::kAwait,
                      .timed = timed,
                      .object = location,
                      .operand = operand,
                      .modify = &modify,
                      .until = until,
                      .site = site});
  }
  const Waiting wait{.kind = WaitFor::kUpdate,
                     .location = location,
                     .until = until,
                     .modify = &modify,
                     .operand = operand,
                     .order = order,
                     .site = site,
                     .timed = timed};
  std::uint32_t place;
  if (const Event* again = ComeToAwait(wait, place)) return &again->value;
  if (place == kNone) return nullptr;
  const Bits before = BeforeWrite(location);
  const Bits result = modify.result(graph_->value(location, place), operand);
  const EventId id = graph_->AddUpdate(running(), location, order, result, place);
  if (graph_explorer_ != nullptr) [[unlikely]] {
    graph_explorer_->AddedUpdate(
        id, {.until = &until, .modify = &modify, .operand = operand, .order = order});
  }
  if (locations_[location].plain) [[unlikely]]
    LookForRace(id, site);
  if (tracing_) [[unlikely]] {
    Record(id, locations_.Name(location) + " " + modify.name + OrderText(order), site);
  }
  Written(location, id, before);
  return &graph_->event(id - 1).value;
}

void Execution::WakeWaiters(LocationId location, EventId write) {
  const Bits value = graph_->event(write).value;
  const bool newest = graph_->newest(location) == write;
  for (std::uint32_t left = locations_[location].waiters; left != 0; left &= left - 1) {
    const int f = __builtin_ctz(left);
    const Waiting& wait = waiting_[f];
    if (wait.kind == WaitFor::kPoll) {
      scheduler_.SetRunnable(f, true);
    } else if (wait.kind == WaitFor::kUpdate) {
      // What it could take may be taken now.
      scheduler_.SetRunnable(f, HasCandidate(wait, f));
    } else if (wait.until(value) && (newest || HasCandidate(wait, f))) {
      scheduler_.SetRunnable(f, true);
    }
  }
}

}  // namespace sim
