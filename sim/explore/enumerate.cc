#include "sim/explore/enumerate.h"

namespace sim {

bool Enumerate::Begin() {
  if (done_ > 0) {
    // Add one to the odometer; digits behind the one that moves are asked anew.
    while (!path_.empty() && path_.back().pick + 1 == path_.back().arity) path_.pop_back();
    if (path_.empty()) {
      exhausted_ = true;
      return false;
    }
    ++path_.back().pick;
  }
  if (done_ == config_.executions) return false;
  ++done_;
  at_ = 0;
  return true;
}

std::uint32_t Enumerate::Choose(const Question& q) {
  if (at_ == path_.size()) path_.push_back({0, q.arity});
  return path_[at_++].pick;
}

}  // namespace sim
