// One pass through the states of a program, by some threads, from where another one ended.
#ifndef SIM_STATES_PASS_H_
#define SIM_STATES_PASS_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "sim/explore/explore.h"
#include "sim/states/position.h"

namespace sim {

// Into so many parts, at most, the states are divided for shards.
inline constexpr std::size_t kFrontier = 512;

// What all its threads share, besides the position.
struct PassSettings {
  std::function<std::unique_ptr<Machine>()> new_machine;
  const std::function<void()>& body;
  const Options& options;
  Exact* exact = nullptr;
  bool breadth = false;
  int jobs = 1;
  std::uint64_t states = UINT64_MAX;  // more than there were are not visited
  std::size_t frontier = kFrontier;
  std::function<void(std::uint64_t states)> visited = {};
};

struct PassEnd {
  bool found = false;
  bool deadlock = false;  // what was found
  std::optional<Finding> broken = {};
  StepWay broken_way = {};
  bool cut = false;  // nothing was found, and something is left
};

// Goes on from the position, which is then where it ended; this thread walks with `machine`, and
// after a finding by one thread the machine stands there.
PassEnd RunPass(Machine& machine, StatesPosition& position, const PassSettings& settings);

// The states of a program divided among shards. Some states every shard visits, the same ones in
// the same order (Walk::Spread), until so many of them have steps that are open. Each of these is
// one shard's, and that shard visits what can be reached from it, but for what lies behind another
// of them. So no state is left out that the search in one go visits: the last of them on a way to
// it leads to it. (Under kOneOrder that holds of the way whose steps nobody leaves out; see
// Expand.)
//
// Two shards may visit one state, if it can be reached from both. Under kOneOrder such states are
// few, since different orders do not lead to one state again and again; else they are most.
inline constexpr std::uint64_t kMostBefore = 4096;  // states that every shard visits

struct Frontier {
  std::vector<Way> own;        // of the shard
  std::vector<Digest128> all;  // the states where ways of any shard end
  bool found = false;          // there is a finding before; the machine stands there
};
// `walk` is at the initial state, alone.
Frontier DivideFor(const Shard& shard, std::size_t most, Walk& walk);

}  // namespace sim

#endif  // SIM_STATES_PASS_H_
