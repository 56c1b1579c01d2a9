#include "sim/engine/repetition.h"

#include <algorithm>

namespace sim {

void Repetition::Begin(const Graph& graph, const std::vector<EventId>* order) {
  graph_ = &graph;
  order_ = order;
  at_order_ = 0;
  if (order_ != nullptr) PassJoinsInOrder();
  size_ = graph.size();
  open_ = 0;
  leg_count_ = 0;
  for (int f = 0; f < graph.fibers(); ++f) {
    const EventId first = graph.At(f, 0);
    cursors_[f] = {graph.creation(f), first == kNoEvent ? kNone : first};
    open_ |= std::uint32_t{first != kNoEvent} << f;
  }
}

namespace {

void Append(std::vector<Repetition::Leg>& legs, int fiber, EventId id) {
  if (legs.empty() || legs.back().fiber != fiber) {
    legs.push_back({fiber, id});
  } else {
    legs.back().last = id;
  }
}

}  // namespace

void Repetition::SaveTo(Saved& saved) const {
  saved.legs.assign(legs_.data(), legs_.data() + leg_count_);
  for (EventId id = size_; id < graph_->size(); ++id) {
    Append(saved.legs, graph_->event(id).fiber, id);
  }
  saved.positions.Assign(graph_->positions(), View::kLanes);
}

void Repetition::BeginFrom(const Graph& graph, const Saved& saved) {
  graph_ = &graph;
  order_ = nullptr;
  size_ = graph.size();
  open_ = 0;
  leg_count_ = saved.legs.size();
  while (legs_.size() < leg_count_) HaveMoreLegs();
  std::copy(saved.legs.begin(), saved.legs.end(), legs_.begin());
  for (int f = 0; f < graph.fibers(); ++f) {
    const int pos = saved.positions[f];
    const EventId next = graph.At(f, pos);
    cursors_[f] = {pos > 0 ? graph.At(f, pos - 1) : graph.creation(f),
                   next == kNoEvent ? kNone : next};
    open_ |= std::uint32_t{next != kNoEvent} << f;
  }
}

void Repetition::HaveMoreLegs() { legs_.resize(2 * legs_.size()); }

void Repetition::Stop(int fiber) {
  if (open_ != 0) Leave(fiber);
  open_ = 0;
}

bool Repetition::NextInOrder(int fiber) {
  const EventId id = cursors_[fiber].next;
  if ((*order_)[at_order_] != id) return false;
  at_order_ += graph_->event(id).is_read() && graph_->event(id).exclusive ? 2 : 1;
  PassJoinsInOrder();
  return true;
}

// They come when their fiber does.
void Repetition::PassJoinsInOrder() {
  while (at_order_ < order_->size() &&
         graph_->event((*order_)[at_order_]).kind == EventKind::kJoin) {
    ++at_order_;
  }
}

// Whether `fiber` may come to its next event already.
bool Repetition::CanGo(int fiber) const {
  const Event& e = graph_->event(cursors_[fiber].next);
  if (e.is_read()) return Done(e.rf);
  return e.kind != EventKind::kJoin || (e.value & open_) == 0;
}

int Repetition::NextFiber(int fiber, std::uint32_t started) const {
  if (order_ != nullptr && at_order_ < order_->size()) [[unlikely]] {
    const int next = graph_->event((*order_)[at_order_]).fiber;
    return (started >> next & 1) != 0 ? next : -1;
  }
  const std::uint32_t open = started & open_;
  if ((open >> fiber & 1) != 0 && CanGo(fiber)) return fiber;
  // Downwards: that takes the fewest switches, since those who join come last.
  for (std::uint32_t left = open; left != 0;) {
    const int f = 31 - __builtin_clz(left);
    if (CanGo(f)) return f;
    left ^= std::uint32_t{1} << f;
  }
  return -1;
}

EventId Repetition::Newest(LocationId location, EventId but) const {
  const CoList& co = graph_->location(location).co;
  std::uint32_t place = co.size() - 1;
  while (co[place] >= 0 && (co[place] == but || !Done(co[place]))) --place;
  return co[place];
}

// Appends a fiber's events up to a position. Its creation comes first.
void Repetition::Emit(int fiber, int position, int (&done)[kMaxFibers],
                      std::vector<std::uint8_t>& sequence) const {
  if (fiber > 0 && done[fiber] == 0) {
    const Event& creation = graph_->event(graph_->creation(fiber));
    Emit(creation.fiber, creation.pos + 1, done, sequence);
  }
  for (; done[fiber] < position; ++done[fiber]) {
    sequence.push_back(static_cast<std::uint8_t>(fiber));
  }
}

std::vector<std::uint8_t> Repetition::Sequence() const {
  std::vector<std::uint8_t> sequence;
  int done[kMaxFibers] = {};
  for (std::size_t i = 0; i < leg_count_; ++i) {
    const Leg& leg = legs_[i];
    Emit(leg.fiber, graph_->hb(leg.last)[leg.fiber], done, sequence);
  }
  for (EventId id = size_; id < graph_->size(); ++id) {
    sequence.push_back(graph_->event(id).fiber);
  }
  return sequence;
}

}  // namespace sim
