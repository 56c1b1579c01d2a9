// How each alternative changes a graph.
#include "sim/explore/exhaustive.h"

#include <algorithm>

#include "sim/memory/psc.h"
#include "sim/memory/sc_order.h"

namespace sim {

void Exhaustive::GiveUpClasses(const char* why) {
  if (!classes_) return;
  if (given_up_ == nullptr) given_up_ = why;
  again_ = true;
}

// Whether the graph has both an await by class and seq_cst events.
bool Exhaustive::MixesClasses() {
  const Graph& g = graph();
  for (EventId id = 0; id < g.size(); ++id) {
    const Event& e = g.event(id);
    if (e.kind == EventKind::kNever || (e.is_read() && RequestOf(id).by_class())) return true;
  }
  return stuck_by_class_;
}

std::string Exhaustive::remark() const {
  const std::string classes = ClassesRemark();
  if (!incomplete_) return classes;
  return (classes.empty() ? "" : classes + ", ") +
         std::string(
             "not all: an await that writes is met by other stores than unlocks, or a loop "
             "that yields does more than read");
}

std::string Exhaustive::ClassesRemark() const {
  if (!saw_classes_ || config_.reduction == Reduction::kNone) return "";
  if (classes_) return "await classes";
  return std::string("no await classes: ") +
         (given_up_ != nullptr ? given_up_ : "under sc every access is ordered");
}

const std::vector<EventId>* Exhaustive::order() {
  return memory_ == Memory::kSc ? &order_ : nullptr;
}

bool Exhaustive::Begin() {
  if (problem_.verdict != Verdict::kPass) return false;
  // Whether there is one more shows only when it is made.
  if (done_ == config_.executions && !stopped_at_.has_value()) stopped_at_ = Where();
  course_.handed = stuck_by_class_ = false;
  for (;;) {
    if (again_ && !StartAgain()) return false;
    if (!course_.arrived || !stack_.Back()) {
      if (!NextPiece()) return false;
      if (course_.arrived) continue;
      return !counts_ || Counted();
    }
    if (Make(stack_.Take()) == Made::kRuns) return Counted();
  }
}

// One more execution, if there may be one.
bool Exhaustive::Counted() {
  if (done_ == config_.executions) return false;
  ++done_;
  return true;
}

// A child of the node on top. It may be one that is not run, and stands only for its own children.
Exhaustive::Made Exhaustive::Make(const Alternative& alternative) {
  const SearchStack::Mark before = stack_.mark();
  const bool runs = Apply(alternative);
  if (!runs && !stack_.LeftSince(before)) return Made::kNothing;
  stack_.Open(before);
  if (runs) return Made::kRuns;
  stack_.Close();
  return Made::kChildren;
}

void Exhaustive::Cut(EventId end) {
  graph().Cut(end);
  std::vector<VainLook>& vain = level().vain;
  while (!vain.empty() && vain.back().stamp >= end) vain.pop_back();
  level().DropSnapshots(end);
}

bool Exhaustive::Apply(const Alternative& a) {
  switch (a.kind) {
    case Alternative::Kind::kSource:
      return TakeSource(a);
    case Alternative::Kind::kPlace:
      return TakePlace(a);
    case Alternative::Kind::kValue:
      return TakeValue(a);
    case Alternative::Kind::kNever:
      return TakeNever(a);
    default:
      return Revisit(a);
  }
}

bool Exhaustive::Consistent() {
  if (memory_ == Memory::kSc) return ScOrder(graph(), order_);
  return !graph().has_seq_cst() || PscIsAcyclic(graph());
}

bool Exhaustive::TakeSource(const Alternative& a) {
  Graph& g = graph();
  Cut(a.event);
  const Request& request = requests_[a.request];
  const LocationId location = g.event(a.other).location;
  const std::uint32_t place = g.location(location).co.PlaceOf(a.other);
  const bool writes = a.writes && !a.spurious;
  const Order order = a.request == 0 ? a.order : request.order(writes);
  if (writes) {
    const Bits result = request.Result(g.event(a.other).value);
    g.AddUpdate(a.fiber, location, order, result, place);
  } else {
    g.AddRead(a.fiber, location, order, place);
  }
  g.change(a.event).request = a.request;
  g.change(a.event).added_max = false;
  if (!Consistent()) return false;
  return !writes || Settle(a.event + 1);
}

// A write that the search put in its place: it may revisit reads, and may make the graph one that
// another stands for.
bool Exhaustive::Settle(EventId write) {
  WriteRevisits(write);
  return !Outdates(write);
}

bool Exhaustive::TakePlace(const Alternative& a) {
  Graph& g = graph();
  const Event old = g.event(a.event);
  Cut(a.event);
  g.AddWrite(old.fiber, old.location, old.order, old.value,
             g.location(old.location).co.PlaceOf(a.other));
  g.change(a.event).added_max = false;
  if (!Consistent()) return false;
  return Settle(a.event);
}

bool Exhaustive::TakeValue(const Alternative& a) {
  Graph& g = graph();
  const Event old = g.event(a.event);
  Cut(a.event);
  if (old.request == 1) {
    std::uint32_t faults = 0;
    for (EventId id = 0; id < g.size(); ++id) {
      const Event& e = g.event(id);
      faults += e.kind == EventKind::kChoice && e.request == 1 && e.value == 1;
    }
    if (faults >= max_faults_) return false;
  }
  g.AddChoice(old.fiber, static_cast<std::uint32_t>(a.other), old.location);
  g.change(a.event).request = old.request;
  g.change(a.event).added_max = false;
  return Consistent();
}

bool Exhaustive::TakeNever(const Alternative& a) {
  Graph& g = graph();
  const Event old = g.event(a.event);
  Cut(a.event);
  g.AddNever(old.fiber, old.location);
  g.change(a.event).added_max = false;
  return Consistent();
}

// A graph of its own: what was there up to the read, and the write with its causal past; the read
// then takes the write.
bool Exhaustive::Revisit(const Alternative& a) {
  const bool conflict = a.kind == Alternative::Kind::kConflict;
  const Graph& from = graph();
  View past;
  if (conflict) {
    past.Assign(from.PorfBefore(a.fiber, a.pos), from.lanes());
    past.Join(from.porf(a.other), from.lanes());
  } else {
    past.Assign(from.porf(a.other), from.lanes());
  }
  const SearchStack::Level& parent = level();
  SearchStack::Level& level = Push();
  Graph& to = level.graph;
  const EventId prefix = a.event + (a.away ? 0 : 1);
  to.Restrict(from, prefix, past, a.away ? kNoEvent : a.event, renamed_);
  level.shared = a.event;
  auto name = [&](EventId id) { return id < prefix ? id : renamed_[id - prefix]; };
  // What was fixed stays so as far as it is still there.
  for (int f = 0; f < to.fibers(); ++f) {
    level.fixed.Raise(f, std::max<int>(past[f], std::min<int>(parent.fixed[f], to.position(f))));
  }
  for (const VainLook& look : parent.vain) {
    if (look.stamp <= a.event) level.vain.push_back(look);
  }
  if (conflict) level.fixed.Raise(a.fiber, a.pos + 2);
  const EventId write = conflict ? AddConflicting(to, a, name(a.other)) : name(a.other);
  if (!a.away) return Reread(a, write);
  return !Outdates(write) && Consistent();
}

EventId Exhaustive::AddConflicting(Graph& graph, const Alternative& a, EventId source) {
  const Request& request = requests_[a.request];
  const LocationId location = graph.event(source).location;
  const EventId write = graph.AddUpdate(a.fiber, location, request.order(true),
                                        request.Result(graph.event(source).value),
                                        graph.location(location).co.PlaceOf(source));
  graph.change(write - 1).request = a.request;
  graph.change(write - 1).added_max = false;
  return write;
}

// Lets the read take a write that came later.
bool Exhaustive::Reread(const Alternative& a, EventId write) {
  Graph& g = graph();
  const Request& request = RequestOf(a.event);
  const bool writes = a.writes && !a.spurious;
  const Event& read = g.event(a.event);
  g.SetSource(a.event, read.request == 0 ? read.order : request.order(writes), write);
  if (a.kind == Alternative::Kind::kConflict && Outdates(write)) return false;
  auto all = [](EventId) { return true; };
  const Canon canon(g, requests_, classes_);
  g.change(a.event).added_max = !a.spurious && canon.TookTheFirst(a.event, kNoEvent, all);
  EventId own = kNoEvent;
  if (writes) own = g.CompleteUpdate(a.event, request.Result(read.value));
  return Consistent() && (!writes || Settle(own));
}

}  // namespace sim
