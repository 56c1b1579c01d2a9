#include "sim/explore/enumerate.h"

namespace sim {
bool Enumerate::Begin() {
  if (done_ > 0) {
    // Add one to the odometer; digits behind the one that moves are asked anew.
    while (!path_.empty() && path_.back().pick + 1 == path_.back().arity) path_.pop_back();
    if (path_.empty()) {
      finished_ = true;
      return false;
    }
    ++path_.back().pick;
  }
  if (done_ == config_.executions) return false;
  ++done_;
  at_ = 0;
  preemptions_ = 0;
  return true;
}

std::uint32_t Enumerate::Choose(const Question& q) {
  const bool bounded = config_.preemptions != kAnyNumber && IsPreemption(q);
  if (at_ == path_.size()) {
    const bool stays = bounded && preemptions_ == config_.preemptions;
    left_out_ = left_out_ || stays;
    path_.push_back({0, stays ? std::uint16_t{1} : q.arity});
  }
  const std::uint32_t pick = path_[at_++].pick;
  if (bounded && pick != 0) ++preemptions_;
  return pick;
}

// Whether all but the first answer are preemptions.
bool Enumerate::IsPreemption(const Question& q) const {
  return q.kind == ChoiceKind::kFiber && (q.runnable >> q.running & 1) != 0 && !q.woken;
}

std::string Enumerate::remark() const {
  if (!left_out_) return "";
  return "at most " + std::to_string(config_.preemptions) +
         (config_.preemptions == 1 ? " preemption" : " preemptions");
}

}  // namespace sim
