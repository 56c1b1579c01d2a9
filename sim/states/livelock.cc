#include "sim/states/livelock.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>

namespace sim {
namespace {

// A step between two states, which are numbered in the order in which they were come to.
struct Edge {
  std::uint32_t from;
  std::uint32_t to;
  Machine::Step step;
};

class States {
 public:
  States(Machine& machine, Expand expand, const Surroundings& where)
      : machine_(machine),
        expand_(expand),
        elsewhere_(where.elsewhere.begin(), where.elsewhere.end()) {}

  // What can be reached from where the way ends.
  void Visit(const std::vector<Machine::Step>& way) {
    machine_.ComeTo(way);
    const std::size_t visited = ends_.size();
    const std::uint32_t root = Number();
    roots_.push_back({root, way});
    if (root < visited) return;
    struct Level {
      std::uint32_t state;
      std::size_t first;  // of its steps
    };
    std::vector<Machine::Step> open;
    std::vector<Level> levels = {{root, 0}};
    List(open);
    while (!levels.empty()) {
      if (open.size() == levels.back().first) {
        levels.pop_back();
        if (!levels.empty()) machine_.Back();
        continue;
      }
      const Machine::Step step = open.back();
      open.pop_back();
      machine_.Take(step);
      if (!machine_.over()) machine_.GoOn();
      const std::size_t known = ends_.size();
      const std::uint32_t to = Number();
      edges_.push_back({levels.back().state, to, step});
      if (to < known || machine_.over() || elsewhere_.contains(machine_.digest())) {
        machine_.Back();
        continue;
      }
      levels.push_back({to, open.size()});
      List(open);
    }
  }

  // By state, whether an end can be reached.
  std::vector<bool> Ending() const {
    std::vector<bool> ending = ends_;
    for (bool more = true; more;) {
      more = false;
      // Edges of later states come first, so that few rounds are needed.
      for (std::size_t i = edges_.size(); i-- > 0;) {
        if (!ending[edges_[i].to] || ending[edges_[i].from]) continue;
        more = ending[edges_[i].from] = true;
      }
    }
    return ending;
  }

  // The shortest way to a state that is not `ending`; to one that is, if there is none.
  std::vector<Machine::Step> WayTo(const std::vector<bool>& ending, std::uint32_t& state) const {
    std::vector<std::vector<std::size_t>> out(ends_.size());
    for (std::size_t i = 0; i < edges_.size(); ++i) out[edges_[i].from].push_back(i);
    std::vector<std::int64_t> by(ends_.size(), -2);
    std::vector<std::uint32_t> queue;
    for (const Root& root : roots_) {
      if (by[root.state] != -2) continue;
      by[root.state] = -1;
      queue.push_back(root.state);
    }
    for (std::size_t at = 0; at < queue.size(); ++at) {
      state = queue[at];
      if (!ending[state]) break;
      for (const std::size_t i : out[state]) {
        if (by[edges_[i].to] != -2) continue;
        by[edges_[i].to] = static_cast<std::int64_t>(i);
        queue.push_back(edges_[i].to);
      }
    }
    std::vector<Machine::Step> steps;
    std::uint32_t s = state;
    for (; by[s] >= 0; s = edges_[static_cast<std::size_t>(by[s])].from) {
      steps.insert(steps.begin(), edges_[static_cast<std::size_t>(by[s])].step);
    }
    const auto root =
        std::ranges::find_if(roots_, [s](const Root& other) { return other.state == s; });
    std::vector<Machine::Step> way = root->way;
    way.insert(way.end(), steps.begin(), steps.end());
    return way;
  }

  // From a state of which all that follow are so as well: steps until one comes up again.
  void Turn(std::uint32_t state, Livelock& livelock) const {
    std::vector<std::uint32_t> seen = {state};
    std::vector<Machine::Step> steps;
    for (;;) {
      std::size_t i = 0;
      while (edges_[i].from != state) ++i;
      steps.push_back(edges_[i].step);
      state = edges_[i].to;
      for (std::size_t at = 0; at < seen.size(); ++at) {
        if (seen[at] != state) continue;
        const auto begin = steps.begin() + static_cast<std::ptrdiff_t>(at);
        livelock.way.insert(livelock.way.end(), steps.begin(), begin);
        livelock.turn.assign(begin, steps.end());
        return;
      }
      seen.push_back(state);
    }
  }

 private:
  struct Root {
    std::uint32_t state;
    std::vector<Machine::Step> way;
  };

  std::uint32_t Number() {
    // What is a finding has no state of its own.
    const Digest128 state = machine_.over() ? kFindingState : machine_.digest();
    const auto [at, is_new] = states_.emplace(state, static_cast<std::uint32_t>(states_.size()));
    if (is_new) {
      ends_.push_back(machine_.over() || machine_.CanStep() == 0 || elsewhere_.contains(state));
    }
    return at->second;
  }
  void List(std::vector<Machine::Step>& open) {
    const Accesses::Fibers fibers = Expanded(machine_, expand_, machine_.CanStep());
    for (int f = machine_.fibers(); f-- > 0;) {
      if ((fibers >> f & 1) == 0) continue;
      for (std::uint32_t option = machine_.Options(f); option-- > 0;) {
        open.push_back({static_cast<std::int8_t>(f), static_cast<std::uint16_t>(option)});
      }
    }
  }

  Machine& machine_;
  const Expand expand_;
  const std::unordered_set<Digest128, DigestHash> elsewhere_;
  std::vector<Root> roots_;
  std::unordered_map<Digest128, std::uint32_t, DigestHash> states_;
  std::vector<bool> ends_;
  std::vector<Edge> edges_;
};

// Takes the steps; each in words.
std::string Take(Machine& machine, const std::vector<Machine::Step>& steps) {
  std::string text;
  for (const Machine::Step& step : steps) {
    text += (text.empty() ? "" : "; ") + machine.Describe(step.fiber);
    machine.Take(step);
    machine.GoOn();
  }
  return text;
}

}  // namespace

std::optional<Livelock> FindLivelock(Machine& machine, Expand expand, const Surroundings& where) {
  if (where.ways.empty()) return std::nullopt;
  States states(machine, expand, where);
  for (const std::vector<Machine::Step>& way : where.ways) states.Visit(way);
  const std::vector<bool> ending = states.Ending();
  std::uint32_t state = 0;
  Livelock livelock{.way = states.WayTo(ending, state), .turn = {}, .text = {}};
  if (ending[state]) return std::nullopt;
  states.Turn(state, livelock);
  machine.Begin();
  Take(machine, livelock.way);
  const Digest128 before = machine.digest();
  livelock.text = Take(machine, livelock.turn);
  if (!(machine.digest() == before)) return std::nullopt;
  return livelock;
}

}  // namespace sim
