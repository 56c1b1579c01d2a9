#include "sim/states/pursue.h"

#include <algorithm>

#include "sim/explore/prng.h"

namespace sim {
namespace {

Pursuit::Seen Look(Machine& machine) {
  Pursuit::Seen seen{.digest = machine.digest(), .next = {}, .finding = machine.finding()};
  if (machine.over()) return seen;
  for (int f = 0; f < machine.fibers(); ++f) {
    const Action& a = machine.fiber(f).next;
    seen.next.push_back(
        {a.kind, a.timed, a.object, machine.Options(f), a.operand, a.desired, a.first, a.count});
  }
  return seen;
}

// One of the steps that are possible.
std::optional<Machine::Step> Draw(const Pursuit::Seen& seen, Prng& prng) {
  std::uint32_t all = 0;
  for (const Pursuit::Next& next : seen.next) all += next.options;
  if (all == 0) return std::nullopt;
  std::uint32_t drawn = prng.Below(all);
  std::size_t f = 0;
  for (; drawn >= seen.next[f].options; ++f) drawn -= seen.next[f].options;
  return Machine::Step{static_cast<std::int8_t>(f), static_cast<std::uint16_t>(drawn)};
}

std::vector<states::Forgot> AllForgot(const Machine& machine) {
  std::vector<states::Forgot> all;
  for (int f = 0; f < machine.fibers(); ++f) all.push_back(machine.forgot(f));
  return all;
}

// As users count, with the fiber's name.
std::string StepsText(const Machine& machine, const StepWay& way, std::size_t from) {
  constexpr int kMost = 12;
  std::string text;
  int parts = 0;
  for (std::size_t i = from; i < way.size();) {
    if (++parts > kMost) return text + ", and " + std::to_string(way.size() - i) + " more steps";
    std::size_t end = i + 1;
    while (end < way.size() && way[end].fiber == way[i].fiber && way[end].option == 0 &&
           way[i].option == 0) {
      ++end;
    }
    text += (text.empty() ? "" : ", ") + std::string(machine.NameOf(way[i].fiber));
    if (way[i].option > 0) text += " with option " + std::to_string(way[i].option);
    if (end - i > 1) text += " " + std::to_string(end - i) + " times";
    i = end;
  }
  return text.empty() ? "no step more" : text;
}

}  // namespace

Pursuit Pursue(Machine& machine, const Digest128& state, const StepWay& way, std::size_t steps) {
  Pursuit walk;
  machine.Begin();
  for (std::size_t i = 0; i < way.size(); ++i) {
    if (way[i].option >= machine.Options(way[i].fiber)) return walk;
    machine.Take(way[i]);
    if (machine.over()) return walk;
    if (i + 1 == way.size() && machine.digest() == state) walk.forgot = AllForgot(machine);
    machine.GoOn();
    if (machine.over() && i + 1 < way.size()) return walk;
  }
  if (walk.forgot.empty()) {
    if (!(machine.digest() == state)) return walk;
    walk.forgot = AllForgot(machine);
  }
  walk.came = true;
  walk.seen.push_back(Look(machine));
  Prng prng(state.a);
  while (walk.steps.size() < steps && !machine.over()) {
    const std::optional<Machine::Step> step = Draw(walk.seen.back(), prng);
    if (!step.has_value()) break;
    machine.Take(*step);
    if (!machine.over()) machine.GoOn();
    walk.steps.push_back(*step);
    walk.seen.push_back(Look(machine));
  }
  return walk;
}

std::optional<Difference> Compare(const Pursuit& first, const Pursuit& second) {
  for (std::size_t at = 0; at < std::min(first.seen.size(), second.seen.size()); ++at) {
    const Pursuit::Seen& a = first.seen[at];
    const Pursuit::Seen& b = second.seen[at];
    if (a.finding.verdict != b.finding.verdict || a.finding.message != b.finding.message) {
      const bool in_first = a.finding.verdict != Verdict::kPass;
      return Difference{at, in_first ? a.finding.fiber : b.finding.fiber};
    }
    for (std::size_t f = 0; f < std::min(a.next.size(), b.next.size()); ++f) {
      if (!(a.next[f] == b.next[f])) return Difference{at, static_cast<int>(f)};
    }
    if (!(a.digest == b.digest)) return Difference{at, at > 0 ? first.steps[at - 1].fiber : -1};
  }
  return std::nullopt;
}

std::size_t Alike(const StepWay& first, const StepWay& second) {
  const auto [at, other] = std::mismatch(first.begin(), first.end(), second.begin(), second.end());
  return static_cast<std::size_t>(at - first.begin());
}

std::string WaysText(const Machine& machine, const StepWay& first, const StepWay& second) {
  const std::size_t alike = Alike(first, second);
  std::string both;
  if (alike == 1) both = "both begin with the same step; then ";
  if (alike > 1) both = "both begin with the same " + std::to_string(alike) + " steps; then ";
  return both + "the first: " + StepsText(machine, first, alike) +
         "; the second: " + StepsText(machine, second, alike);
}

}  // namespace sim
