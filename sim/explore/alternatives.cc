// What else each new event could have done.
#include <algorithm>

#include "sim/explore/exhaustive.h"

namespace sim {

void Exhaustive::AddedRead(EventId read, const ReadRequest& request) {
  Event& e = graph().change(read);
  e.request = requests_.Number(e.fiber, e.pos, request);
  const bool by_class = requests_[e.request].by_class();
  saw_classes_ = saw_classes_ || by_class;
  by_class&& classes_ ? ClassAlternatives(read) : SourceAlternatives(read);
}

void Exhaustive::AddedWrite(EventId write) {
  if (!graph().event(write).exclusive) PlaceAlternatives(write);
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
                    .other = e.rf};
  if (e.exclusive && request.MayFail(e.value)) Leave(other);
  for (std::uint32_t p = co.size(); p-- > 0;) {
    if (co[p] == own) continue;
    const Bits value = g.event(co[p]).value;
    if (co[p] != e.rf && request.Allows(value)) {
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
    if (c >= 0 && stops) StopsSatisfying();
    stops = stops || c < 0;
    if (c == taken) {
      if (newer_of_taken != kNoEvent) LessSynchronises(co[p], newer_of_taken);
      newer_of_taken = co[p];
    } else if (c >= 0) {
      auto same = std::find_if(
          level().left.begin() + first, level().left.end(),
          [&](const Alternative& a) { return request.Class(g.event(a.other).value) == c; });
      if (same == level().left.end()) {
        Leave({.kind = Alternative::Kind::kSource, .event = read, .other = co[p]});
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

// They rest on this as well: who takes an older write can still do all that others could.
void Exhaustive::StopsSatisfying() { GiveUpClasses("a location stops satisfying an await"); }

void Exhaustive::WriteRevisits(EventId write) {
  const Graph& g = graph();
  const Event& w = g.event(write);
  const CoList& readers = g.location(w.location).readers;
  NoteWaits(write);
  const std::uint32_t place = g.location(w.location).co.PlaceOf(write);
  const Canon canon(g, requests_, classes_);
  Revisitable revisitable(g, canon,
                          {.id = write,
                           .location = w.location,
                           .value = w.value,
                           .place = place,
                           .newer = place + 1,
                           .exclusive = w.exclusive},
                          g.porf(write));
  const EventId floor = revisitable.Floor();
  for (std::uint32_t i = readers.size(); i-- > 0 && readers[i] >= floor;) {
    const Event& read = g.event(readers[i]);
    if (level().fixed.Contains(read.fiber, read.pos) || revisitable.InPast(readers[i])) continue;
    const Request& request = requests_[read.request];
    if (!request.Allows(w.value) && canon.ByClass(readers[i])) StopsSatisfying();
    if (!request.Allows(w.value) || !revisitable.Coherent(readers[i])) continue;
    if (canon.ByClass(readers[i])) {
      const EventId older = revisitable.OlderOfClass(readers[i]);
      if (older != kNoEvent) {
        LessSynchronises(older, write);
        continue;
      }
    }
    if (!revisitable.AddedMaximally(readers[i])) break;
    Alternative revisit{.kind = Alternative::Kind::kRevisit, .event = readers[i], .other = write};
    revisit.writes = request.Writes(w.value);
    Leave(revisit);
    revisit.spurious = true;
    if (request.MayFail(w.value)) Leave(revisit);
  }
}

// Whether an await by class should have taken this write, which came later, but lies before what it
// took: the graph in which it does stands for this one.
bool Exhaustive::Outdates(EventId write) {
  if (!classes_) return false;
  const Graph& g = graph();
  const Event& w = g.event(write);
  const CoList& co = g.location(w.location).co;
  const std::uint32_t place = co.PlaceOf(write);
  const Canon canon(g, requests_, classes_);
  const Revisitable revisitable(g, canon,
                                {.id = write,
                                 .location = w.location,
                                 .value = w.value,
                                 .place = place,
                                 .newer = place + 1,
                                 .exclusive = w.exclusive},
                                g.porf(write));
  for (const EventId id : g.location(w.location).readers) {
    const Event& read = g.event(id);
    if (!canon.ByClass(id) || revisitable.InPast(id) || co.PlaceOf(read.rf) <= place) continue;
    const Request& request = requests_[read.request];
    if (request.Class(w.value) != request.Class(read.value) || !revisitable.Coherent(id)) continue;
    LessSynchronises(write, read.rf);
    return true;
  }
  return false;
}

// An update could take what another update took already. That graph breaks atomicity; but the
// update's write may revisit reads so that the other update is dropped, or reads elsewhere. Where
// the other one is an await that the write does not satisfy (a lock that is taken first now), it
// leaves the graph, and waits again.
void Exhaustive::ConflictRevisits(const Update& update, std::uint32_t place) {
  const Graph& g = graph();
  const Graph::Location& location = g.location(update.location);
  const EventId source = location.co[place];
  const EventId taker_write = location.co[place + 1];
  const Event& taker = g.event(taker_write);
  View past;
  past.Assign(g.PorfBefore(update.fiber, update.pos), g.lanes());
  past.Join(g.porf(source), g.lanes());
  past.Raise(update.fiber, update.pos + 2);
  const EventId taker_read = g.At(taker.fiber, taker.pos - 1);
  if (past.Contains(taker.fiber, taker.pos - 1)) return;  // it would stay
  const Bits value = requests_[update.request].Result(g.event(source).value);
  const Canon canon(g, requests_, classes_);
  Revisitable revisitable(g, canon,
                          {.id = update.write,
                           .location = update.location,
                           .value = value,
                           .place = place + 1,
                           .newer = place + 1,
                           .exclusive = true},
                          past);
  for (std::uint32_t i = location.readers.size(); i-- > 0;) {
    const EventId id = location.readers[i];
    const Event& read = g.event(id);
    if (id > taker_read || level().fixed.Contains(read.fiber, read.pos) || revisitable.InPast(id)) {
      continue;
    }
    const Request& request = requests_[read.request];
    const bool allows = request.Allows(value);
    const bool away = id == taker_read && !allows;
    if (!away && (!allows || !revisitable.Coherent(id))) continue;
    if (!away && canon.ByClass(id) && revisitable.OlderOfClass(id) != kNoEvent) continue;
    if (!revisitable.AddedMaximally(id)) break;
    Alternative conflict{.kind = Alternative::Kind::kConflict,
                         .writes = request.Writes(value),
                         .away = away,
                         .event = id,
                         .other = source,
                         .request = update.request,
                         .fiber = update.fiber,
                         .pos = update.pos};
    Leave(conflict);
    conflict.spurious = true;
    if (!away && request.MayFail(value)) Leave(conflict);
  }
}

// Who waits for ever might have come first, to take what another update took.
void Exhaustive::Stuck(int fiber, LocationId location, const ReadRequest& from) {
  const Graph& g = graph();
  const int pos = g.position(fiber);
  const std::uint32_t number = requests_.Number(fiber, pos, from);
  const Request& request = requests_[number];
  const CoList& co = g.location(location).co;
  if (memory_ == Memory::kSc) {
    for (const EventId id : co) incomplete_ |= request.Allows(g.event(id).value);
  }
  if (request.by_class()) {
    saw_classes_ = true;
    for (const EventId id : co) {
      if (request.Allows(g.event(id).value)) StopsSatisfying();
    }
  }
  if (!request.always_writes()) return;
  for (std::uint32_t p = co.size(); p-- > 0;) {
    if (g.Taken(location, p) && request.Allows(g.event(co[p]).value)) {
      ConflictRevisits({fiber, pos, location, number, kNoEvent}, p);
    }
    if (g.Known(fiber, co[p])) break;
  }
}

// Whether the write is one that waits are not explored in full with; see the header.
void Exhaustive::NoteWaits(EventId write) {
  const Graph& g = graph();
  const Event& w = g.event(write);
  const Graph::Location& location = g.location(w.location);
  const Event& before = g.event(location.co[location.co.PlaceOf(write) - 1]);
  const bool unlock = before.exclusive && before.fiber == w.fiber;
  for (const EventId id : location.readers) {
    const Request& request = requests_[g.event(id).request];
    if (!request.is_await()) continue;
    const bool missed = memory_ == Memory::kSc && !request.Allows(w.value);
    const bool mixed = request.always_writes() && !w.exclusive && !unlock;
    if (missed || mixed) incomplete_ = true;
  }
}

}  // namespace sim
