#include "sim/states/promise.h"

#include <string>
#include <utility>

namespace sim {
namespace {

constexpr std::size_t kSteps = 100;  // behind each way

// What the fiber does where the walk ends.
std::string Doing(const Machine& machine, const Pursuit& walk, int fiber, bool with_operand) {
  const Pursuit::Seen& seen = walk.seen.back();
  const std::string name = machine.NameOf(fiber);
  if (seen.finding.verdict != Verdict::kPass) {
    return "there is a " + std::string(NameOf(seen.finding.verdict)) + " (" + seen.finding.message +
           ")";
  }
  const auto f = static_cast<std::size_t>(fiber);
  if (f >= seen.next.size()) return "there is no such fiber";
  const Pursuit::Next& next = seen.next[f];
  if (next.kind == Action::Kind::kNone) return name + " has ended";
  std::string text = machine.Describe(fiber);
  if (with_operand)
    text += " with operand " + std::to_string(static_cast<std::int64_t>(next.operand));
  return text + (next.options == 0 ? ", and cannot" : "");
}

std::string Later(std::size_t steps) {
  if (steps == 0) return "there";
  return steps == 1 ? "a step later" : std::to_string(steps) + " steps later";
}

// Both walks again, up to the difference: what the fiber does there.
std::pair<std::string, std::string> BothDoing(Machine& machine, const Digest128& state,
                                              const StepWay& first, const StepWay& second,
                                              const Difference& difference) {
  const int fiber = difference.fiber;
  if (fiber < 0) return {"something", "something else"};
  std::string text[2];
  bool with_operand = false;
  for (;;) {
    for (const int i : {0, 1}) {
      const Pursuit walk = Pursue(machine, state, i == 0 ? first : second, difference.at);
      text[i] = Doing(machine, walk, fiber, with_operand);
    }
    if (text[0] != text[1] || with_operand) break;
    with_operand = true;
  }
  if (text[0] != text[1]) return {text[0], text[1]};
  const std::string name = machine.NameOf(fiber);
  return {name + " goes on with some values", name + " goes on with others"};
}

Finding Nondeterministic(const StepWay& way) {
  return {Verdict::kNondeterminism,
          "the same choices lead to the same end",
          "the same " + std::to_string(way.size()) +
              " steps come to another state when they are taken again: look for a clock, "
              "randomness, an address or something kept from run to run",
          "",
          0,
          -1};
}

// Where the fiber gave up its past before the two ways met.
states::Forgot ForgotBy(const Pursuit& first, const Pursuit& second, int fiber) {
  if (fiber < 0 || static_cast<std::size_t>(fiber) >= first.forgot.size()) return {};
  const states::Forgot& by = first.forgot[static_cast<std::size_t>(fiber)];
  const states::Forgot& other = second.forgot[static_cast<std::size_t>(fiber)];
  return by.by == states::Forgot::By::kNothing ? other : by;
}

Finding Broken(const Machine& machine, const states::Forgot& by, int fiber) {
  const std::string who = fiber < 0 ? "a fiber" : machine.NameOf(fiber);
  Finding finding{Verdict::kMisuse, "", "", by.site.Text(), fiber < 0 ? 0 : fiber, -1};
  switch (by.by) {
    case states::Forgot::By::kLocalState:
      finding.rule = "local_state names all that matters";
      finding.message = "sim::local_state at " + by.site.Text() + " leaves out something that " +
                        who + " still needs";
      break;
    case states::Forgot::By::kPoll:
      finding.rule = "a loop that polls only looks";
      finding.message = "the loop that yields at " + by.site.Text() + " changes something that " +
                        who + " still needs";
      break;
    case states::Forgot::By::kNothing:
      finding.rule = "what fibers share is sim's";
      finding.message = "what " + who +
                        " does depends on something that is none of sim's objects, and that no "
                        "sim::local_state names";
      break;
  }
  return finding;
}

}  // namespace

void Promise::First(const Digest128& state, const StepWay& way, const Machine::Step* last,
                    bool forgets) {
  if (every_ == 0) return;
  if (++memory_.states > kEarly && !forgets) {
    if (!memory_.ways.empty()) memory_.ways = {};  // a program that forgets nothing
    memory_.kept_steps = 0;
    return;
  }
  if (!Draws(state) || memory_.kept_steps + way.size() >= kMostKept) return;
  StepWay& kept = memory_.ways[state].steps;
  kept = way;
  if (last != nullptr) kept.push_back(*last);
  memory_.kept_steps += kept.size();
}

bool Promise::IsDue(const Digest128& state, std::uint64_t steps) const {
  return every_ != 0 && Draws(state) && memory_.steps < kAllowance + steps / 8 &&
         memory_.ways.find(state) != memory_.ways.end();
}

std::optional<Finding> Promise::Test(const Digest128& state, const StepWay& second) {
  const auto at = memory_.ways.find(state);
  const StepWay first = at->second.steps;
  if (++at->second.tests == kTests) {
    memory_.kept_steps -= first.size();
    memory_.ways.erase(at);
  }
  ++memory_.tests;
  if (machine_ == nullptr) {
    machine_ = std::make_unique<Machine>(body_, limits_, Machine::Undo::kReplay, exact_);
  }
  Machine& machine = *machine_;
  const Pursuit a = Pursue(machine, state, first, kSteps);
  const Pursuit b = Pursue(machine, state, second, kSteps);
  memory_.steps += first.size() + second.size() + a.steps.size() + b.steps.size() + second.size();
  std::optional<Finding> finding;
  if (!a.came || !b.came) {
    finding = Nondeterministic(a.came ? second : first);
  } else if (const std::optional<Difference> difference = Compare(a, b)) {
    const auto [does, other] = BothDoing(machine, state, first, second, *difference);
    finding = Broken(machine, ForgotBy(a, b, difference->fiber), difference->fiber);
    finding->message += ": two ways come to one state, but " + Later(difference->at) +
                        " after the first " + does + ", after the second " + other + " (" +
                        WaysText(machine, first, second) + ")";
  }
  machine.Leave();
  return finding;
}

}  // namespace sim
