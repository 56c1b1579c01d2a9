// Which earlier reads a write may revisit.
#include "sim/explore/exhaustive.h"

namespace sim {

// They rest on this as well: who takes an older write can still do all that others could.
void Exhaustive::StopsSatisfying(LocationId location) {
  GiveUpClasses("a location stops satisfying an await");
  again_ = again_ || !HabitsOf(location).stops;
  HabitsOf(location).stops = true;
}

void Exhaustive::WriteRevisits(EventId write) {
  const Graph& g = graph();
  const Event& w = g.event(write);
  const CoList& readers = g.location(w.location).readers;
  if (readers.size() == 0) return;
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
    if (!request.Allows(w.value) && !request.may_write()) StopsSatisfying(w.location);
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
bool Exhaustive::Stuck(int fiber, LocationId location, const ReadRequest& from) {
  const Graph& g = graph();
  const int pos = g.position(fiber);
  if (pos > 0 && g.event(g.At(fiber, pos - 1)).kind == EventKind::kNever) {
    return from.until->classify(from.until->context, g.event(g.newest(location)).value) < 0;
  }
  const std::uint32_t number = requests_.Number(fiber, pos, from);
  const Request& request = requests_[number];
  const CoList& co = g.location(location).co;
  if (request.by_class()) {
    saw_classes_ = stuck_by_class_ = true;
    for (const EventId id : co) {
      if (request.Allows(g.event(id).value)) StopsSatisfying(location);
    }
  }
  if (!request.always_writes()) return true;
  for (std::uint32_t p = co.size(); p-- > 0;) {
    if (g.Taken(location, p) && request.Allows(g.event(co[p]).value)) {
      ConflictRevisits({fiber, pos, location, number, kNoEvent}, p);
    }
    if (g.Known(fiber, co[p])) break;
  }
  return true;
}

}  // namespace sim
