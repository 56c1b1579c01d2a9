#include "sim/states/states.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "sim/explore/rerun.h"
#include "sim/states/follow.h"
#include "sim/states/livelock.h"
#include "sim/states/visited.h"

namespace sim {
namespace {

class Search {
  struct Open {
    Machine::Step step;
    bool known;  // `digest` is that of the state it leads to
    Digest128 digest = {};
  };

 public:
  Search(const std::function<void()>& body, const StatesConfig& config, const Options& options)
      : body_(body),
        config_(config),
        options_(options),
        machine_(body, options.limits,
                 config.snapshots ? Machine::Undo::kSaved : Machine::Undo::kReplay) {
    for (const char* mark : options.expect_marks) machine_.engine().marks().Expect(mark);
  }

  StatesResult Run() {
    machine_.Begin();
    visited_.Add(machine_.digest());
    if (!Look()) Walk();
    return Finish();
  }

 private:
  // Whether the search is over with the state that was just come to; else it lists its steps.
  bool Look() {
    if (machine_.over()) return true;
    const std::size_t before = open_.size();
    for (int f = machine_.fibers(); f-- > 0;) {
      for (std::uint32_t option = machine_.Options(f); option-- > 0;) {
        if (!List({static_cast<std::int8_t>(f), static_cast<std::uint16_t>(option)})) return true;
      }
    }
    levels_.push_back(before);
    depth_ = std::max(depth_, levels_.size() - 1);
    if (open_.size() > before) return false;
    deadlock_ = !machine_.all_ended();
    ends_ += !deadlock_;
    return deadlock_;
  }

  // Notes what state the step leads to, and has the memory where it is looked up brought near; the
  // fiber does not go on. False if the step is a finding.
  bool List(Machine::Step step) {
    machine_.Take(step);
    if (machine_.over()) return false;
    Open& open = open_.emplace_back(Open{.step = step, .known = !machine_.shows_later()});
    open.digest = machine_.digest();
    visited_.Prefetch(open.digest);
    machine_.Back();
    return true;
  }

  void Walk() {
    while (!levels_.empty()) {
      if (open_.size() == levels_.back()) {
        levels_.pop_back();
        if (!levels_.empty()) machine_.Back();
        continue;
      }
      if (options_.go_on && !options_.go_on()) return;
      const Open open = open_.back();
      open_.pop_back();
      ++steps_;
      if (open.known && !visited_.Add(open.digest)) continue;
      machine_.Take(open.step);
      machine_.GoOn();
      // Bytes that it wrote, or its local_state, show only now.
      const bool shown = open.known && machine_.digest() == open.digest;
      if (!shown && !machine_.over() && !visited_.Add(machine_.digest())) {
        machine_.Back();
        continue;
      }
      ++states_;
      if (states_ > config_.states || Look()) return;
    }
    exhausted_ = true;
    if (machine_.comes_back()) livelock_ = FindLivelock(machine_);
  }

  StatesResult Finish() {
    StatesResult all{.result = {},
                     .states = states_,
                     .steps = steps_,
                     .depth = depth_,
                     .left_out_faults = machine_.left_out_faults(),
                     .saved = machine_.undo() == Machine::Undo::kSaved};
    const double pairs = 0.5 * static_cast<double>(all.states) * static_cast<double>(all.states);
    all.collision = pairs * 0x1p-128;
    Result& result = all.result;
    result.explorer = "states";
    result.points = Points::kEverywhere;
    result.executions = std::max<std::uint64_t>(ends_, 1);
    result.events = steps_;
    result.exhausted = exhausted_;
    result.marks = machine_.engine().marks().all();
    if (livelock_.has_value()) {
      result.exhausted = false;
      result.findings = result.found_after = 1;
      result.stopped = true;
      result.confirmed = 1;  // its turn was taken again
      result.finding = {Verdict::kLivelock,
                        "an end stays within reach",
                        "no end can be reached any more; again and again: " + livelock_->text,
                        "",
                        livelock_->turn[0].fiber,
                        -1};
      std::vector<Machine::Step> way = livelock_->way;
      way.insert(way.end(), livelock_->turn.begin(), livelock_->turn.end());
      TakeTape(way, result.finding, result);
    } else if (machine_.over() || deadlock_) {
      result.findings = 1;
      result.found_after = 1;
      result.stopped = true;
      MakeTape(result);
    }
    return all;
  }

  // Runs the way as an ordinary execution, which goes on behind it as it likes; gives what it
  // finds.
  Finding TakeTape(const std::vector<Machine::Step>& way, const Finding& found, Result& result) {
    machine_.Leave();
    const auto engine = MakeEngine(options_, Points::kEverywhere);
    Follow follow(way, found.fiber, found.other >= 0 ? found.other : found.fiber);
    const Finding finding = engine->Run(follow, body_, /*trace=*/false);
    result.tape = engine->tape();
    return finding;
  }

  // Runs the way that was found as an ordinary execution, whose finding is told.
  void MakeTape(Result& result) {
    const Finding found = machine_.finding();
    result.finding = TakeTape(std::vector<Machine::Step>(machine_.path()), found, result);
    const Verdict wanted = deadlock_ ? Verdict::kDeadlock : found.verdict;
    if (result.finding.verdict == wanted) return Confirm(body_, options_, result);
    if (result.finding.verdict == Verdict::kPass && wanted == Verdict::kMisuse) {
      result.finding = found;  // of the states explorer only: no tape shows it
      return;
    }
    result.finding = {Verdict::kNondeterminism,
                      "the same choices lead to the same end",
                      "the states explorer came to a " + std::string(NameOf(wanted)) + " (" +
                          found.message + "), an execution in the same order to " +
                          NameOf(result.finding.verdict) +
                          ": look for a clock, randomness, an address or something kept from run "
                          "to run",
                      "",
                      0,
                      -1};
  }

  const std::function<void()>& body_;
  const StatesConfig config_;
  const Options& options_;
  Machine machine_;
  Visited visited_;
  std::vector<Open> open_;           // of each state on the way, the steps to be taken yet
  std::vector<std::size_t> levels_;  // where in `open_` those of each begin
  std::uint64_t ends_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t states_ = 1;
  std::size_t depth_ = 0;
  bool deadlock_ = false;
  std::optional<Livelock> livelock_;
  bool exhausted_ = false;
};

}  // namespace

StatesResult ExploreStates(const std::function<void()>& body, const StatesConfig& config,
                           const Options& options) {
  Options sc = options;
  sc.memory = Memory::kSc;
  return Search(body, config, sc).Run();
}

}  // namespace sim
