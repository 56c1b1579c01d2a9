#include "sim/states/states.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/explore/rerun.h"
#include "sim/states/follow.h"
#include "sim/states/livelock.h"
#include "sim/states/pass.h"
#include "sim/states/survey.h"

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
    if (config_.resume != nullptr) {
      position_ = std::move(*config_.resume);
      if (const std::string why = WhyItDoesNotFit(); !why.empty()) return Diverged(why);
      machine_->accesses() = position_.learned;
    } else {
      position_.expand = config_.expand ? *config_.expand : Survey(*machine_);
      if (breadth()) position_.expand = Expand::kAll;
    }
    position_.shard = config_.shard;
    for (bool again = true; again;) {
      if (position_.visited == nullptr) BeginPass();
      end_ = Pass(position_.only_in_order ? 1 : jobs());
      if (end_.found && !position_.in_order) {
        // The first finding in the order of one thread, so that it is always the same.
        position_ = BeginningOf(position_, position_.known);
        position_.only_in_order = true;
        end_ = Pass(1);
      }
      again = !end_.found && !end_.cut && Surprised();
      if (!again) break;
      position_.visited = nullptr;
      ++position_.again;
    }
    exhausted_ = !end_.found && !end_.cut;
    if (exhausted_ && machine_->accesses().comes_back()) LookForLivelock();
    return Finish();
  }

 private:
  bool breadth() const { return config_.order == SearchOrder::kBreadth; }
  bool divided() const { return config_.shard.count > 1; }
  int jobs() const { return breadth() || config_.exact ? 1 : std::max(config_.jobs, 1); }
  std::unique_ptr<Machine> NewMachine() const {
    return std::make_unique<Machine>(
        body_, options_.limits, config_.snapshots ? Machine::Undo::kSaved : Machine::Undo::kReplay,
        exact());
  }
  Exact* exact() const { return exact_.get(); }
  // Whether steps were left out because of what turned out to be wrong.
  bool Surprised() const { return Surprises(position_.expand, machine_->accesses()); }

  // From the beginning, with what is known by now.
  void BeginPass() {
    Accesses& accesses = machine_->accesses();
    Expand& expand = position_.expand;
    if (expand == Expand::kOneOrder && accesses.comes_back()) expand = Expand::kPersistent;
    if (accesses.why_not() != nullptr) expand = Expand::kAll;
    accesses.Settle();
    position_ = BeginningOf(position_, accesses);
  }

  PassEnd Pass(int jobs) {
    const std::uint64_t before = position_.walked.states;
    const PassSettings settings{
        .new_machine = [this] { return NewMachine(); },
        .body = body_,
        .options = options_,
        .exact = exact(),
        .breadth = breadth(),
        .jobs = jobs,
        .states = config_.states > UINT64_MAX - before ? UINT64_MAX : config_.states + before,
        .frontier = config_.frontier,
        .visited = config_.visited};
    return RunPass(*machine_, position_, settings);
  }

  // A shard does so by all that can be reached from its part, whoever visited it; and each of them
  // around the initial state, from where everything may lead to somebody's part.
  void LookForLivelock() {
    if (!divided()) {
      livelock_ = FindLivelock(*machine_, position_.expand);
      return;
    }
    machine_->Begin();
    Visited visited(/*shared=*/false);
    Ways none(1, UINT64_MAX, 0, nullptr);
    Walk walk(*machine_, position_.expand, visited, none);
    const Frontier frontier = DivideFor(config_.shard, config_.frontier, walk);
    livelock_ = FindLivelock(*machine_, position_.expand, {{{}}, frontier.all});
    if (livelock_) return;
    std::vector<StepWay> own;
    for (const Way& way : frontier.own) own.push_back(way.steps);
    livelock_ = FindLivelock(*machine_, position_.expand, {std::move(own), {}});
  }

  // Whether the program comes where the position says that it came.
  bool Fits(const Way& way) {
    if (way.levels.empty() || way.levels.size() > way.steps.size() + 1) return false;
    machine_->Begin();
    for (const Machine::Step& step : way.steps) {
      if (step.fiber >= machine_->fibers()) return false;
      if (step.option >= machine_->Options(step.fiber)) return false;
      machine_->Take(step);
      if (machine_->over()) return false;
      machine_->GoOn();
      if (machine_->over()) return false;
    }
    return machine_->digest() == way.state;
  }
  std::string WhyItDoesNotFit() {
    if (position_.visited == nullptr) return "";
    machine_->Begin();
    bool fits = machine_->digest() == position_.root;
    for (const Way& way : position_.ways) fits = fits && Fits(way);
    return fits ? ""
                : "what was visited does not fit the program: it is another version of it, or "
                  "it keeps addresses in what fibers share";
  }
  StatesResult Diverged(const std::string& why) {
    StatesResult all;
    all.result.explorer = "states";
    all.result.finding = {Verdict::kDiverged, "", why, "", 0, -1};
    all.result.findings = 1;
    return all;
  }

  StatesResult Finish() {
    const Walked& walked = position_.walked;
    StatesResult all{.result = {},
                     .states = walked.states,
                     .steps = walked.steps,
                     .expand = position_.expand,
                     .why_not_reduced =
                         config_.expand == Expand::kAll ? nullptr : machine_->accesses().why_not(),
                     .left_out_faults = position_.left_out_faults,
                     .saved = machine_->undo() == Machine::Undo::kSaved,
                     .tested = position_.tested.tests};
    all.collision = exact_ == nullptr ? ChanceOfCollision(all.states) : 0;
    if (exact_ != nullptr) all.key_bytes = exact_->bytes();
    Result& result = all.result;
    result.explorer = "states";
    result.points = Points::kEverywhere;
    result.executions = std::max<std::uint64_t>(walked.ends, 1);
    result.events = walked.steps;
    result.exhausted = exhausted_;
    result.marks = machine_->engine().marks().all();
    for (Marks::Mark& mark : result.marks) {
      mark.executions = std::min<std::uint64_t>(mark.executions, 1);
    }
    result.shard = config_.shard.index;
    result.shards = config_.shard.count;
    if (end_.found || livelock_) {
      result.findings = 1;
      result.found_after = walked.states;
      result.stopped = true;
    }
    if (livelock_) {
      all.way = livelock_->way.size();
      TellLivelock(result);
    } else if (end_.broken) {
      all.way = end_.broken_way.size();
      result.confirmed = 1;  // both ways were taken again
      result.finding = *end_.broken;
      TakeTape(end_.broken_way, *end_.broken, result);
    } else if (end_.found) {
      all.way = machine_->path().size();
      MakeTape(result);
    }
    if (!breadth() && !config_.exact && (end_.cut || divided())) {
      all.position = std::make_shared<StatesPosition>(std::move(position_));
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
    const Verdict wanted = end_.deadlock ? Verdict::kDeadlock : found.verdict;
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
  StatesPosition position_;
  PassEnd end_;  // of the last pass
  bool exhausted_ = false;
  std::optional<Livelock> livelock_;
};

}  // namespace

double ChanceOfCollision(std::uint64_t states) {
  const double pairs = 0.5 * static_cast<double>(states) * static_cast<double>(states);
  return pairs * 0x1p-128;
}

StatesResult ExploreStates(const std::function<void()>& body, const StatesConfig& config,
                           const Options& options) {
  Options sc = options;
  sc.memory = Memory::kSc;
  return Search(body, config, sc).Run();
}

}  // namespace sim
