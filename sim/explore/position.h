// Where an exhaustive search stands, as a value and as one line of text.
#ifndef SIM_EXPLORE_POSITION_H_
#define SIM_EXPLORE_POSITION_H_

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "sim/explore/learned.h"

namespace sim {

// The search walks a tree depth first. A node is a graph, which nearly always is run once: one
// execution. Its children are the alternatives that it left, numbered as they were left and visited
// from the last to the first.
//
// At one node: of its children, those from `given` on and below `left` are still to be visited. On
// the way to a deeper node, `left` is also the number of the child that the way goes through.
struct Fork {
  std::uint32_t left = 0;
  std::uint32_t given = 0;  // the first so many belong to somebody else

  friend bool operator==(const Fork&, const Fork&) = default;
};
inline constexpr std::uint32_t kAllChildren = UINT32_MAX;

// A part of the tree: what is still to be visited at the nodes of one way down from the root.
struct Piece {
  std::vector<Fork> way;        // the root first
  bool counts_last = false;     // the last node's own execution belongs to it too
  std::uint32_t number = 0;     // of the part of the partition that it belongs to (partition.h)
  std::uint32_t signature = 0;  // of the nodes on the way (SearchStack); 0: not known

  static Piece Whole() { return {.way = {{kAllChildren, 0}}, .counts_last = true}; }
  friend bool operator==(const Piece&, const Piece&) = default;
};

// What is left of a search, and what it knows by then.
struct SearchState {
  std::uint64_t executions = 0;  // that were visited
  bool sc = false;               // Memory::kSc
  bool reduced = false;          // Reduction::kClasses
  Learned learned;
  std::vector<Piece> pieces;  // in the order of visit; none: the search is over
  bool and_behind = false;    // and all parts of the shard behind that of the last piece

  // The same with nothing visited yet.
  SearchState AtRoot() const {
    SearchState root = *this;
    root.executions = 0;
    root.pieces = {Piece::Whole()};
    root.and_behind = false;
    return root;
  }
  friend bool operator==(const SearchState&, const SearchState&) = default;
};

// As one short word, "x1:78540:a,0=121:1f03a2b7.12.3.0x4.7-2": the format's version; the
// executions; settings and what was learned (hexadecimal, see position.cc), and for each fiber that
// made locations with habits its number, and theirs; the pieces, joined by "+". A piece is its
// signature, then for each fork ".left", "-given" unless it is 0, and "xN" for N equal ones. One
// with a number begins with "number@", one whose last node's execution belongs to it ends with "r";
// "+" at the end stands for `and_behind`.
std::string ToText(const SearchState& state);

// Inverse of ToText; or one sentence that says what is wrong, and where (from 1).
std::variant<SearchState, std::string> ParsePosition(const std::string& text);

}  // namespace sim

#endif  // SIM_EXPLORE_POSITION_H_
