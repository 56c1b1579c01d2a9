#include "sim/states/walk.h"

#include <bit>
#include <optional>
#include <utility>

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
    base_ = way->steps.size();
    machine_.ComeTo(way->steps);
    levels_ = {{.first = 0, .asleep = way->asleep, .listed = way->listed}};
    open_ = {way->open};
    Go();
  }
}

// Until the levels are done, or it is over.
void Walk::Go() {
  while (!levels_.empty()) {
    if (open_.size() == levels_.back().first) {
      levels_.pop_back();
      if (!levels_.empty()) machine_.Back();
      continue;
    }
    // With one thread each step asks, so that a bound holds exactly.
    constexpr std::uint64_t kEach = 256;
    const std::uint64_t more = walked_.states - told_;
    if (ways_.alone() || more >= kEach) {
      told_ += more;
      if (!ways_.GoOn(more)) return;
    } else if (ways_.over()) {
      return;
    }
    if (ways_.hungry()) GiveAway();
    if (open_.size() == levels_.back().first) continue;
    const OpenStep open = open_.back();
    open_.pop_back();
    if (Enter(open)) return ways_.End();
  }
}

// Whether the step leads to a finding. If to a state that was not visited, that is a level.
bool Walk::Enter(const OpenStep& open) {
  if (open.known && !visited_.Add(open.digest)) return false;
  const Fibers asleep = Asleep(levels_.back(), open.step.fiber);
  machine_.Take(open.step);
  machine_.GoOn();
  // Bytes that it wrote, or its local_state, show only now.
  const bool shown = open.known && machine_.digest() == open.digest;
  if (!shown && !machine_.over() && !visited_.Add(machine_.digest())) {
    machine_.Back();
    return false;
  }
  ++walked_.states;
  return Look(asleep);
}

// Whether the state that was just come to is a finding; else it lists its steps.
bool Walk::Look(Fibers asleep) {
  if (machine_.over()) return true;
  const Fibers can = CanStep(machine_);
  const Fibers all = expand_ == Expand::kPersistent ? PersistentSet(machine_) : can;
  const Fibers listed = expand_ == Expand::kOneOrder ? can & ~asleep : all;
  levels_.push_back({.first = open_.size(), .asleep = asleep, .listed = listed});
  for (int f = machine_.fibers(); f-- > 0;) {
    if ((all >> f & 1) == 0) continue;
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
  const Level& level = levels_[at];
  ways_.Give({.steps = {path.begin(), end},
              .open = open_.front(),
              .asleep = level.asleep,
              .listed = level.listed});
  open_.erase(open_.begin());
  for (std::size_t i = at + 1; i < levels_.size(); ++i) --levels_[i].first;
}

}  // namespace sim
