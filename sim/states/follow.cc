#include "sim/states/follow.h"

namespace sim {

Follow::Follow(const std::vector<Machine::Step>& way, int first, int second)
    : way_(way), last_{first, second} {
  std::uint32_t count[kMaxFibers] = {};
  std::erase_if(way_, [](const Machine::Step& step) { return !step.in_graph; });
  for (const Machine::Step& step : way_) nth_.push_back(count[step.fiber]++);
}

void Follow::CountEvents() {
  for (; counted_ < graph_->size(); ++counted_) {
    const Event& e = graph_->event(counted_);
    done_[e.fiber] += e.is_read() || (e.kind == EventKind::kWrite && !e.exclusive) ||
                      e.kind == EventKind::kChoice;
  }
}

std::uint32_t Follow::Choose(const Question& q) {
  CountEvents();
  if (q.kind == ChoiceKind::kFiber) return ChooseFiber(q);
  for (std::size_t i = 0; i < way_.size(); ++i) {
    if (way_[i].fiber != q.running || nth_[i] != done_[q.running]) continue;
    return way_[i].option < q.arity ? way_[i].option : 0;
  }
  return 0;
}

std::uint32_t Follow::ChooseFiber(const Question& q) {
  auto can = [&q](int fiber) { return fiber >= 0 && (q.runnable >> fiber & 1) != 0; };
  while (at_ < way_.size() && nth_[at_] < done_[way_[at_].fiber]) ++at_;
  if (at_ < way_.size()) return can(way_[at_].fiber) ? PickOf(q, way_[at_].fiber) : 0;
  const int next = last_[asked_++ % 2];
  return can(next) ? PickOf(q, next) : 0;
}

}  // namespace sim
