#include "sim/explore/replay.h"

namespace sim {

bool Replay::Begin() {
  if (begun_) return false;
  begun_ = true;
  return true;
}

std::uint32_t Replay::Choose(const Question& q) {
  if (at_ == tape_.size()) return 0;
  const Choice& c = tape_[at_];
  if (c.kind != q.kind || c.arity != q.arity) {
    misfit_ = "choice " + std::to_string(at_ + 1) + ": the tape chose " + NameOf(c.kind) +
              " among " + std::to_string(c.arity) + ", this program asks for " + NameOf(q.kind) +
              " among " + std::to_string(q.arity);
    return q.arity;  // out of range: refuses
  }
  ++at_;
  return c.pick;
}

void Replay::End() {
  if (misfit_.empty() && at_ < tape_.size()) {
    misfit_ = "the tape has " + std::to_string(tape_.size()) + " choices, this program asked for " +
              std::to_string(at_);
  }
}

}  // namespace sim
