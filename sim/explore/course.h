// How far an exhaustive search has come with the pieces of the tree that it visits.
#ifndef SIM_EXPLORE_COURSE_H_
#define SIM_EXPLORE_COURSE_H_

#include <cstddef>
#include <memory>
#include <vector>

#include "sim/engine/locations.h"
#include "sim/explore/learned.h"
#include "sim/explore/partition.h"
#include "sim/explore/position.h"
#include "sim/explore/requests.h"
#include "sim/explore/search_stack.h"

namespace sim {

// A part of the tree, with all that another search needs to visit it. Where there is no stack, the
// program runs along the way once more.
struct Share {
  Piece piece;
  SearchStack stack;
  Requests requests;
  LocationNumbers locations;
  Learned learned;
};

// The pieces come one after the other. To come to where one begins, the program is run for each
// node on the way to it.
struct Course {
  std::vector<Piece> pieces;
  std::size_t piece = 0;  // the one that is visited
  std::size_t step = 0;   // of its way: the node that is come to
  bool begun = false;     // its root was
  bool arrived = false;   // its last node was: what is below it is visited
  bool ran = false;       // the node that is come to was run
  bool handed = false;    // nothing ran since it was taken over from another search

  std::unique_ptr<Partition> partition;  // while the tree is divided
  std::vector<Piece> resumed;            // by then: what a position has left,
  bool and_behind = false;               // and all parts behind
  // The root as it was left, once a way went on from it: a run from nothing is the most expensive.
  std::unique_ptr<SearchStack::Level> root;

  const Piece& now() const { return pieces[piece]; }
  bool over() const { return piece == pieces.size(); }
  bool AtLastNode() const { return step + 1 == now().way.size(); }
  void Begin(std::vector<Piece> to_visit) {
    pieces = std::move(to_visit);
    piece = 0;
    begun = arrived = handed = false;
  }
};

}  // namespace sim

#endif  // SIM_EXPLORE_COURSE_H_
