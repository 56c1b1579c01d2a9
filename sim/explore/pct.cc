#include "sim/explore/pct.h"

#include <utility>

namespace sim {

Pct::Pct(Config config)
    : config_(config),
      name_("PCT of depth " + std::to_string(config.depth) + ", seed " +
            std::to_string(config.seed)) {}

bool Pct::Begin() {
  if (done_ == config_.executions) return false;
  prng_ = Prng(Prng(config_.seed).Next() + done_++);
  prng_ = Prng(prng_.Next());
  swarm_.Begin(prng_);
  steps_ = 0;
  // Distinct initial priorities above all that change points give.
  const auto depth = static_cast<std::uint32_t>(config_.depth);
  for (std::uint32_t f = 0; f < kMaxFibers; ++f) priority_[f] = depth + f;
  for (std::uint32_t f = kMaxFibers; f > 1; --f) {
    std::swap(priority_[f - 1], priority_[prng_.Below(f)]);
  }
  change_points_.clear();
  for (std::uint32_t i = 1; i < depth; ++i) change_points_.push_back(prng_.Below(longest_));
  return true;
}

void Pct::End() {
  if (steps_ > longest_) longest_ = steps_;
}

std::uint32_t Pct::Choose(const Question& q) {
  switch (q.kind) {
    case ChoiceKind::kFiber:
      return ChooseFiber(q);
    case ChoiceKind::kFault:
      if (!swarm_.On(q.fault)) return 0;
      break;
    case ChoiceKind::kRead:
    case ChoiceKind::kPlace:
      if (prng_.Below(2) == 0) return 0;
      break;
    case ChoiceKind::kSpurious:
    case ChoiceKind::kChoose:
      break;
  }
  return prng_.Below(q.arity);
}

std::uint32_t Pct::ChooseFiber(const Question& q) {
  for (std::size_t i = 0; i < change_points_.size(); ++i) {
    if (change_points_[i] == steps_) priority_[q.running] = static_cast<std::uint32_t>(i);
  }
  ++steps_;
  int best = -1;
  for (std::uint32_t left = q.runnable; left != 0; left &= left - 1) {
    const int f = __builtin_ctz(left);
    if (best < 0 || priority_[f] > priority_[best]) best = f;
  }
  return PickOf(q, best);
}

}  // namespace sim
