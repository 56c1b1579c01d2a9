#include "sim/explore/runner.h"

#include <cstdio>
#include <cstdlib>

#include "sim/explore/rerun.h"

namespace sim {
namespace {

// A question without an answer: the engine is wrong, and nothing it says can be trusted.
[[noreturn]] void Broken(const Execution& engine) {
  std::fprintf(stderr,
               "sim: a question had no option that the explorer took; choices "
               "so far: %s\n",
               ToText(engine.tape()).c_str());
  std::abort();
}

const Finding kDiffers = {Verdict::kNondeterminism,
                          "the same choices lead to the same end",
                          "an execution that passed came out differently when its choices were "
                          "repeated: look for a clock, randomness, an address or something kept "
                          "from run to run",
                          "",
                          0,
                          -1};

// To repeat executions in. A graph has each fault, also where none can strike any more.
std::unique_ptr<Execution> MakeSecondEngine(Options options, bool graphs) {
  if (graphs) options.limits.max_faults = UINT32_MAX;
  return MakeEngine(options, graphs ? Points::kEverywhere : options.points);
}

}  // namespace

Runner::Runner(const std::function<void()>& body, const Options& options, Explorer& explorer)
    : body_(body),
      options_(options),
      explorer_(explorer),
      graphs_(explorer.AsGraphExplorer()),
      engine_(MakeEngine(options, graphs_ != nullptr ? Points::kEverywhere : options.points)),
      second_(options.selfcheck_every == 0 ? nullptr
                                           : MakeSecondEngine(options, graphs_ != nullptr)) {
  StartAgain();
}

void Runner::StartAgain() {
  result_ = Result();
  result_.points = graphs_ != nullptr ? Points::kEverywhere : options_.points;
  engine_->marks() = Marks();
  for (const char* mark : options_.expect_marks) engine_->marks().Expect(mark);
  part_ = 0;
}

// Whether the run counts; if not, it is over.
bool Runner::BeginPart() {
  if (graphs_->counts()) {
    ClosePart();
    part_ = graphs_->part();
    return true;
  }
  const Marks marks = engine_->marks();
  engine_->Run(explorer_, body_, /*trace=*/false);
  explorer_.End();
  engine_->marks() = marks;
  return false;
}

void Runner::Restarted() {
  StartAgain();
  if (options_.restart) options_.restart();
}

// No execution after all: only who keeps graphs may say so.
bool Runner::Refused() {
  if (graphs_ == nullptr) Broken(*engine_);
  graphs_->NoExecution();
  return false;
}

void Runner::LookAt(const Finding& from_run) {
  const Finding* finding = &from_run;
  if (finding->verdict == Verdict::kPass) {
    if (result_.executions % options_.selfcheck_every != 0 ||
        SameAgain(*engine_, graphs_ != nullptr, *second_, body_)) {
      return;
    }
    finding = &kDiffers;
  }
  if (result_.findings++ > 0) return;
  result_.finding = *finding;
  result_.found_after = result_.executions;
  // That a predicate cannot be asked again is no trouble in the runs that would confirm it.
  const bool taped = TakeTape(*engine_, graphs_ != nullptr, body_, options_, result_) ||
                     finding->verdict != Verdict::kMisuse;
  if (taped && finding != &kDiffers) Confirm(body_, options_, result_);
}

// Adds the part that ends here to the result: what came to it since the part began.
void Runner::ClosePart() {
  const std::vector<Marks::Mark>& marks = engine_->marks().all();
  if (part_ != 0) {
    Part part{.number = part_,
              .executions = result_.executions - before_part_.executions,
              .events = result_.events - before_part_.events,
              .findings = result_.findings - before_part_.findings};
    if (result_.found_after > before_part_.executions) {
      part.found_after = result_.found_after - before_part_.executions;
    }
    for (std::size_t i = 0; i < marks.size(); ++i) {
      const std::uint64_t known =
          i < before_part_.marks.size() ? before_part_.marks[i].executions : 0;
      // Those that are expected are told of once, wherever they are reached.
      const bool expected = result_.parts.empty() && i < options_.expect_marks.size();
      if (marks[i].executions == known && !expected) continue;
      part.marks.push_back(
          {.name = marks[i].name,
           .executions = marks[i].executions - known,
           .last = marks[i].executions == known ? 0 : marks[i].last - before_part_.executions});
    }
    result_.parts.push_back(std::move(part));
  }
  before_part_ = {.executions = result_.executions,
                  .events = result_.events,
                  .findings = result_.findings,
                  .marks = marks};
}

Result Runner::Finish() {
  ClosePart();
  result_.explorer = explorer_.name();
  result_.exhausted = explorer_.exhausted();
  result_.remark = explorer_.remark();
  result_.marks = engine_->marks().all();
  result_.stopped = result_.findings > 0 && !options_.keep_going;
  if (graphs_ != nullptr) {
    GraphExplorer::Standing standing = graphs_->standing();
    result_.before = standing.before;
    result_.started_again = standing.started_again;
    result_.shard = standing.shard;
    result_.shards = standing.shards;
    if (standing.shards > 1) result_.learned = std::move(standing.learned);
    if (graphs_->problem().verdict != Verdict::kPass && result_.findings++ == 0) {
      result_.finding = graphs_->problem();
    } else if (!result_.exhausted) {
      result_.position = std::move(standing.position);
    }
  }
  Result result = std::move(result_);
  StartAgain();
  return result;
}

}  // namespace sim
