#include "sim/states/pass.h"

#include <algorithm>
#include <iterator>
#include <latch>
#include <mutex>
#include <thread>
#include <utility>

namespace sim {
namespace {

class Pass {
 public:
  Pass(Machine& machine, StatesPosition& position, const PassSettings& settings)
      : machine_(machine),
        position_(position),
        settings_(settings),
        ways_(settings.jobs, settings.states, position.walked.states, [this](std::uint64_t states) {
          if (settings_.visited) settings_.visited(states);
          return !settings_.options.go_on || settings_.options.go_on();
        }) {}

  PassEnd Run() {
    Begin();
    if (end_.found) {
      End();
      return std::move(end_);
    }
    std::latch first_is_done(1);
    std::vector<std::thread> others;
    for (int i = 1; i < settings_.jobs; ++i) {
      others.emplace_back([this, &first_is_done] { WalkBeside(first_is_done); });
    }
    const bool tests = settings_.jobs == 1 && settings_.options.selfcheck_every > 0;
    Promise promise(settings_.body, settings_.options.limits, settings_.options.selfcheck_every,
                    settings_.exact);
    promise.Remember(std::move(position_.tested));
    Walk walk(machine_, position_.expand, *position_.visited, ways_, tests ? &promise : nullptr,
              std::exchange(position_.walked, {}));
    if (divided()) walk.CountIn(&position_.counted);
    if (settings_.breadth) {
      walk.RunInBreadth();
    } else {
      walk.Run(first_);
    }
    end_.deadlock = walk.deadlock();
    end_.broken = walk.broken();
    end_.broken_way = walk.broken_way();
    position_.tested = promise.memory();
    Add(walk, machine_);
    first_is_done.count_down();
    for (std::thread& other : others) other.join();
    End();
    return std::move(end_);
  }

 private:
  bool divided() const { return position_.shard.count > 1; }

  // From the position, or the initial state.
  void Begin() {
    machine_.Leave();
    machine_.accesses() = position_.learned;
    machine_.engine().marks().Clear();  // what passes before this one reached
    for (const std::string& mark : position_.marks) machine_.engine().marks().Reached(Kept(mark));
    machine_.Begin();
    position_.root = machine_.digest();
    if (position_.visited == nullptr) {
      position_.visited = std::make_shared<Visited>(/*shared=*/false);
      if (divided()) {
        BeginShard();
      } else {
        first_ = true;
      }
    }
    for (Way& way : std::exchange(position_.ways, {})) ways_.Give(std::move(way));
    ShareVisited(settings_.jobs > 1);
    position_.in_order = position_.in_order && settings_.jobs == 1;
  }

  // The same states, for one thread or several.
  void ShareVisited(bool shared) {
    if (position_.visited->shared() == shared) return;
    auto visited = std::make_shared<Visited>(shared);
    position_.visited->ForEach([&visited](const Digest128& state) { visited->Add(state); });
    position_.visited = std::move(visited);
  }

  void BeginShard() {
    Walk walk(machine_, position_.expand, *position_.visited, ways_);
    walk.CountIn(&position_.counted);
    Frontier frontier = DivideFor(position_.shard, settings_.frontier, walk);
    end_.found = frontier.found;
    end_.deadlock = walk.deadlock();
    position_.walked = walk.walked();
    position_.left_out_faults = machine_.left_out_faults();
    position_.ways = std::move(frontier.own);
    if (!end_.found) ways_.GoOn(position_.walked.states);
  }

  // A machine ends on the thread that made it: its fibers know no other.
  void WalkBeside(std::latch& first_is_done) {
    const std::unique_ptr<Machine> machine = settings_.new_machine();
    machine->accesses() = position_.learned;
    Walk walk(*machine, position_.expand, *position_.visited, ways_);
    std::vector<Counted> counted;
    if (divided()) walk.CountIn(&counted);
    machine->Begin();
    walk.Run(/*first=*/false);
    first_is_done.wait();
    const std::lock_guard lock(adding_);
    Add(walk, *machine);
    position_.counted.insert(position_.counted.end(), counted.begin(), counted.end());
  }

  // What a thread's walk adds to the result.
  void Add(const Walk& walk, Machine& machine) {
    end_.found = end_.found || walk.found();
    const Walked& walked = walk.walked();
    position_.walked.states += walked.states;
    position_.walked.steps += walked.steps;
    position_.walked.ends += walked.ends;
    position_.left_out_faults = position_.left_out_faults || machine.left_out_faults();
    if (std::optional<Way> left = walk.Left()) position_.ways.push_back(*std::move(left));
    if (&machine == &machine_) return;
    machine_.accesses().Merge(machine.accesses());
    for (const Marks::Mark& mark : machine.engine().marks().all()) {
      if (mark.executions > 0) machine_.engine().marks().Reached(mark.name);
    }
  }

  void End() {
    end_.cut = !end_.found && ways_.cut();
    position_.learned = machine_.accesses();
    position_.marks.clear();
    for (const Marks::Mark& mark : machine_.engine().marks().all()) {
      if (mark.executions > 0) position_.marks.emplace_back(mark.name);
    }
    std::ranges::sort(position_.counted, {}, &Counted::state);
    if (!end_.cut) return position_.ways.clear();
    for (Way& way : ways_.Left()) position_.ways.push_back(std::move(way));
    for (Way& way : position_.ways) {
      machine_.ComeTo(way.steps);
      way.state = machine_.digest();
    }
  }

  Machine& machine_;
  StatesPosition& position_;
  const PassSettings& settings_;
  Ways ways_;
  std::mutex adding_;
  bool first_ = false;
  PassEnd end_;
};

}  // namespace

PassEnd RunPass(Machine& machine, StatesPosition& position, const PassSettings& settings) {
  return Pass(machine, position, settings).Run();
}

Frontier DivideFor(const Shard& shard, std::size_t most, Walk& walk) {
  std::vector<Way> ways = walk.Spread(most, kMostBefore);
  Frontier frontier{.own = {}, .all = {}, .found = walk.found()};
  const std::size_t count = ways.size();
  for (std::size_t i = 0; i < count; ++i) {
    frontier.all.push_back(ways[i].state);
    if (i * shard.count / count == shard.index) frontier.own.push_back(std::move(ways[i]));
  }
  return frontier;
}

}  // namespace sim
