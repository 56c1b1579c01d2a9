#include "sim/states/walk.h"

#include <bit>
#include <cstddef>
#include <optional>
#include <utility>

#include "sim/states/tree.h"

namespace sim {

void Walk::Run(bool first) {
  if (first) {
    ++walked_.states;
    visited_.Add(machine_.digest());
    if (Look(/*asleep=*/0)) return ways_.End();
    Go();
  }
  while (!ways_.over()) {
    std::optional<Way> way = ways_.Get();
    if (!way) return;
    TakeUp(*std::move(way));
    Go();
  }
}

// The machine comes to the end of the way, and can go back as far as steps are open.
void Walk::TakeUp(Way way) {
  base_ = way.steps.size() - (way.levels.size() - 1);
  const auto begin = way.steps.begin() + static_cast<std::ptrdiff_t>(base_);
  machine_.ComeTo({way.steps.begin(), begin});
  for (auto step = begin; step != way.steps.end(); ++step) {
    machine_.Take(*step);
    machine_.GoOn();
  }
  levels_ = std::move(way.levels);
  open_ = std::move(way.open);
}

namespace {

// The one that is likely to have the most behind it: the fewest are asleep; of those the farthest.
std::size_t Largest(const std::vector<Way>& ways) {
  const auto asleep = [](const Way& way) { return std::popcount(way.levels.back().asleep); };
  std::size_t largest = 0;
  for (std::size_t i = 1; i < ways.size(); ++i) {
    const int more = asleep(ways[i]) - asleep(ways[largest]);
    if (more < 0 || (more == 0 && ways[i].steps.size() > ways[largest].steps.size())) largest = i;
  }
  return largest;
}

}  // namespace

std::vector<Way> Walk::Spread(std::size_t count, std::uint64_t states) {
  ++walked_.states;
  visited_.Add(machine_.digest());
  if (Look(/*asleep=*/0)) return {};
  std::vector<Way> ways = {*Left()};
  for (bool near = true; !ways.empty() && ways.size() < count && walked_.states < states;
       near = !near) {
    const std::size_t next = near ? 0 : Largest(ways);
    TakeUp(std::move(ways[next]));
    ways.erase(ways.begin() + static_cast<std::ptrdiff_t>(next));
    while (!open_.empty()) {
      const OpenStep open = open_.back();
      open_.pop_back();
      const Fibers asleep = Asleep(levels_.back(), open.step.fiber);
      const Came came = Come(open);
      if (came == Came::kAgain) continue;
      if (came == Came::kOver || Look(asleep)) return {};
      const auto first = open_.begin() + static_cast<std::ptrdiff_t>(levels_.back().first);
      if (first != open_.end()) {
        Level level = levels_.back();
        level.first = 0;
        ways.push_back({.steps = machine_.path(),
                        .levels = {level},
                        .open = {first, open_.end()},
                        .state = machine_.digest()});
      }
      open_.erase(first, open_.end());
      levels_.pop_back();
      machine_.Back();
    }
  }
  levels_.clear();
  return ways;
}

// Until the levels are done, or it is over.
void Walk::Go() {
  constexpr std::size_t kAhead = 6;
  while (!levels_.empty()) {
    if (open_.size() == levels_.back().first) {
      levels_.pop_back();
      if (!levels_.empty()) machine_.Back();
      continue;
    }
    if (!GoOn()) return;
    if (ways_.hungry()) GiveAway();
    if (open_.size() == levels_.back().first) continue;
    const OpenStep open = open_.back();
    open_.pop_back();
    // Where those that come next are looked up, if this one leads nowhere.
    if (open_.size() >= kAhead) visited_.Prefetch(open_[open_.size() - kAhead].digest);
    if (Enter(open)) return ways_.End();
  }
}

// With one thread each step asks, so that a bound holds exactly.
bool Walk::GoOn() {
  constexpr std::uint64_t kEach = 256;
  const std::uint64_t more = walked_.states - told_;
  if (!ways_.alone() && more < kEach) return !ways_.over();
  told_ += more;
  return ways_.GoOn(more);
}

// Whether it is the first time that the state is come to, by the machine's way (and `last`). Else
// what was forgotten may be tested.
bool Walk::IsNew(const Digest128& state, const Machine::Step* last) {
  const bool is_new = visited_.Add(state);
  if (promise_ == nullptr) return is_new;
  const bool forgets = machine_.accesses().comes_back();
  if (is_new) {
    promise_->First(state, machine_.path(), last, forgets);
  } else if (forgets && promise_->IsDue(state, walked_.steps)) {
    way_ = machine_.path();
    if (last != nullptr) way_.push_back(*last);
    machine_.Leave();
    broken_ = promise_->Test(state, way_);
  }
  return is_new;
}

// Takes the step, if nobody has come to the state yet to which it leads. Else the machine stays.
Walk::Came Walk::Come(const OpenStep& open) {
  if (open.known && !IsNew(open.digest, &open.step)) {
    return broken_ ? Came::kOver : Came::kAgain;
  }
  if (open.known) PrefetchBehind(open);
  machine_.Take(open.step);
  machine_.GoOn();
  // Bytes that it wrote, or its local_state, show only now.
  const bool shown = open.known && machine_.digest() == open.digest;
  if (!shown && !machine_.over() && !IsNew(machine_.digest(), nullptr)) {
    if (broken_) return Came::kOver;
    machine_.Back();
    return Came::kAgain;
  }
  ++walked_.states;
  if (!machine_.over()) return Came::kNew;
  if (counted_ != nullptr) counted_->push_back({.state = kFindingState});
  return Came::kOver;
}

// States are looked up soon that are behind a new one, and mostly it can be told which: what others
// would do instead of the step they would do behind it as well.
void Walk::PrefetchBehind(const OpenStep& open) {
  for (int f = 0; f < machine_.fibers(); ++f) {
    const states::Ahead& ahead = machine_.fiber(f).ahead;
    if (f == open.step.fiber || !ahead.can) continue;
    Digest128 digest = open.digest;
    visited_.Prefetch(digest ^= ahead.effect.change);
  }
}

// Whether the step leads to a finding. If to a state that was not visited, that is a level.
bool Walk::Enter(const OpenStep& open) {
  const Fibers asleep = Asleep(levels_.back(), open.step.fiber);
  const Came came = Come(open);
  return came == Came::kOver || (came == Came::kNew && Look(asleep));
}

// All steps from states that are nearer come first. A deadlock is found where it is come to, since
// no step leads on.
void Walk::RunInBreadth() {
  ++walked_.states;
  visited_.Add(machine_.digest());
  if (Look(/*asleep=*/0)) return;
  Tree tree;
  for (std::uint64_t state = 0; state < tree.size(); ++state) {
    if (state > 0) {
      GoTo(machine_, tree.WayTo(state));
      if (Look(/*asleep=*/0)) return;
    }
    levels_.clear();
    while (!open_.empty()) {
      if (!GoOn()) return;
      const OpenStep open = open_.back();
      open_.pop_back();
      const Came came = Come(open);
      if (came == Came::kOver) return;
      if (came == Came::kAgain) continue;
      deadlock_ = machine_.CanStep() == 0 && !machine_.all_ended();
      if (deadlock_) return;
      tree.Add(state, open.step);
      machine_.Back();
    }
  }
}

// Whether the state that was just come to is a finding; else it lists its steps.
bool Walk::Look(Fibers asleep) {
  if (counted_ == nullptr) return LookHere(asleep);
  const Digest128 state = machine_.digest();
  const Walked before = walked_;
  const bool found = LookHere(asleep);
  counted_->push_back({state, static_cast<std::uint32_t>(walked_.steps - before.steps),
                       walked_.ends > before.ends});
  return found;
}

bool Walk::LookHere(Fibers asleep) {
  if (machine_.over()) return true;
  const Fibers can = machine_.CanStep();
  const Fibers all = Expanded(machine_, expand_, can);
  const Fibers listed = expand_ == Expand::kOneOrder ? can & ~asleep : all;
  levels_.push_back({.first = open_.size(), .asleep = asleep, .listed = listed});
  for (int f = machine_.fibers(); f-- > 0;) {
    if ((all >> f & 1) == 0) continue;
    if ((listed >> f & 1) != 0 && Foresee(f)) continue;
    const std::uint32_t options = machine_.Options(f);
    walked_.steps += options;
    if ((listed >> f & 1) == 0) continue;
    for (std::uint32_t option = options; option-- > 0;) {
      if (!List({static_cast<std::int8_t>(f), static_cast<std::uint16_t>(option)})) return true;
    }
  }
  if (can != 0) return false;
  deadlock_ = !machine_.all_ended();
  walked_.ends += !deadlock_;
  return deadlock_;
}

// The same as List, where what the fiber's only step does need not be tried.
bool Walk::Foresee(int fiber) {
  Digest128 digest;
  if (!machine_.Foresee(fiber, digest)) return false;
  ++walked_.steps;
  visited_.Prefetch(digest);
  open_.push_back({.step = {static_cast<std::int8_t>(fiber), 0}, .known = true, .digest = digest});
  return true;
}

// Notes what state the step leads to, and has the memory where it is looked up brought near; the
// fiber does not go on. False if the step is a finding.
bool Walk::List(Machine::Step step) {
  machine_.Take(step);
  if (machine_.over()) return false;
  OpenStep& open = open_.emplace_back(OpenStep{.step = step, .known = !machine_.shows_later()});
  open.digest = machine_.digest();
  visited_.Prefetch(open.digest);
  machine_.Back();
  return true;
}

// Whose steps need not be taken after this fiber's: in the other order they are.
Walk::Fibers Walk::Asleep(const Level& level, int fiber) const {
  if (expand_ != Expand::kOneOrder) return 0;
  Fibers asleep = 0;
  const Fibers below = (Fibers{1} << fiber) - 1;
  for (Fibers left = (level.asleep | level.listed) & below; left != 0; left &= left - 1) {
    const int other = std::countr_zero(left);
    if (machine_.Commute(other, fiber)) asleep |= Fibers{1} << other;
  }
  return asleep;
}

// The open step that is nearest to the beginning, unless it is the only one.
void Walk::GiveAway() {
  if (open_.size() < 2) return;
  std::size_t at = 0;
  while (at + 1 < levels_.size() && levels_[at + 1].first == levels_[at].first) ++at;
  const std::vector<Machine::Step>& path = machine_.path();
  const auto end = path.begin() + static_cast<std::ptrdiff_t>(base_ + at);
  Level level = levels_[at];
  level.first = 0;
  ways_.Give({.steps = {path.begin(), end}, .levels = {level}, .open = {open_.front()}});
  open_.erase(open_.begin());
  for (std::size_t i = at + 1; i < levels_.size(); ++i) --levels_[i].first;
}

}  // namespace sim
