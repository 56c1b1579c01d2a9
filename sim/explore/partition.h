// The tree of the exhaustive search, divided among shards.
#ifndef SIM_EXPLORE_PARTITION_H_
#define SIM_EXPLORE_PARTITION_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/explore/position.h"

namespace sim {

// One of several searches, by different processes perhaps, that visit a tree together.
struct Shard {
  std::uint32_t index = 0;  // below count
  std::uint32_t count = 1;
};

// Divides the tree into some hundred parts, the same ones for every shard and every number of
// shards: nodes near the root are looked at, one after the other, until so many children are known
// that were not. Each of those is the root of a part; each node that was looked at is a part too,
// with nothing but its own execution. Parts are numbered from 1, in the order of the search that is
// not divided.
//
// Looked at next is, in turn, the child that keeps the fewest events of its graph (it is likely to
// have the most below it), and the one that is nearest to the root.
class Partition {
 public:
  static constexpr std::size_t kParts = 512;
  static constexpr std::size_t kLooks = 1024;  // at most so many nodes

  Partition();

  // The way to the next node to look at; Looked or NoNode must follow. None: it is divided.
  std::optional<Piece> Next();
  // It left children that keep so many events, in the order of their numbers. `runs`: it has an
  // execution of its own.
  void Looked(const std::vector<std::uint32_t>& events_kept, bool runs);
  // There is no such node.
  void NoNode() { nodes_[looking_].state = State::kNothing; }

  // What the shard visits, in order: the parts that were looked at are the first one's; of the
  // others it has every count-th.
  std::vector<Piece> PiecesOf(const Shard& shard) const;

 private:
  enum class State : std::uint8_t { kOpen, kExecution, kNothing };
  struct Node {
    std::vector<std::uint32_t> way;  // numbers of children
    std::uint32_t events_kept;
    State state = State::kOpen;
  };

  std::vector<Node> nodes_;
  std::size_t open_ = 1;
  std::size_t looks_ = 0;
  std::size_t looking_ = 0;
};

}  // namespace sim

#endif  // SIM_EXPLORE_PARTITION_H_
