#include "sim/explore/explore.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>

#include "sim/explore/replay.h"
#include "sim/explore/retrace.h"
#include "sim/explore/watchdog.h"

namespace sim {
namespace {

constexpr int kConfirmations = 3;

bool Same(const Finding& a, const Finding& b) {
  return a.verdict == b.verdict && a.rule == b.rule && a.message == b.message;
}

// Runs a tape once; a misfit becomes the finding.
Finding RunTape(Execution& engine, const std::function<void()>& body, const Tape& tape,
                bool trace) {
  Replay replay(tape);
  replay.Begin();
  Finding finding = engine.Run(replay, body, trace);
  replay.End();
  if (!replay.misfit().empty()) {
    finding = {Verdict::kDiverged, "the tape fits", replay.misfit(), "", 0, -1};
  }
  return finding;
}

// On the heap: an engine is too large for a fiber's stack, from which Explore may be called by
// mistake.
std::unique_ptr<Execution> MakeEngine(const Options& options, Points points) {
  return std::make_unique<Execution>(options.memory, options.limits, points);
}

// A question without an answer: the engine is wrong, and nothing it says can be trusted.
[[noreturn]] void Broken(const Execution& engine) {
  std::fprintf(stderr,
               "sim: a question had no option that the explorer took; choices "
               "so far: %s\n",
               ToText(engine.tape()).c_str());
  std::abort();
}

// Replays what was found; the result then holds the trace, or the difference.
void Confirm(const std::function<void()>& body, const Options& options, Result& result) {
  const std::unique_ptr<Execution> own = MakeEngine(options, result.points);
  Execution& engine = *own;
  for (int i = 0; i < kConfirmations; ++i) {
    const Finding again = RunTape(engine, body, result.tape, /*trace=*/true);
    if (!Same(again, result.finding)) {
      result.finding = {Verdict::kNondeterminism,
                        "the same choices lead to the same end",
                        "first \"" + result.finding.message +
                            "\", then, with the same choices, \"" +
                            (again.verdict == Verdict::kPass ? "pass" : again.message) +
                            "\": look for a clock, randomness, an address or something kept "
                            "from "
                            "run to run",
                        "",
                        0,
                        -1};
      break;
    }
    ++result.confirmed;
  }
  result.trace = engine.trace();
}

// Whether the execution that `engine` just ran comes out the same when it is asked for, with
// questions at `points`. A run that was guided asked none.
bool Retraced(const Execution& engine, const std::function<void()>& body, const Options& options,
              Points points, const Finding& finding, Result& result) {
  const std::unique_ptr<Execution> other = MakeEngine(options, points);
  const std::vector<std::uint8_t> sequence = engine.sequence();
  Retrace retrace(engine.graph(), sequence);
  if (!Same(other->Run(retrace, body, /*trace=*/false), finding)) return false;
  result.tape = other->tape();
  result.points = points;
  return true;
}

// A finding's tape. False if it has none: only a guided run can find it.
bool TakeTape(const Execution& engine, bool guided, const std::function<void()>& body,
              const Options& options, Result& result) {
  if (!guided) {
    result.tape = engine.tape();
    return true;
  }
  return Retraced(engine, body, options, options.points, result.finding, result) ||
         Retraced(engine, body, options, Points::kEverywhere, result.finding, result);
}

// Whether the execution that `engine` just ran comes out the same when it is repeated.
bool SameAgain(const Execution& engine, bool guided, Execution& second,
               const std::function<void()>& body) {
  if (guided) {
    const std::vector<std::uint8_t> sequence = engine.sequence();
    Retrace retrace(engine.graph(), sequence);
    const Finding& again = second.Run(retrace, body, /*trace=*/false);
    return again.verdict == Verdict::kPass &&
           Signature(second.graph()) == Signature(engine.graph());
  }
  const std::uint64_t digest = Digest(engine.graph());
  const Finding again = RunTape(second, body, engine.tape(), /*trace=*/false);
  return again.verdict == Verdict::kPass && Digest(second.graph()) == digest;
}

const Finding kDiffers = {Verdict::kNondeterminism,
                          "the same choices lead to the same end",
                          "an execution that passed came out differently when its choices were "
                          "repeated: look for a clock, randomness, an address or something kept "
                          "from run to run",
                          "",
                          0,
                          -1};

}  // namespace

Result Explore(const std::function<void()>& body, Explorer& explorer, const Options& options) {
  const bool graphs = explorer.AsGraphExplorer() != nullptr;
  const Points points = graphs ? Points::kEverywhere : options.points;
  const std::unique_ptr<Execution> own = MakeEngine(options, points);
  Execution& engine = *own;
  const std::unique_ptr<Execution> second = MakeEngine(options, points);
  for (const char* mark : options.expect_marks) engine.marks().Expect(mark);
  if (graphs) explorer.AsGraphExplorer()->Start(options.memory, options.limits);
  Watchdog watchdog(engine, options.watchdog_seconds);
  Result result;
  result.points = points;
  result.explorer = explorer.name();
  while (explorer.Begin()) {
    if (explorer.restarted()) {
      result.executions = result.events = result.findings = result.found_after = 0;
      result.finding = {};
      engine.marks().Clear();
      if (options.restart) options.restart();
    }
    const Finding* finding = &engine.Run(explorer, body, /*trace=*/false);
    explorer.End();
    watchdog.Fed();
    if (engine.refused()) {
      // No execution after all: only who keeps graphs may say so.
      if (!graphs) Broken(engine);
      continue;
    }
    ++result.executions;
    result.events += static_cast<std::uint64_t>(engine.graph().size());
    if (finding->verdict == Verdict::kPass && options.selfcheck_every > 0 &&
        result.executions % options.selfcheck_every == 0 &&
        !SameAgain(engine, graphs, *second, body)) {
      finding = &kDiffers;
    }
    if (finding->verdict != Verdict::kPass && result.findings++ == 0) {
      result.finding = *finding;
      result.found_after = result.executions;
      // That a predicate cannot be asked again is no trouble in the runs that would confirm it.
      const bool taped =
          TakeTape(engine, graphs, body, options, result) || finding->verdict != Verdict::kMisuse;
      if (taped && finding != &kDiffers) Confirm(body, options, result);
    }
    if (result.findings > 0 && !options.keep_going) break;
    if (options.observe && !options.observe(engine)) break;
  }
  result.exhausted = explorer.exhausted();
  result.remark = explorer.remark();
  result.marks = engine.marks().all();
  return result;
}

Result ReplayTape(const std::function<void()>& body, const Tape& tape, const Options& options) {
  const std::unique_ptr<Execution> own = MakeEngine(options, options.points);
  Execution& engine = *own;
  Result result;
  result.points = options.points;
  result.explorer = "replay";
  result.finding = RunTape(engine, body, tape, /*trace=*/true);
  result.executions = 1;
  result.events = static_cast<std::uint64_t>(engine.graph().size());
  result.findings = result.finding.verdict == Verdict::kPass ? 0 : 1;
  result.found_after = result.findings;
  result.tape = tape;
  result.trace = engine.trace();
  result.marks = engine.marks().all();
  return result;
}

std::uint64_t Digest(const Graph& graph) {
  std::uint64_t h = 0;
  auto mix = [&h](std::uint64_t v) {
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
  };
  for (EventId id = 0; id < graph.size(); ++id) {
    const Event& e = graph.event(id);
    mix(e.value);
    mix(static_cast<std::uint64_t>(e.rf));
    mix(e.location);
    mix(static_cast<std::uint64_t>(e.fiber) << 8 | static_cast<std::uint64_t>(e.kind));
  }
  for (LocationId l = 0; l < graph.locations(); ++l) {
    for (const EventId id : graph.location(l).co) mix(static_cast<std::uint64_t>(id));
  }
  return h;
}

std::string Signature(const Graph& graph) {
  auto place = [&graph](EventId id) {
    const Event& e = graph.event(id);
    if (e.kind == EventKind::kInit) return "i" + std::to_string(e.location);
    return std::to_string(e.fiber) + "." + std::to_string(e.pos);
  };
  std::vector<std::string> fibers(static_cast<std::size_t>(graph.fibers()));
  for (EventId id = 0; id < graph.size(); ++id) {
    const Event& e = graph.event(id);
    std::string& text = fibers[e.fiber];
    text += "k" + std::to_string(static_cast<int>(e.kind));
    if (e.is_read()) text += "<" + place(e.rf);
    if (e.exclusive) text += "!";
    if (e.kind == EventKind::kChoice) text += "=" + std::to_string(e.value);
  }
  std::string out;
  for (const std::string& text : fibers) out += text + "|";
  for (LocationId l = 0; l < graph.locations(); ++l) {
    for (const EventId id : graph.location(l).co) out += place(id) + ",";
    out += ";";
  }
  return out;
}

}  // namespace sim
