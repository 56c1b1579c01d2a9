// What the state of a program is made of, and what is kept of it to take a step back.
#ifndef SIM_STATES_PARTS_H_
#define SIM_STATES_PARTS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/engine/execution.h"
#include "sim/states/digest.h"

namespace sim::states {

// What a fiber did since its last yield: a turn of a loop, if it comes to the same yield again.
// The part of it that any step changes; a step that is no yield adds at most one to `seen`.
struct TurnHead {
  // Stands for the reads since the last yield, by location, line and value: only turns that saw the
  // same are turns of one loop. Loops on one line, for other values, tend to see others.
  std::uint64_t reads = 0;
  std::uint32_t past = 0;  // events that the fiber's own digest stands for
  bool only_polls = true;  // it did not do more than look
  // Its yield waits for something new to see, as it does in an execution (engine/yield_ops.cc):
  // what it did to atomics was to look.
  bool waits = true;
  std::uint8_t count = 0;
  std::uint8_t yields = 0;
};

struct Turn : TurnHead {
  static constexpr int kMost = 8;
  static constexpr int kYields = 4;
  struct Seen {
    LocationId location;
    Bits value;
  };
  // A yield that it came to since it last did more than look, and its own digest behind it.
  struct Yield {
    Site site;
    Digest128 own;
    std::uint64_t reads;  // of the turn that it ended
    std::uint32_t past;   // TurnHead::past behind it
  };
  Seen seen[kMost] = {};  // since the last yield
  Yield yield[kYields] = {};
};

// What a step does.
struct Effect {
  Taken taken;       // what its fiber gets
  Bits written = 0;  // if it writes to a location
  Digest128 own;     // of its fiber, behind it
  Digest128 change;  // of the state's digest
};

// What a fiber's step does, if it is an access to a location in only one way: a function of the
// fiber and of the value there. So it is looked at once, until one of them changes.
struct Ahead {
  bool one_way = false;
  bool looked = false;
  bool can = false;  // be taken now
  Bits value = 0;    // of the location, when it was looked at
  Effect effect;     // if it can
};

struct Fiber {
  Action next;
  Digest128 own;
  Ahead ahead;  // of `next`
  Turn turn;
  std::uint32_t joined = 0;  // fibers that it joined, and those that they had joined
};

struct Cell {
  Bits value = 0;
  bool dead = false;
  std::int8_t maker = 0;
};

struct Area {
  std::byte* memory = nullptr;
  std::size_t bytes = 0;
  bool dead = false;
  std::int8_t maker = 0;
};

// What stands for each value in a channel, the oldest first.
using Queue = std::vector<Digest128>;

// Where a fiber's past was given up last, and for what.
struct Forgot {
  enum class By : std::uint8_t { kNothing, kLocalState, kPoll } by = By::kNothing;
  Site site{};
};

struct Place;  // places.h

// What a fiber was when it was let go on: at a place, or anywhere.
struct LeftPlace {
  int fiber;
  Place* place;
};
struct SavedFiber {
  int fiber;
  std::size_t first_piece;  // its stack, and then its body
  Fiber state;
  void* context;
};

// What was at some place in memory; the bytes are in SavedStep::bytes.
struct Piece {
  std::byte* at;
  std::size_t first;
  std::size_t count;
};

struct SavedStep {
  // Before the step was taken:
  Digest128 digest;
  Digest128 told;
  Digest128 own;  // of its fiber
  TurnHead turn;
  std::vector<Turn> whole_turn;  // if the step was a yield
  std::uint32_t faults;
  bool wrote;  // `cell` had `value`
  LocationId cell;
  Bits value;
  // Before the fiber went on:
  Digest128 world;
  Lives lives;
  std::uint64_t monitors;
  std::size_t died;
  std::vector<LeftPlace> places;
  std::vector<SavedFiber> fibers;
  std::vector<Piece> pieces;
  std::vector<std::byte> bytes;
  std::size_t size;  // of them
};

}  // namespace sim::states

#endif  // SIM_STATES_PARTS_H_
