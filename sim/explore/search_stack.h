// The stack of a depth-first search over graphs: what was left to be tried, and the way there.
#ifndef SIM_EXPLORE_SEARCH_STACK_H_
#define SIM_EXPLORE_SEARCH_STACK_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/engine/snapshot.h"
#include "sim/explore/alternative.h"
#include "sim/explore/position.h"
#include "sim/memory/graph.h"

namespace sim {

// Two stacks in step. A *level* is a graph, which is cut and changed in place as long as
// alternatives allow it, with what is left to be tried in it. A *frame* is a node of the tree (see
// Piece) on the way down to the current one: which alternatives it left, and how many of them are
// still to be visited. Several frames may share a level; deeper frames have deeper levels, or later
// alternatives of the same.
//
//   1. The alternatives of a frame lie together in its level, those of the frames above behind.
//   2. Of a frame's alternatives the first `given` are another search's, those up to `left` are to
//      be visited; what lies behind belongs to deeper frames.
//   3. Nothing is visited before the frame on top is closed.
//
// Levels keep their memory. Thread safety: none.
class SearchStack {
 public:
  struct Level {
    Graph graph{Graph::History::kKept};
    std::vector<VainLook> vain;  // by stamp
    View fixed;                  // events that no write of this level may revisit
    std::vector<Alternative> left;
    // Of runs along this graph, by how many of its events they had come to. The first `shared`
    // events are those of the level below, whose snapshots serve as well.
    std::vector<std::unique_ptr<Snapshot>> snapshots;
    std::size_t saved = 0;
    EventId shared = 0;

    Snapshot* SaveHere() {
      if (saved == snapshots.size()) snapshots.push_back(std::make_unique<Snapshot>());
      return snapshots[saved++].get();
    }
    void DropSnapshots(EventId behind) {
      while (saved > 0 && snapshots[saved - 1]->at > behind) --saved;
    }

    void CopyGraphFrom(const Level& other);
    void CopyFrom(const Level& other) {
      CopyGraphFrom(other);
      left = other.left;
    }
  };
  struct Frame {
    std::uint32_t level;      // how many levels there were
    std::uint32_t first;      // of its alternatives, in that level
    std::uint32_t total = 0;  // how many it left; known once it is closed
    std::uint32_t left = 0;
    std::uint32_t given = 0;
    EventId events = 0;  // of its graph
  };

  bool empty() const { return depth_ == 0; }
  Level& top() { return *top_; }
  const Level& top() const { return *top_; }
  const Level& level(const Frame& frame) const { return *levels_[frame.level - 1]; }
  const std::vector<Frame>& frames() const { return frames_; }

  void Clear() {
    GoTo(0);
    frames_.clear();
  }
  // A new level, with nothing in it but an old graph.
  Level& Push();
  // Replaces the level on top, whose place in memory it takes.
  std::unique_ptr<Level> Swap(std::unique_ptr<Level> level);

  // A node is about to be made; whatever is left from now on is its. Levels may be pushed before
  // Open, which says that it was made.
  struct Mark {
    std::size_t depth;
    std::size_t left;
  };
  Mark mark() const { return {depth_, depth_ == 0 ? 0 : top().left.size()}; }
  bool LeftSince(Mark before) const { return !empty() && top().left.size() > First(before); }
  void Open(Mark before) {
    const std::size_t first = First(before);
    frames_.push_back(
        {.level = static_cast<std::uint32_t>(depth_), .first = static_cast<std::uint32_t>(first)});
  }
  // All that the node leaves has been left.
  void Close() {
    Frame& frame = frames_.back();
    const Level& level = top();
    frame.total = frame.left = static_cast<std::uint32_t>(level.left.size()) - frame.first;
    frame.events = level.graph.size();
  }

  // The children of the node on top, which is closed and not visited yet.
  std::span<const Alternative> Children() const {
    return std::span(top().left).subspan(frames_.back().first);
  }

  // The latest snapshot with no event that the graph on top has not; null if there is none.
  const Snapshot* LatestSnapshot() const;

  // Goes back to the deepest frame that has something left to visit; false if there is none.
  bool Back() {
    if (frames_.empty() || frames_.back().left == frames_.back().given) return Drop();
    GoTo(frames_.back().level);
    return true;
  }
  // The next alternative of the frame on top, which Back found.
  Alternative Take() {
    --frames_.back().left;
    const Alternative next = top().left.back();
    top().left.pop_back();
    return next;
  }
  // The alternative of the frame on top that the fork goes through; those behind it were visited.
  // Requires: there are so many.
  Alternative TakeOnly(const Fork& fork);
  // Keeps, of those of the frame on top, the ones that the fork has. Requires: there are so many.
  void Keep(const Fork& fork);

  // Parts with what would be visited last: so many children of nodes on the way, but at most half
  // of those that are left, without which there is nothing to part with. `to` becomes the stack of
  // whoever visits the piece.
  std::optional<Piece> GiveAway(std::uint64_t children, SearchStack& to);
  // The way to the node on top, which is closed.
  std::vector<Fork> Way() const;
  // A number that tells ways apart (up to collisions): what each node left, how large it was.
  std::uint64_t Signature() const;

 private:
  std::size_t First(Mark before) const { return depth_ == before.depth ? before.left : 0; }
  bool Drop();
  void Hand(const Frame& frame, std::uint32_t end, SearchStack& to) const;
  void GoTo(std::size_t depth) {
    depth_ = depth;
    top_ = depth > 0 ? levels_[depth - 1].get() : nullptr;
  }

  std::vector<std::unique_ptr<Level>> levels_;  // the first depth_ are the stack
  std::size_t depth_ = 0;
  Level* top_ = nullptr;
  std::vector<Frame> frames_;
};

}  // namespace sim

#endif  // SIM_EXPLORE_SEARCH_STACK_H_
