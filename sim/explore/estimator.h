// How large the tree of the exhaustive search is, from looks at few of its nodes.
#ifndef SIM_EXPLORE_ESTIMATOR_H_
#define SIM_EXPLORE_ESTIMATOR_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "sim/explore/estimate.h"
#include "sim/explore/prng.h"
#include "sim/explore/search_stack.h"

namespace sim {

// "Heuristic Sampling" (Chen, SIAM J. Comput. 21, 1992), after Knuth (1975). A *sweep* goes down
// what is left of the tree, level by level. Nodes that look alike (a *stratum*: as many events
// kept, the same kind and fiber of the step that leads to them, as many siblings) are taken to have
// as many nodes below. Where a level has too many to look at, of each stratum one is drawn, which
// stands for all; where there are too many strata, some, which stand for their neighbours. What a
// node stands for is its weight; the weights of all nodes that were run add up to the executions
// that are left, right on average.
//
// Each node that was run keeps its place in the tree, so a sweep holds on while the search goes on:
// those that it has passed count no more. Later sweeps are of what is left by then; all are
// averaged.
//
// The interval is no bound: of what was not looked at, nothing is known for sure. It is as wide as
// the sweeps differ, and at least as wide as it took to hold the truth 99 times of 100 on the
// programs that it was calibrated with (the families and rails of tests/explore, many seeds). Where
// the last sweep looked at all that was left, it is the truth.
//
// Deterministic: what is looked at is drawn by a generator with a fixed seed.
class Estimator {
 public:
  // What there is at a node: a stack with nothing but the node on top, closed; null if there is no
  // node after all. `runs`: it has an execution of its own.
  struct Node {
    SearchStack* stack;
    bool runs;
  };
  // Looks at a child of a graph, which stays as it is.
  using Look = std::function<Node(const SearchStack::Level& from, const Alternative& child)>;

  // Whether another sweep is worth its looks, where the search ran so many executions: the first
  // few sweeps take some thousand looks, all others together one for each 500 executions.
  bool Wants(std::uint64_t ran) const;
  // `stack` is that of the search between two executions.
  void Sweep(const SearchStack& stack, const Look& look);
  // Requires: there was a sweep.
  Estimate Of(const SearchStack& stack, std::uint64_t visited) const;

 private:
  // The numbers of the children that lead to a node, from the root.
  using Way = std::vector<std::uint32_t>;
  struct Stratum {
    std::uint32_t events_kept, kind, fiber, rank, siblings;
    friend auto operator<=>(const Stratum&, const Stratum&) = default;
  };
  // A node of the level that comes next.
  struct Child {
    Stratum stratum;
    double weight;
    const SearchStack::Level* level;  // of its parent
    std::uint32_t at;                 // where it is left there
    const Way* parent;
    std::uint32_t number;
  };
  // A node that was looked at, or one on the search's own way.
  struct Parent {
    const SearchStack::Level* level;
    SearchStack::Frame frame;
    double weight;
    Way way;
  };
  // An execution that a sweep came to.
  struct Run {
    double weight;
    Way way;
  };
  struct Swept {
    std::vector<Run> runs;
    double total = 0;   // of their weights
    bool exact = true;  // nothing was left to chance
  };
  // What the search has not come to yet, of what a sweep saw.
  struct Rest {
    double weights = 0;
    double squares = 0;  // of those
  };

  double Chance() { return static_cast<double>(prng_.Next() >> 11) * 0x1p-53; }
  static void AddChildren(const Parent& parent, std::vector<Child>& children);
  bool Thin(std::vector<Child>& children);
  void OneOfEachStratum(std::vector<Child>& children);
  void DrawSome(std::vector<Child>& children, std::size_t width);
  static Rest Left(const Swept& swept, const SearchStack& stack);

  Prng prng_{1};
  std::uint64_t looks_ = 0;
  std::uint64_t first_looks_ = 0;  // those of the first sweeps
  std::uint64_t last_looks_ = 0;   // those of the last one
  std::vector<Swept> sweeps_;
  std::vector<std::unique_ptr<SearchStack::Level>> spare_;
};

}  // namespace sim

#endif  // SIM_EXPLORE_ESTIMATOR_H_
