#include "sim/explore/search_stack.h"

#include <algorithm>
#include <utility>

namespace sim {

void SearchStack::Level::CopyGraphFrom(const Level& other) {
  std::vector<EventId> renamed;
  graph.Restrict(other.graph, other.graph.size(), View{}, kNoEvent, renamed);
  vain = other.vain;
  fixed = other.fixed;
  saved = 0;
  shared = 0;
}

SearchStack::Level& SearchStack::Push() {
  if (depth_ == levels_.size()) levels_.push_back(std::make_unique<Level>());
  GoTo(depth_ + 1);
  top_->left.clear();
  top_->vain.clear();
  top_->fixed.Clear(View::kLanes);
  top_->saved = 0;
  top_->shared = 0;
  return *top_;
}

const Snapshot* SearchStack::LatestSnapshot() const {
  EventId most = INT32_MAX;
  for (std::size_t depth = depth_; depth-- > 0;) {
    const Level& level = *levels_[depth];
    for (std::size_t i = level.saved; i-- > 0;) {
      if (level.snapshots[i]->at <= most) return level.snapshots[i].get();
    }
    most = std::min(most, level.shared);
    if (most == 0) break;
  }
  return nullptr;
}

std::unique_ptr<SearchStack::Level> SearchStack::Swap(std::unique_ptr<Level> level) {
  std::swap(levels_[depth_ - 1], level);
  GoTo(depth_);
  return level;
}

bool SearchStack::Drop() {
  while (!frames_.empty()) {
    const Frame& frame = frames_.back();
    GoTo(frame.level);
    if (frame.left > frame.given) return true;
    if (frame.given > 0 && !empty()) top().left.resize(frame.first);
    frames_.pop_back();
  }
  GoTo(0);
  return false;
}

Alternative SearchStack::TakeOnly(const Fork& fork) {
  Frame& frame = frames_.back();
  top().left.resize(frame.first + fork.left + 1);
  frame.left = fork.left + 1;
  frame.given = fork.given;
  return Take();
}

void SearchStack::Keep(const Fork& fork) {
  Frame& frame = frames_.back();
  if (fork.left == kAllChildren) return;
  top().left.resize(frame.first + fork.left);
  frame.left = fork.left;
  frame.given = fork.given;
}

std::optional<Piece> SearchStack::GiveAway(std::uint64_t children, SearchStack& to) {
  std::uint64_t open = 0;
  for (const Frame& frame : frames_) open += frame.left - frame.given;
  std::uint64_t give = std::min(children, open / 2);
  if (give == 0) return std::nullopt;
  to.Clear();
  for (Frame& frame : frames_) {
    const auto here =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(give, frame.left - frame.given));
    give -= here;
    Hand(frame, give > 0 || here == 0 ? frame.left : frame.given + here, to);
    frame.given += here;
    if (give == 0) break;
  }
  return Piece{.way = to.Way()};
}

// Puts the frame, with those of its alternatives that are below `end` and not given away, on top of
// the other stack. Where there are any, in a level of their own.
void SearchStack::Hand(const Frame& frame, std::uint32_t end, SearchStack& to) const {
  if (end > frame.given) {
    const Level& from = level(frame);
    Level& level = to.Push();
    level.CopyGraphFrom(from);
    const auto first = from.left.begin() + frame.first;
    level.left.assign(first, first + end);
  }
  to.frames_.push_back(frame);
  Frame& handed = to.frames_.back();
  handed.level = static_cast<std::uint32_t>(to.depth_);
  handed.first =
      end > frame.given || to.empty() ? 0 : static_cast<std::uint32_t>(to.top().left.size());
  handed.left = end;
}

std::vector<Fork> SearchStack::Way() const {
  std::vector<Fork> way;
  for (const Frame& frame : frames_) way.push_back({frame.left, frame.given});
  return way;
}

std::uint64_t SearchStack::Signature() const {
  std::uint64_t h = 0;
  for (const Frame& frame : frames_) {
    h = (h ^ frame.total) * 0x9e3779b97f4a7c15u;
    h = (h ^ h >> 29 ^ static_cast<std::uint64_t>(frame.events)) * 0xbf58476d1ce4e5b9u;
  }
  return h;
}

}  // namespace sim
