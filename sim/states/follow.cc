#include "sim/states/follow.h"

namespace sim {

ShownWay::ShownWay(Machine& machine, const std::vector<Machine::Step>& way,
                   std::uint32_t max_faults) {
  std::uint32_t faults = 0;
  machine.Begin();
  for (const Machine::Step& step : way) {
    if (machine.over()) break;
    const Action& next = machine.fiber(step.fiber).next;
    if (next.kind == Action::Kind::kAwait && next.timed &&
        !next.until(machine.engine().Newest(next.object))) {
      // The fiber's last step was the choice to wait.
      auto last = steps.end();
      while ((--last)->fiber != step.fiber) continue;
      steps.erase(last);
      steps.push_back({step.fiber, 1});
    } else if (!next.plain() && next.kind != Action::Kind::kYield &&
               !(next.kind == Action::Kind::kFault && faults >= max_faults)) {
      steps.push_back(step);
      faults += next.kind == Action::Kind::kFault && step.option == 1;
    }
    machine.Take(step);
    if (!machine.over()) machine.GoOn();
  }
  for (int f = 0; f < machine.fibers(); ++f) makers.push_back(machine.maker(f));
}

Follow::Follow(const ShownWay& way, int first, int second)
    : way_(way), last_{first, second}, here_(way.makers.size(), -1), there_(kMaxFibers, -1) {
  for (const Machine::Step& step : way_.steps) nth_.push_back(all_[step.fiber]++);
  here_[0] = there_[0] = 0;
}

void Follow::CountEvents() {
  for (; counted_ < graph_->size(); ++counted_) {
    const Event& e = graph_->event(counted_);
    const int there = there_[e.fiber];
    if (there < 0) continue;
    if (e.kind == EventKind::kCreate) {
      // The nth that its fiber starts is so there too.
      std::uint32_t nth = started_[e.fiber]++;
      for (std::size_t f = 1; f < way_.makers.size(); ++f) {
        if (way_.makers[f] != there || nth-- > 0) continue;
        here_[f] = static_cast<int>(e.value);
        there_[e.value] = static_cast<int>(f);
        break;
      }
    }
    done_[there] += e.is_read() || (e.kind == EventKind::kWrite && !e.exclusive) ||
                    e.kind == EventKind::kChoice;
  }
}

std::uint32_t Follow::Choose(const Question& q) {
  CountEvents();
  if (q.kind == ChoiceKind::kFiber) return ChooseFiber(q);
  const int there = there_[q.running];
  for (std::size_t i = 0; i < way_.steps.size() && there >= 0; ++i) {
    const Machine::Step& step = way_.steps[i];
    if (step.fiber != there || nth_[i] != done_[there]) continue;
    return step.option < q.arity ? step.option : 0;
  }
  return 0;
}

// Who goes here so that the fiber there can take its step: itself, or who is to start it; -1 if
// that one cannot go on.
int Follow::Runs(const Question& q, int fiber) const {
  if (fiber < 0 || static_cast<std::size_t>(fiber) >= here_.size()) return -1;
  while (here_[static_cast<std::size_t>(fiber)] < 0)
    fiber = way_.makers[static_cast<std::size_t>(fiber)];
  return (q.runnable >> here_[fiber] & 1) != 0 ? here_[fiber] : -1;
}

// Somebody who has no step to take, and only ends: perhaps the fiber there waits for that. Those
// that it started come first.
int Follow::EndsFor(const Question& q, int fiber) const {
  int some = -1;
  for (std::size_t f = 1; f < here_.size(); ++f) {
    if (here_[f] < 0 || (q.runnable >> here_[f] & 1) == 0 || done_[f] < all_[f]) continue;
    if (way_.makers[f] == fiber) return here_[f];
    some = here_[f];
  }
  return some;
}

std::uint32_t Follow::ChooseFiber(const Question& q) {
  while (at_ < way_.steps.size() && nth_[at_] < done_[way_.steps[at_].fiber]) ++at_;
  const bool on_the_way = at_ < way_.steps.size();
  int next = Runs(q, on_the_way ? way_.steps[at_].fiber : last_[asked_++ % 2]);
  if (next < 0 && on_the_way) next = EndsFor(q, way_.steps[at_].fiber);
  return next >= 0 ? PickOf(q, next) : 0;
}

}  // namespace sim
