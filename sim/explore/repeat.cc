#include "sim/explore/repeat.h"

namespace sim {

void Repeat::Begin(KeptGraph& kept, const Graph& graph, int last) {
  kept_ = &kept;
  graph_ = &graph;
  last_ = last;
  size_ = kept.size();
  there_ = 0;
  ids_.assign(kept.events.size(), kNoEvent);
  porf_.assign(kept.events.size(), View());
  stamps_.clear();
  created_.assign(kMaxFibers, kNoStamp);
  at_.resize(kMaxFibers);
  for (std::vector<int>& fiber : at_) fiber.clear();
  for (int e = 0; e < size_; ++e) {
    const KeptEvent& event = kept.events[e];
    std::vector<int>& fiber = at_[event.fiber];
    if (static_cast<int>(fiber.size()) <= event.pos) fiber.resize(event.pos + 1, kNoStamp);
    fiber[event.pos] = e;
    if (event.kind == EventKind::kCreate) created_[event.value] = e;
  }
}

int Repeat::StampOf(EventId id) const {
  if (graph_->event(id).kind == EventKind::kInit) return kInitialWrite;
  return id < stamps_.size() ? stamps_[id] : kNoStamp;
}

int Repeat::Before(int fiber, int pos) const {
  return pos > 0 ? at_[fiber][pos - 1] : created_[fiber];
}

View Repeat::PorfBefore(int fiber, int pos) const {
  const int before = Before(fiber, pos);
  return before == kNoStamp ? View() : porf_[before];
}

View Repeat::HbBefore(int fiber, int pos) const {
  View view;
  const int before = Before(fiber, pos);
  if (before != kNoStamp) view.Assign(graph_->hb(ids_[before]), View::kLanes);
  return view;
}

// --- the answers ---

// The event that the fiber has to add next.
int Repeat::Next(int fiber) const {
  const std::vector<int>& events = at_[fiber];
  const int pos = graph_->position(fiber);
  return pos < static_cast<int>(events.size()) ? events[pos] : kNoStamp;
}

bool Repeat::Enabled(int fiber) const {
  const int e = Next(fiber);
  if (e == kNoStamp) return false;
  const KeptEvent& event = kept_->events[e];
  if (event.kind == EventKind::kRead && event.rf >= 0 && !Has(event.rf)) return false;
  if (graph_->memory() == Memory::kSc) return FirstInSc(e);
  return e != last_ || there_ + 1 == size_;
}

// Whether nothing that is still to come must come before, where only newest writes are on offer: a
// write comes after the writes before it in coherence order, and after the reads of those.
bool Repeat::FirstInSc(int e) const {
  const KeptEvent& event = kept_->events[e];
  const bool update = event.kind == EventKind::kRead && event.exclusive;
  if (event.kind != EventKind::kWrite && !update) return true;
  // An update's write comes right after what it reads.
  const int rank = update ? kept_->Rank(event.rf) + 1 : kept_->Rank(e);
  for (int m = 0; m < size_; ++m) {
    const KeptEvent& other = kept_->events[m];
    if (m == e || Has(m) || other.location != event.location ||
        (other.fiber == event.fiber && other.pos >= event.pos)) {
      continue;
    }
    if (other.kind == EventKind::kWrite && kept_->Rank(m) < rank) return false;
    if (other.kind == EventKind::kRead && kept_->Rank(other.rf) < rank) return false;
  }
  return true;
}

std::uint32_t Repeat::Choose(const Question& q) const {
  if (q.kind == ChoiceKind::kFiber) return ChooseFiber(q);
  const int e = Next(q.running);
  if (e == kNoStamp) return 0;
  switch (q.kind) {
    case ChoiceKind::kRead:
      return ChooseSource(q);
    case ChoiceKind::kPlace:
      return ChoosePlace(q);
    case ChoiceKind::kSpurious:
      return kept_->events[e].exclusive ? 0 : 1;
    default:
      return static_cast<std::uint32_t>(kept_->events[e].value);
  }
}

std::uint32_t Repeat::ChooseFiber(const Question& q) const {
  if (complete()) return PickOf(q, __builtin_ctz(q.runnable));
  if ((q.runnable >> q.running & 1) != 0 && Enabled(q.running)) return 0;
  for (std::uint32_t left = q.runnable; left != 0; left &= left - 1) {
    const int f = __builtin_ctz(left);
    if (Enabled(f)) return PickOf(q, f);
  }
  return q.arity;
}

std::uint32_t Repeat::ChooseSource(const Question& q) const {
  const int rf = kept_->events[Next(q.running)].rf;
  const CoList& co = graph_->location(q.location).co;
  const EventId source = rf == kInitialWrite ? co[0] : ids_[rf];
  std::uint32_t i = 0;
  while (i < q.arity && co[q.places[i]] != source) ++i;
  return i;
}

std::uint32_t Repeat::ChoosePlace(const Question& q) const {
  const int rank = kept_->Rank(Next(q.running));
  const CoList& co = graph_->location(q.location).co;
  std::uint32_t place = co.size() - 1;
  while (place > 0 && kept_->Rank(StampOf(co[place])) > rank) --place;
  std::uint32_t i = 0;
  while (i < q.arity && q.places[i] != place) ++i;
  return i;
}

// --- what was added ---

int Repeat::Add(EventId id) {
  const Event& event = graph_->event(id);
  const std::vector<int>& fiber = at_[event.fiber];
  const int stamp = event.pos < static_cast<int>(fiber.size()) ? fiber[event.pos] : kNoStamp;
  if (stamp == kNoStamp) return Append(id);
  if (!Fits(stamp, event)) return kNoStamp;
  if (stamps_.size() <= id) stamps_.resize(id + 1, kNoStamp);
  stamps_[id] = stamp;
  ids_[stamp] = id;
  kept_->events[stamp].exclusive = event.exclusive;
  if (stamp < size_) ++there_;
  ComputePorf(stamp, id);
  return event.kind == EventKind::kWrite && !InOrder(event.location) ? kNoStamp : stamp;
}

// Where there was one option only, nothing was asked: it may have been the wrong one.
bool Repeat::Fits(int stamp, const Event& event) const {
  const KeptEvent& kept = kept_->events[stamp];
  return kept.kind == event.kind && (!event.is_read() || StampOf(event.rf) == kept.rf);
}

bool Repeat::InOrder(LocationId location) const {
  int last = -1;
  for (const EventId id : graph_->location(location).co) {
    const int stamp = StampOf(id);
    if (stamp < 0) continue;
    const int rank = kept_->Rank(stamp);
    if (rank < last) return false;
    last = rank;
  }
  return true;
}

int Repeat::AddPhantom(const KeptEvent& event) {
  kept_->events.push_back(event);
  ids_.push_back(kNoEvent);
  porf_.emplace_back();
  return kept_->size() - 1;
}

int Repeat::Append(EventId id) {
  const Event& e = graph_->event(id);
  const int stamp = AddPhantom(KeepEvent(e, e.is_read() ? StampOf(e.rf) : kInitialWrite));
  ids_[stamp] = id;
  if (stamps_.size() <= id) stamps_.resize(id + 1, kNoStamp);
  stamps_[id] = stamp;
  if (e.kind == EventKind::kCreate) created_[e.value] = stamp;
  std::vector<int>& fiber = at_[e.fiber];
  fiber.resize(e.pos + 1, kNoStamp);
  fiber[e.pos] = stamp;
  if (e.is_write()) {
    if (kept_->co.size() <= e.location) kept_->co.resize(e.location + 1);
    std::vector<int>& co = kept_->co[e.location];
    const int newest = co.empty() ? kInitialWrite : co.back();
    kept_->PlaceAfter(stamp, e.exclusive ? kept_->events[fiber[e.pos - 1]].rf : newest);
  }
  ComputePorf(stamp, id);
  return stamp;
}

void Repeat::ComputePorf(int stamp, EventId id) {
  const Event& e = graph_->event(id);
  View porf = PorfBefore(e.fiber, e.pos);
  if (e.is_read()) {
    const int source = StampOf(e.rf);
    if (source >= 0) porf.Join(porf_[source], View::kLanes);
  }
  if (e.kind == EventKind::kJoin) porf.Join(porf_[at_[e.value].back()], View::kLanes);
  porf.Raise(e.fiber, e.pos + 1);
  porf_[stamp] = porf;
}

}  // namespace sim
