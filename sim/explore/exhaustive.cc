#include "sim/explore/exhaustive.h"

#include <utility>

#include "sim/explore/maximal.h"

namespace sim {

// --- the stack of graphs ---

bool Exhaustive::Begin() {
  if (done_ == config_.executions) return false;
  if (done_++ == 0) {
    levels_.emplace_back();
    return true;
  }
  while (!levels_.empty() && levels_.back().left.empty()) levels_.pop_back();
  if (levels_.empty()) {
    exhausted_ = true;
    return false;
  }
  const Alternative next = levels_.back().left.back();
  levels_.back().left.pop_back();
  Apply(next);
  return true;
}

void Exhaustive::Apply(const Alternative& a) {
  if (a.kind == Alternative::Kind::kRevisit || a.kind == Alternative::Kind::kConflict) {
    return ApplyRevisit(a);
  }
  graph().Cut(a.event + 1);
  KeptEvent& event = graph().events.back();
  event.added_max = false;
  if (a.kind == Alternative::Kind::kPlace) {
    graph().PlaceAfter(a.event, a.other);
  } else if (a.kind == Alternative::Kind::kValue) {
    event.value = a.other;
  } else {
    event.rf = a.other;
    event.exclusive = a.writes && !a.spurious;
  }
  forced_ = a.event;
}

// A graph of its own: what was there up to the read, and the write with its causal past; the read
// then takes the write.
void Exhaustive::ApplyRevisit(const Alternative& a) {
  const bool conflict = a.kind == Alternative::Kind::kConflict;
  KeptGraph& from = graph();
  from.Cut(a.other + 1);
  const std::vector<bool> past = from.Past(a.other, conflict ? a.source : kNoStamp);
  std::vector<bool> keep = past;
  for (int e = 0; e < a.event + (a.away ? 0 : 1); ++e) keep[e] = true;
  std::vector<int> renamed;
  Level level{from.Restrict(keep, renamed), {}};
  for (int e = 0; e < from.size(); ++e) {
    if (past[e]) level.graph.events[renamed[e]].revisitable = false;
  }
  int write = renamed[a.other];
  if (conflict) {
    write = AddConflicting(level.graph, write,
                           a.source == kInitialWrite ? kInitialWrite : renamed[a.source]);
  }
  forced_ = kNoStamp;
  if (!a.away) {
    forced_ = renamed[a.event];
    KeptEvent& read = level.graph.events[forced_];
    read.rf = write;
    read.exclusive = a.writes && !a.spurious;
    read.added_max = !a.spurious;  // if so, Settle looks whether a newer write would have done
  }
  levels_.push_back(std::move(level));
}

// The update whose read is given reads `source`, and its write follows.
int Exhaustive::AddConflicting(KeptGraph& graph, int read, int source) {
  KeptEvent& r = graph.events[read];
  r.rf = source;
  r.exclusive = true;
  r.added_max = false;
  KeptEvent write;
  write.fiber = r.fiber;
  write.pos = r.pos + 1;
  write.kind = EventKind::kWrite;
  write.location = r.location;
  write.exclusive = true;
  write.revisitable = false;
  graph.events.push_back(write);
  graph.PlaceAfter(graph.size() - 1, source);
  return graph.size() - 1;
}

// --- one run ---

void Exhaustive::Attach(const Graph& graph) {
  unsettled_.clear();
  run_.Begin(levels_.back().graph, graph, forced_);
}

bool Exhaustive::AddedRead(EventId id, const ReadRequest& request) {
  const int read = run_.Add(id);
  if (read == kNoStamp) return false;
  if (!graph().events[read].Remember(request)) {
    incomplete_ = true;
    return false;
  }
  if (run_.IsNew(read)) SourceAlternatives(read, request);
  Settle();
  return true;
}

bool Exhaustive::Added(EventId id) {
  const int event = run_.Add(id);
  if (event == kNoStamp) return false;
  const Event& e = run_.graph().event(id);
  if (run_.IsNew(event)) {
    if (e.kind == EventKind::kChoice) {
      for (std::uint32_t pick = e.location; pick-- > 1;) {
        Leave({Alternative::Kind::kValue, event, static_cast<int>(pick)});
      }
    }
    if (e.is_write()) {
      if (!e.exclusive) PlaceAlternatives(event);
      unsettled_.push_back(event);
    }
  }
  Settle();
  return true;
}

// Once the kept graph is there: what its new event, and what came since, brings.
void Exhaustive::Settle() {
  if (!run_.complete()) return;
  if (forced_ != kNoStamp) {
    KeptEvent& event = graph().events[forced_];
    const EventId id = run_.IdOf(forced_);
    if (event.kind == EventKind::kWrite) unsettled_.insert(unsettled_.begin(), forced_);
    if (event.kind == EventKind::kRead && event.added_max) {
      const Graph& g = run_.graph();
      const CoList& co = g.location(event.location).co;
      for (std::uint32_t p = co.size(); co[--p] != g.event(id).rf;) {
        const bool own = co[p] == id + 1 && g.event(id).exclusive;
        if (!own && event.Allows(g.event(co[p]).value)) event.added_max = false;
      }
    }
    forced_ = kNoStamp;
  }
  for (const int write : unsettled_) WriteRevisits(write);
  unsettled_.clear();
}

// --- what else could have been ---

void Exhaustive::SourceAlternatives(int read, const ReadRequest& request) {
  const Graph& g = run_.graph();
  const EventId id = run_.IdOf(read);
  const Event e = g.event(id);
  const View before = run_.HbBefore(e.fiber, e.pos);
  const CoList& co = g.location(e.location).co;
  auto own = [&](EventId write) { return e.exclusive && write == id + 1; };
  Alternative other{Alternative::Kind::kSource, read, graph().events[read].rf};
  other.writes = true;
  other.spurious = true;
  if (e.exclusive && request.weak()) Leave(other);
  for (std::uint32_t p = co.size(); p-- > 0;) {
    const Bits value = g.event(co[p]).value;
    if (own(co[p])) continue;
    if (co[p] != e.rf && request.Allows(value)) {
      other.other = run_.StampOf(co[p]);
      other.writes = request.Writes(value);
      const bool taken = g.Taken(e.location, p) && !own(co[p + 1]);
      if (other.writes && taken) {
        ConflictRevisits(read, p, request);
      } else {
        other.spurious = false;
        Leave(other);
      }
      other.spurious = true;
      if (other.writes && request.weak()) Leave(other);
    }
    if (g.Known(before, co[p])) break;
  }
}

void Exhaustive::PlaceAlternatives(int write) {
  const Graph& g = run_.graph();
  const EventId id = run_.IdOf(write);
  const Event& e = g.event(id);
  const View before = run_.HbBefore(e.fiber, e.pos);
  const CoList& co = g.location(e.location).co;
  for (std::uint32_t p = co.size(); p-- > 0;) {
    if (co[p] == id) continue;
    const bool current = p + 1 < co.size() && co[p + 1] == id;
    if (!current && !g.Taken(e.location, p)) {
      Leave({Alternative::Kind::kPlace, write, run_.StampOf(co[p])});
    }
    if (g.Known(before, co[p])) break;
  }
}

void Exhaustive::WriteRevisits(int write) {
  const Graph& g = run_.graph();
  const Event& w = g.event(run_.IdOf(write));
  const CoList& co = g.location(w.location).co;
  std::uint32_t place = 0;
  while (co[place] != run_.IdOf(write)) ++place;
  const View& past = run_.Porf(write);
  NoteWaits(write);
  for (int r = write; r-- > 0;) {
    const KeptEvent& read = graph().events[r];
    if (read.kind != EventKind::kRead || read.location != w.location || !read.revisitable ||
        past.Contains(read.fiber, read.pos) || !read.Allows(w.value) || !Coherent(run_, r, place)) {
      continue;
    }
    // What is dropped only grows for earlier reads.
    if (!AddedMaximally(run_, {r, write, place, w.exclusive, &past})) break;
    Alternative revisit{Alternative::Kind::kRevisit, r, write};
    revisit.writes = read.Writes(w.value);
    Leave(revisit);
    revisit.spurious = true;
    if (read.MayFail(w.value)) Leave(revisit);
  }
}

// An update could take what another update took already. That graph breaks atomicity; but the
// update's write may revisit reads so that the other update is dropped, or reads elsewhere. Where
// the other one is an await that the write does not satisfy (a lock that is taken first now), it
// leaves the graph, and waits again.
void Exhaustive::ConflictRevisits(int update, std::uint32_t place, const ReadRequest& request) {
  const Graph& g = run_.graph();
  const KeptEvent mine = graph().events[update];
  const CoList& co = g.location(mine.location).co;
  const EventId taker = co[place + 1] - 1;  // the read of the update that took it
  const int source = run_.StampOf(co[place]);
  const int taker_stamp = run_.StampOf(taker);
  View past = run_.PorfBefore(mine.fiber, mine.pos);
  if (source >= 0) past.Join(run_.Porf(source), View::kLanes);
  past.Raise(mine.fiber, mine.pos + 2);
  if (past.Contains(g.event(taker).fiber, g.event(taker).pos)) return;  // it would stay
  const Bits value = request.Result(g.event(co[place]).value);
  for (int r = taker_stamp; r >= 0; --r) {
    const KeptEvent& read = graph().events[r];
    if (read.kind != EventKind::kRead || read.location != mine.location || !read.revisitable ||
        past.Contains(read.fiber, read.pos)) {
      continue;
    }
    const bool away = r == taker_stamp && !read.Allows(value);
    if (!away && (!read.Allows(value) || !Coherent(run_, r, place))) continue;
    if (!AddedMaximally(run_, {r, kNoStamp, place, true, &past})) break;
    Alternative conflict{Alternative::Kind::kConflict, r, update, source};
    conflict.writes = read.Writes(value);
    conflict.away = away;
    Leave(conflict);
    conflict.spurious = true;
    if (!away && read.MayFail(value)) Leave(conflict);
  }
}

// Who waits for ever might have come first, to take what another update took.
void Exhaustive::Stuck(int fiber, LocationId location, const ReadRequest& request) {
  if (!run_.complete()) return;
  const Graph& g = run_.graph();
  const int pos = g.position(fiber);
  const View before = run_.HbBefore(fiber, pos);
  const CoList& co = g.location(location).co;
  KeptEvent phantom;
  phantom.fiber = fiber;
  phantom.pos = pos;
  phantom.location = location;
  if (!phantom.Remember(request)) return;
  if (g.memory() == Memory::kSc) {
    for (const EventId id : co) incomplete_ |= phantom.Allows(g.event(id).value);
  }
  if (request.modify == nullptr) return;
  int update = kNoStamp;
  for (std::uint32_t p = co.size(); p-- > 0;) {
    if (g.Taken(location, p) && request.Allows(g.event(co[p]).value)) {
      if (update == kNoStamp) update = run_.AddPhantom(phantom);
      ConflictRevisits(update, p, request);
    }
    if (g.Known(before, co[p])) break;
  }
}

// Whether the write is one that waits are not explored in full with; see the header.
void Exhaustive::NoteWaits(int write) {
  const Graph& g = run_.graph();
  const Event& w = g.event(run_.IdOf(write));
  const int rank = graph().Rank(write);
  const KeptEvent* before = rank > 0 ? &graph().events[graph().co[w.location][rank - 1]] : nullptr;
  const bool unlock = before != nullptr && before->exclusive && before->fiber == w.fiber;
  for (const KeptEvent& event : graph().events) {
    if (event.kind != EventKind::kRead || event.location != w.location || event.holds == nullptr) {
      continue;
    }
    const bool missed = g.memory() == Memory::kSc && !event.Allows(w.value);
    const bool mixed = event.always_writes && !w.exclusive && !unlock;
    if (missed || mixed) incomplete_ = true;
  }
}

}  // namespace sim
