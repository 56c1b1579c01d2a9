// Fibers in the middle of an execution, as values.
#ifndef SIM_ENGINE_SAVED_FIBERS_H_
#define SIM_ENGINE_SAVED_FIBERS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/memory/view.h"

namespace sim {

// Which fibers there are, one bit each.
struct Lives {
  std::uint32_t started;
  std::uint32_t begun;
  std::uint32_t ended;
};

// Where the fibers of one execution stand, at a Checkpoint: to go on from there in later ones.
struct SavedFibers {
  struct Part {
    std::byte* at;
    std::uint32_t first;  // of the bytes
    std::uint32_t count;
  };
  std::uint32_t runnable;
  Lives lives;
  int running;
  void* context[kMaxFibers];  // of those that are under way
  std::vector<Part> parts;    // of memory: their stacks and bodies
  std::vector<std::byte> bytes;
};

}  // namespace sim

#endif  // SIM_ENGINE_SAVED_FIBERS_H_
