#include "sim/states/states.h"

#include <algorithm>
#include <latch>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "sim/explore/rerun.h"
#include "sim/states/follow.h"
#include "sim/states/livelock.h"
#include "sim/states/survey.h"
#include "sim/states/visited.h"
#include "sim/states/ways.h"

namespace sim {
namespace {

class Search {
 public:
  Search(const std::function<void()>& body, const StatesConfig& config, const Options& options)
      : body_(body),
        config_(config),
        options_(options),
        exact_(config.exact ? std::make_unique<Exact>() : nullptr),
        machine_(NewMachine()) {
    for (const char* mark : options.expect_marks) machine_->engine().marks().Expect(mark);
  }

  StatesResult Run() {
    const bool breadth = config_.order == SearchOrder::kBreadth;
    const int jobs = breadth || config_.exact ? 1 : std::max(config_.jobs, 1);
    expand_ = config_.expand ? *config_.expand : Survey(*machine_);
    if (breadth) expand_ = Expand::kAll;
    for (bool again = true; again;) {
      Accesses& accesses = machine_->accesses();
      if (expand_ == Expand::kOneOrder && accesses.comes_back()) expand_ = Expand::kPersistent;
      if (accesses.why_not() != nullptr) expand_ = Expand::kAll;
      accesses.Settle();
      const Accesses known = accesses;
      Pass(jobs, known);
      // The first finding in the order of one thread, so that it is always the same.
      if (found_ && jobs > 1) Pass(1, known);
      again = !found_ && !cut_ && Surprised();
    }
    exhausted_ = !found_ && !cut_;
    if (exhausted_ && machine_->accesses().comes_back())
      livelock_ = FindLivelock(*machine_, expand_);
    return Finish();
  }

 private:
  std::unique_ptr<Machine> NewMachine() const {
    return std::make_unique<Machine>(
        body_, options_.limits, config_.snapshots ? Machine::Undo::kSaved : Machine::Undo::kReplay,
        exact());
  }
  Exact* exact() const { return exact_.get(); }
  // Whether steps were left out because of what turned out to be wrong.
  bool Surprised() const {
    if (expand_ == Expand::kAll) return false;
    const Accesses& accesses = machine_->accesses();
    return expand_ == Expand::kPersistent ? accesses.grown() : accesses.grown_apart();
  }

  // Through all states, by so many threads that know so much. After a finding by one thread
  // `machine_` stands there.
  void Pass(int jobs, const Accesses& known) {
    Visited visited(jobs > 1);
    Ways ways(jobs, config_.states, [this](std::uint64_t states) {
      if (config_.visited) config_.visited(states);
      return !options_.go_on || options_.go_on();
    });
    std::latch first_is_done(1);
    std::mutex adding;
    std::vector<std::thread> others;
    for (int i = 1; i < jobs; ++i) {
      // A machine ends on the thread that made it: its fibers know no other.
      others.emplace_back([&] {
        const std::unique_ptr<Machine> machine = NewMachine();
        machine->accesses() = known;
        Walk walk(*machine, expand_, visited, ways);
        machine->Begin();
        walk.Run(/*first=*/false);
        first_is_done.wait();
        const std::lock_guard lock(adding);
        Add(walk, *machine);
      });
    }
    machine_->Leave();
    machine_->accesses() = known;
    machine_->engine().marks().Clear();  // what walks before this one reached
    machine_->Begin();
    Promise promise(body_, options_.limits, options_.selfcheck_every, exact());
    const bool tests = jobs == 1 && options_.selfcheck_every > 0;
    Walk walk(*machine_, expand_, visited, ways, tests ? &promise : nullptr);
    if (config_.order == SearchOrder::kBreadth) {
      walk.RunInBreadth();
    } else {
      walk.Run(/*first=*/true);
    }
    deadlock_ = walk.deadlock();
    broken_ = walk.broken();
    broken_way_ = walk.broken_way();
    tested_ = promise.tests();
    found_ = left_out_faults_ = false;
    walked_ = {};
    Add(walk, *machine_);
    first_is_done.count_down();
    for (std::thread& other : others) other.join();
    cut_ = ways.cut();
  }

  // What another thread's walk adds to the result.
  void Add(const Walk& walk, Machine& machine) {
    found_ = found_ || walk.found();
    const Walked& walked = walk.walked();
    walked_.states += walked.states;
    walked_.steps += walked.steps;
    walked_.ends += walked.ends;
    left_out_faults_ = left_out_faults_ || machine.left_out_faults();
    if (&machine == machine_.get()) return;
    machine_->accesses().Merge(machine.accesses());
    for (const Marks::Mark& mark : machine.engine().marks().all()) {
      if (mark.executions > 0) machine_->engine().marks().Reached(mark.name);
    }
  }

  StatesResult Finish() {
    StatesResult all{.result = {},
                     .states = walked_.states,
                     .steps = walked_.steps,
                     .expand = expand_,
                     .why_not_reduced =
                         config_.expand == Expand::kAll ? nullptr : machine_->accesses().why_not(),
                     .left_out_faults = left_out_faults_,
                     .saved = machine_->undo() == Machine::Undo::kSaved,
                     .tested = tested_};
    const double pairs = 0.5 * static_cast<double>(all.states) * static_cast<double>(all.states);
    if (exact_ == nullptr) {
      all.collision = pairs * 0x1p-128;
    } else {
      all.key_bytes = exact_->bytes();
    }
    Result& result = all.result;
    result.explorer = "states";
    result.points = Points::kEverywhere;
    result.executions = std::max<std::uint64_t>(walked_.ends, 1);
    result.events = walked_.steps;
    result.exhausted = exhausted_;
    result.marks = machine_->engine().marks().all();
    for (Marks::Mark& mark : result.marks) {
      mark.executions = std::min<std::uint64_t>(mark.executions, 1);
    }
    if (found_ || livelock_) {
      result.findings = 1;
      result.found_after = walked_.states;
      result.stopped = true;
    }
    if (livelock_) {
      all.way = livelock_->way.size();
      TellLivelock(result);
    } else if (broken_) {
      all.way = broken_way_.size();
      result.confirmed = 1;  // both ways were taken again
      result.finding = *broken_;
      TakeTape(broken_way_, *broken_, result);
    } else if (found_) {
      all.way = machine_->path().size();
      MakeTape(result);
    }
    return all;
  }

  void TellLivelock(Result& result) {
    result.exhausted = false;
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
  }

  // Runs the way as an ordinary execution, which goes on behind it as it likes; gives what it
  // finds.
  Finding TakeTape(const std::vector<Machine::Step>& way, const Finding& found, Result& result) {
    const ShownWay shown(*machine_, way, options_.limits.max_faults);
    machine_->Leave();
    const auto engine = MakeEngine(options_, Points::kEverywhere);
    Follow follow(shown, found.fiber, found.other >= 0 ? found.other : found.fiber);
    const Finding finding = engine->Run(follow, body_, /*trace=*/false);
    result.tape = engine->tape();
    return finding;
  }

  // Runs the way that was found as an ordinary execution, whose finding is told.
  void MakeTape(Result& result) {
    const Finding found = machine_->finding();
    result.finding = TakeTape(std::vector<Machine::Step>(machine_->path()), found, result);
    const Verdict wanted = deadlock_ ? Verdict::kDeadlock : found.verdict;
    // A race on the way of accesses that nothing orders, though none were possible at once.
    const bool race = result.finding.verdict == Verdict::kDataRace;
    // A rule that asks for what happens before what may be broken there, and kept here by luck.
    const bool sooner = machine_->has_moments() && result.finding.verdict == Verdict::kRuleBroken;
    if (result.finding.verdict == wanted || race || sooner) {
      return Confirm(body_, options_, result);
    }
    if (result.finding.verdict == Verdict::kPass && wanted == Verdict::kMisuse) {
      result.finding = found;
      result.tape.clear();
      result.has_tape = false;
      return;
    }
    result.finding = {
        Verdict::kNondeterminism,
        "the same choices lead to the same end",
        "the states explorer came to a " + std::string(NameOf(wanted)) + " (" + found.message +
            "), an execution in the same order to " + NameOf(result.finding.verdict) +
            ": look for a clock, randomness, an address or something kept from run "
            "to run" +
            (machine_->has_moments() ? ", or for a rule that is broken where a sim::moment is seen"
                                     : ""),
        "",
        0,
        -1};
  }

  const std::function<void()>& body_;
  const StatesConfig config_;
  const Options& options_;
  const std::unique_ptr<Exact> exact_;
  const std::unique_ptr<Machine> machine_;
  Expand expand_ = Expand::kAll;
  // Of the last pass:
  Walked walked_;
  bool left_out_faults_ = false;
  bool found_ = false;
  bool deadlock_ = false;  // what was found
  std::optional<Finding> broken_;
  StepWay broken_way_;
  std::uint64_t tested_ = 0;
  bool cut_ = false;
  bool exhausted_ = false;
  std::optional<Livelock> livelock_;
};

}  // namespace

StatesResult ExploreStates(const std::function<void()>& body, const StatesConfig& config,
                           const Options& options) {
  Options sc = options;
  sc.memory = Memory::kSc;
  return Search(body, config, sc).Run();
}

}  // namespace sim
