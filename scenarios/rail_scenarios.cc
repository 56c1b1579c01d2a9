#include "scenarios/rail_scenarios.h"

#include <string>
#include <utility>

#include "model/rules.h"
#include "model/traffic.h"
#include "scenarios/rail_bodies.h"

namespace scenarios {
namespace {

using model::Bug;
using model::Habits;
using model::Plan;

constexpr char kSentFirst[] = "sent grows before arrived";
constexpr char kArrivedFirst[] = "arrived grows before sent";
constexpr char kAgain[] = "a copy is used again";

Parameter Transfers(std::uint64_t value, std::uint64_t most = 4) {
  return {"n", value, 1, most, "transfers of a run"};
}
Parameter Runs(std::uint64_t value, std::uint64_t most = 6) {
  return {"runs", value, 1, most, "runs of the direction from A to B"};
}
Parameter Length(std::uint64_t value) {
  return {"length", value, 0, 4096, "bytes of a transfer; 0: any of 1, 255, 256, 257, chosen"};
}
Parameter Gap(std::uint64_t value) {
  return {"gap", value, 0, 4096, "bytes between transfers that no transfer carries"};
}

std::uint64_t Get(const Values& values, const char* name) {
  const auto value = values.find(name);
  return value == values.end() ? 0 : value->second;
}

Shape ShapeOf(const Values& values) {
  return {.n = Get(values, "n"),
          .runs = Get(values, "runs"),
          .length = Get(values, "length"),
          .gap = Get(values, "gap"),
          .overlap = Get(values, "overlap") != 0};
}

// A program over the values and the bug.
using Program = void (*)(const Values& values, Bug bug);

auto Make(Program program) {
  return [program](const Values& values, const Mutant* mutant) -> std::function<void()> {
    const int number = mutant == nullptr ? 0 : mutant->number;
    // With two callers in place of a failure the numbers 20 to 22 are the bugs 9, 10 and 9.
    const Bug bug = number == 20 || number == 22 ? Bug::kReadyPlainStore
                    : number == 21               ? Bug::kReadyLoadCompareStore
                                                 : static_cast<Bug>(number);
    return [program, values, bug] { program(values, bug); };
  };
}

// Of one shape, one way, by callers of the bug's habits.
void OneWay(const Values& values, Bug bug) {
  model::RunPlan({.there = LoadOf(ShapeOf(values))}, Habits::With(bug), bug);
}

// One byte a transfer.
model::Load Small(const Values& values) {
  return LoadOf({.n = Get(values, "n"), .runs = Get(values, "runs")});
}

std::vector<Scenario> Deliveries() {
  return {
      {.name = "rail/delivery",
       .promise = "the bytes of every transfer of every run arrive, and no others",
       .parameters = {Transfers(2),
                      Runs(2),
                      Length(0),
                      Gap(1),
                      {"overlap", 0, 0, 1, "1: transfers overlap, and whole runs are read"}},
       .must_report = {},
       .marks = {kSentFirst, kArrivedFirst},
       .make = Make(&OneWay)},
      {.name = "rail/two_directions",
       .promise = "each direction has its own transfers, counts and order",
       .parameters = {Transfers(2),
                      Runs(2),
                      {"n_back", 1, 1, 4, "transfers of a run from B to A"},
                      {"runs_back", 2, 1, 6, "runs of the direction from B to A"},
                      Length(1),
                      Gap(0)},
       .must_report = {},
       .marks = {kSentFirst, kArrivedFirst, "both directions are under way"},
       .make = Make([](const Values& values, Bug bug) {
         Shape back = ShapeOf(values);
         back.n = Get(values, "n_back");
         back.runs = Get(values, "runs_back");
         TwoDirections({.there = LoadOf(ShapeOf(values)), .back = LoadOf(back)}, Habits::With(bug),
                       bug);
       })},
      {.name = "rail/mid_run_wait",
       .promise = "sent and arrived tell of each transfer, not of each run",
       .parameters = {Runs(1, 2)},
       .must_report = {},
       .marks = {kSentFirst, kArrivedFirst, "a reply comes in the middle of a run"},
       .judges = Judges::kBoth,
       .make = Make([](const Values& values, Bug bug) {
         const std::uint64_t runs = Get(values, "runs");
         MidRunWait({.there = LoadOf({.n = 2, .runs = runs}), .back = LoadOf({.runs = runs})}, bug);
       })},
  };
}

std::vector<Scenario> Readies() {
  return {
      {.name = "rail/jumping_ready",
       .promise = "one call of ready may cover several transfers, and several runs",
       .parameters = {Transfers(2), Runs(2, 2)},
       .must_report = {},
       .marks = {kSentFirst, kArrivedFirst, "ready jumps over a transfer",
                 "ready jumps over a run"},
       .judges = Judges::kBoth,
       .make = Make([](const Values& values, Bug bug) {
         JumpingReady({.there = Small(values)}, Habits::With(bug), bug);
       })},
      {.name = "rail/many_callers",
       .promise = "callers of ready may come in any order, and again",
       .parameters = {{"callers", 2, 2, 3, "fibers that call ready; the third calls it twice"},
                      {"watch_stores", 1, 0, 1, "0: without the rules on single stores of counts"}},
       .must_report = {},
       .marks = {kSentFirst, kArrivedFirst, "ready(2) returns before ready(1)"},
       .judges = Judges::kBoth,
       .make = Make([](const Values& values, Bug bug) {
         ManyCallers({.there = LoadOf({.n = 1, .runs = 2}),
                      .watch_stores = Get(values, "watch_stores") != 0},
                     Get(values, "callers"), bug);
       })},
      {.name = "rail/gpu_followed_by_host",
       .promise = "work that cannot call ready is followed by host code that does",
       .parameters = {Transfers(1), Runs(3)},
       .must_report = {},
       .marks = {kSentFirst, kArrivedFirst, "the device is ahead of the host"},
       .judges = Judges::kBoth,
       .make = Make([](const Values& values, Bug bug) {
         GpuFollowedByHost({.there = Small(values)}, bug);
       })},
  };
}

std::vector<Scenario> Reuses() {
  const std::vector<Parameter> sizes = {Transfers(1), Runs(3), Length(1), Gap(0)};
  return {
      {.name = "rail/outbound_reuse",
       .promise = "a copy of outbound that sent tells of may be written again",
       .parameters = sizes,
       .must_report = {},
       .marks = {kSentFirst, kArrivedFirst, kAgain},
       .judges = Judges::kBoth,
       .make = Make(&OneWay)},
      {.name = "rail/outbound_reuse_unwaited",
       .promise = "a caller that writes outbound again without waiting for sent is reported",
       .parameters = sizes,
       .must_report = {"C2"},
       .marks = {},
       .judges = Judges::kBoth,
       .make = Make([](const Values& values, Bug bug) {
         Habits habits = Habits::With(bug);
         habits.waits_for_sent = false;
         model::RunPlan({.there = LoadOf(ShapeOf(values))}, habits, bug);
       })},
      {.name = "rail/inbound_reuse",
       .promise = "a copy of inbound is landed in again once the sender knows it to be read",
       .parameters = {Transfers(1),
                      Runs(3),
                      {"reply", 0, 0, 1, "1: the receiver tells so through the rail's other way"}},
       .must_report = {},
       .marks = {kSentFirst, kArrivedFirst, kAgain},
       .judges = Judges::kBoth,
       .make = Make([](const Values& values, Bug bug) {
         if (Get(values, "reply") == 0) return OneWay(values, bug);
         const std::uint64_t runs = Get(values, "runs");
         // No reply where no run waits for it.
         const Shape replies = {.runs = runs > 2 ? runs - 2 : 0};
         ReplyThroughTheRail({.there = Small(values), .back = LoadOf(replies)}, Habits::With(bug),
                             bug);
       })},
      {.name = "rail/inbound_reuse_unordered",
       .promise = "a caller that lets a run land where the receiver may still read is reported",
       .parameters = sizes,
       .must_report = {"C3"},
       .marks = {},
       .judges = Judges::kBoth,
       .make = Make([](const Values& values, Bug bug) {
         Habits habits = Habits::With(bug);
         habits.orders_inbound = false;
         model::RunPlan({.there = LoadOf(ShapeOf(values))}, habits, bug);
       })},
  };
}

std::vector<Scenario> Failing() {
  const Parameter waits = {
      "waits", 1, 0, 1, "1: the failure may first wait for a count to arrive, so that it is late"};
  return {
      {.name = "rail/failure",
       .promise = "the job fails anywhere, every wait ends, and every count is and stays at max",
       .parameters = {Transfers(1),
                      Runs(2),
                      {"failures", 1, 0, 2, "fibers that may fail the job"},
                      {"certain", 0, 0, 1, "1: they surely do"},
                      {"back", 0, 0, 1, "1: the same from B to A at once"},
                      {"polls", 0, 0, 1, "1: the rail polls ready, and nobody wakes it"},
                      waits},
       .must_report = {},
       .marks = {kSentFirst, kArrivedFirst, "A fails first", "B fails first",
                 "it fails before anything has arrived", "it fails between transfers",
                 "it fails before arrived tells of bytes", "it fails after everything has arrived",
                 "failure ends a wait for arrived"},
       .make = Make([](const Values& values, Bug bug) {
         model::RunPlan({.there = Small(values),
                         .back = Get(values, "back") != 0 ? Small(values) : model::Load(),
                         .failures = static_cast<std::uint32_t>(Get(values, "failures")),
                         .certain = Get(values, "certain") != 0,
                         .failure_waits = Get(values, "waits") != 0,
                         .polls = Get(values, "polls") != 0},
                        Habits::With(bug), bug);
       })},
      {.name = "rail/bytes_after_failure_used",
       .promise = "a caller that uses bytes read after failure ended its wait is reported",
       .parameters = {Transfers(1), Runs(1), waits},
       .must_report = {"R17"},
       .marks = {},
       .judges = Judges::kBoth,
       .make = Make([](const Values& values, Bug bug) {
         Habits habits = Habits::With(bug);
         habits.uses_after_failure = true;
         model::RunPlan(
             {.there = Small(values), .failures = 1, .failure_waits = Get(values, "waits") != 0},
             habits, bug);
       })},
  };
}

}  // namespace

std::vector<Scenario> RailScenarios() {
  std::vector<Scenario> all;
  for (std::vector<Scenario>& some : std::vector{Deliveries(), Readies(), Reuses(), Failing()}) {
    for (Scenario& scenario : some) all.push_back(std::move(scenario));
  }
  return all;
}

std::vector<Rule> RailRules() {
  std::vector<Rule> rules;
  for (const model::Rule& rule : model::Rules()) {
    rules.push_back({rule.id, rule.sentence, rule.who});
  }
  return rules;
}

}  // namespace scenarios
