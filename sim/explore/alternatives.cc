// What else each new event could have done.
#include <algorithm>

#include "sim/explore/exhaustive.h"

namespace sim {

void Exhaustive::AddedRead(EventId read, const ReadRequest& request) {
  Event& e = graph().change(read);
  e.request = requests_.Number(e.fiber, e.pos, request);
  if (requests_[e.request].is_await()) AddedAwait(read);
  const bool by_class = requests_[e.request].by_class();
  saw_classes_ = saw_classes_ || by_class;
  by_class&& classes_ ? ClassAlternatives(read) : SourceAlternatives(read);
}

void Exhaustive::AddedAwait(EventId read) {
  const Graph& g = graph();
  const Event& e = g.event(read);
  const Request& request = requests_[e.request];
  Habits& habits = HabitsOf(e.location);
  if (request.may_write()) {
    habits.updating_await = true;
    const CoList& co = g.location(e.location).co;
    for (std::uint32_t p = 0; p < co.size() && !habits.plain_store; ++p) {
      const bool unlock = p > 0 && !g.event(co[p]).exclusive && IsUnlock(co[p], co[p - 1]);
      habits.plain_store = unlock && request.Allows(g.event(co[p - 1]).value);
    }
    incomplete_ = incomplete_ || habits.plain_store;
    return;
  }
  const CoList& co = g.location(e.location).co;
  for (std::uint32_t p = co.size(); co[--p] != e.rf;) {
    if (!request.Allows(g.event(co[p]).value)) StopsSatisfying(e.location);
  }
  if (habits.stops) Leave({.kind = Alternative::Kind::kNever, .event = read, .other = read});
}

// An unlock gives back what its own fiber took, by a wait or on a condition, and what nobody who
// waits could have taken meanwhile. Any other store may end what an await waits for.
bool Exhaustive::IsUnlock(EventId write, EventId taken) {
  const Graph& g = graph();
  const Event& before = g.event(taken);
  if (!before.exclusive || before.fiber != g.event(write).fiber) return false;
  const Request& how = requests_[g.event(taken - 1).request];
  if (how.is_await() ? how.Allows(before.value) : how.always_writes() || how.Writes(before.value)) {
    return false;
  }
  const CoList& co = g.location(before.location).co;
  for (std::uint32_t p = 1; p < co.size(); ++p) {
    if (!g.event(co[p]).exclusive) continue;
    const Request& other = requests_[g.event(co[p] - 1).request];
    if (other.is_await() && other.Allows(before.value)) return false;
  }
  return true;
}

void Exhaustive::AddedWrite(EventId write) {
  const Event& w = graph().event(write);
  if (!w.exclusive) {
    PlaceAlternatives(write);
    const CoList& co = graph().location(w.location).co;
    Habits& habits = HabitsOf(w.location);
    const bool unlock = IsUnlock(write, co[co.PlaceOf(write) - 1]);
    habits.plain_store = habits.plain_store || !unlock;
    incomplete_ = incomplete_ || (habits.plain_store && habits.updating_await);
  }
  WriteRevisits(write);
}

void Exhaustive::AddedChoice(EventId choice) {
  const auto options = static_cast<EventId>(graph().event(choice).location);
  for (EventId pick = options; pick-- > 1;) {
    Leave({.kind = Alternative::Kind::kValue, .event = choice, .other = pick});
  }
}

void Exhaustive::SourceAlternatives(EventId read) {
  const Graph& g = graph();
  const Event& e = g.event(read);
  const Request& request = requests_[e.request];
  const View& before = g.HbBefore(e.fiber, e.pos);
  const CoList& co = g.location(e.location).co;
  const EventId own = e.exclusive ? read + 1 : kNoEvent;
  Alternative other{.kind = Alternative::Kind::kSource,
                    .writes = true,
                    .spurious = true,
                    .event = read,
                    .other = e.rf,
                    .request = e.request,
                    .fiber = e.fiber,
                    .order = e.order};
  // What a look in vain at the same place was offered is still to come.
  EventId floor = kNoEvent;
  for (const VainLook& look : level().vain) {
    if (look.fiber == e.fiber && look.pos == e.pos) floor = look.stamp;
  }
  if (e.exclusive && request.MayFail(e.value)) Leave(other);
  for (std::uint32_t p = co.size(); p-- > 0;) {
    if (co[p] == own) continue;
    const Bits value = g.event(co[p]).value;
    if (co[p] != e.rf && co[p] >= floor && request.Allows(value)) {
      other.other = co[p];
      other.writes = request.Writes(value);
      const bool taken = g.Taken(e.location, p) && co[p + 1] != own;
      if (other.writes && taken) {
        ConflictRevisits({e.fiber, e.pos, e.location, e.request, own}, p);
      } else {
        other.spurious = false;
        Leave(other);
      }
      other.spurious = true;
      if (other.writes && request.MayFail(value)) Leave(other);
    }
    if (g.Known(before, co[p])) break;
  }
}

// One write for each class that the await did not take: the oldest.
void Exhaustive::ClassAlternatives(EventId read) {
  const Graph& g = graph();
  const Event& e = g.event(read);
  const Request& request = requests_[e.request];
  const View& before = g.HbBefore(e.fiber, e.pos);
  const CoList& co = g.location(e.location).co;
  const std::size_t first = level().left.size();
  const int taken = request.Class(e.value);
  EventId newer_of_taken = kNoEvent;
  bool stops = false;
  for (std::uint32_t p = co.size(); p-- > 0;) {
    const int c = request.Class(g.event(co[p]).value);
    if (c >= 0 && stops) StopsSatisfying(e.location);
    stops = stops || c < 0;
    if (c == taken) {
      if (newer_of_taken != kNoEvent) LessSynchronises(co[p], newer_of_taken);
      newer_of_taken = co[p];
    } else if (c >= 0) {
      auto same = std::find_if(
          level().left.begin() + first, level().left.end(),
          [&](const Alternative& a) { return request.Class(g.event(a.other).value) == c; });
      if (same == level().left.end()) {
        Leave({.kind = Alternative::Kind::kSource,
               .event = read,
               .other = co[p],
               .request = e.request,
               .fiber = e.fiber});
      } else {
        LessSynchronises(co[p], same->other);
        same->other = co[p];
      }
    }
    if (g.Known(before, co[p])) break;
  }
}

// Classes rest on this: of two writes of a class, the older one orders no more than the newer.
void Exhaustive::LessSynchronises(EventId older, EventId newer) {
  const Graph& g = graph();
  if (g.msg(newer).Covers(g.msg(older), g.lanes())) return;
  GiveUpClasses("a write of an awaited location orders less than the one before it");
}

void Exhaustive::PlaceAlternatives(EventId write) {
  const Graph& g = graph();
  const Event& e = g.event(write);
  const View& before = g.HbBefore(e.fiber, e.pos);
  const CoList& co = g.location(e.location).co;
  for (std::uint32_t p = co.size(); p-- > 0;) {
    if (co[p] == write) continue;
    const bool current = p + 1 < co.size() && co[p + 1] == write;
    if (!current && !g.Taken(e.location, p)) {
      Leave({.kind = Alternative::Kind::kPlace, .event = write, .other = co[p]});
    }
    if (g.Known(before, co[p])) break;
  }
}

// Where the latest snapshot is near, none is taken.
Snapshot* Exhaustive::SaveHere() {
  const Snapshot* const latest = from();
  const bool near = latest != nullptr && graph().size() - latest->at < kApart;
  return near ? nullptr : level().SaveHere();
}

// What the events of a turn left has the ones before them in its graph, which are taken out. All of
// it is offered again when the fiber looks again.
void Exhaustive::ForgetTurn(EventId first, int fiber, int since) {
  std::vector<Alternative>& left = level().left;
  while (left.size() > stack_.frames().back().first) {
    const Alternative& a = left.back();
    const bool conflict = a.kind == Alternative::Kind::kConflict;
    if (conflict ? a.fiber != fiber || a.pos < since : a.event < first) break;
    left.pop_back();
  }
}

// A poll that saw the newest values, and led to nothing, is as if it had not been; any other one is
// no execution: the fiber looks again.
GraphExplorer::Poll Exhaustive::Polled(int fiber, int since) {
  const Graph& g = graph();
  const int pos = g.position(fiber);
  if (pos == since) return Poll::kNone;
  int reads = 0;
  bool stale = false;
  bool revisited = false;
  for (int p = since; p < pos; ++p) {
    const EventId id = g.At(fiber, p);
    const Event& e = g.event(id);
    if (e.kind == EventKind::kFence) continue;
    if (!e.is_read() || e.exclusive || requests_[e.request].is_await()) return Poll::kNone;
    ++reads;
    revisited = revisited || e.rf > id;
    stale = stale || (!e.added_max && e.rf < id);
  }
  // One of several reads may be revisited yet, while another one keeps what it took.
  const Poll none = reads > 1 ? Poll::kOthersGoOn : Poll::kNoExecution;
  if (stale) return none;
  const EventId first = g.At(fiber, since);
  if (revisited || first + (pos - since) != g.size()) {
    // That a fiber which could have seen what it polls for never does is not explored.
    incomplete_ = true;
    return none;
  }
  if (pos - since == 1) {
    level().vain.push_back({first, fiber, since});
  } else {
    ForgetTurn(first, fiber, since);
  }
  graph().Cut(first);
  level().DropSnapshots(first);
  return Poll::kWait;
}

}  // namespace sim
