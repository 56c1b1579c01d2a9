#include "sim/explore/partition.h"

#include <algorithm>

namespace sim {
namespace {

// Whether the search comes to `a` before `b`: children are visited last first, after their parent.
bool Before(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  const auto [mine, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (mine == a.end()) return other != b.end();
  return other != b.end() && *mine > *other;
}

// The way down, with nothing left to be visited on it.
Piece WayTo(const std::vector<std::uint32_t>& children) {
  Piece piece;
  for (const std::uint32_t child : children) piece.way.push_back({.left = child, .given = child});
  return piece;
}

}  // namespace

Partition::Partition() { nodes_.push_back({.way = {}, .events_kept = 0}); }

std::optional<Piece> Partition::Next() {
  if (open_ == 0 || open_ >= kParts || looks_ >= kLooks) return std::nullopt;
  const bool by_events = looks_++ % 2 == 0;
  std::size_t best = nodes_.size();
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].state != State::kOpen) continue;
    auto key = [&](const Node& node) {
      return by_events ? node.events_kept : static_cast<std::uint32_t>(node.way.size());
    };
    if (best == nodes_.size() || key(nodes_[i]) < key(nodes_[best])) best = i;
  }
  looking_ = best;
  --open_;
  Piece piece = WayTo(nodes_[best].way);
  piece.way.push_back({});
  return piece;
}

void Partition::Looked(const std::vector<std::uint32_t>& events_kept, bool runs) {
  nodes_[looking_].state = runs ? State::kExecution : State::kNothing;
  for (std::uint32_t child = 0; child < events_kept.size(); ++child) {
    Node node{.way = nodes_[looking_].way, .events_kept = events_kept[child]};
    node.way.push_back(child);
    nodes_.push_back(std::move(node));
    ++open_;
  }
}

std::vector<Piece> Partition::PiecesOf(const Shard& shard) const {
  std::vector<const Node*> parts;
  for (const Node& node : nodes_) {
    if (node.state != State::kNothing) parts.push_back(&node);
  }
  std::sort(parts.begin(), parts.end(),
            [](const Node* a, const Node* b) { return Before(a->way, b->way); });
  std::vector<Piece> pieces;
  std::uint32_t open = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Node& node = *parts[i];
    Piece piece;
    if (node.state == State::kExecution) {
      if (shard.index != 0) continue;
      piece = WayTo(node.way);
      piece.way.push_back({});
      piece.counts_last = true;
    } else {
      // Not every count-th: trees repeat themselves.
      const std::uint32_t turn = open++;
      if ((turn + turn / shard.count) % shard.count != shard.index) continue;
      piece = WayTo({node.way.begin(), node.way.end() - 1});
      piece.way.push_back({.left = node.way.back() + 1, .given = node.way.back()});
    }
    piece.number = static_cast<std::uint32_t>(i + 1);
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace sim
