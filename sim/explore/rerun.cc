#include "sim/explore/rerun.h"

#include <utility>

#include "sim/explore/replay.h"
#include "sim/explore/retrace.h"

namespace sim {
namespace {

constexpr int kConfirmations = 3;

bool Same(const Finding& a, const Finding& b) {
  return a.verdict == b.verdict && a.rule == b.rule && a.message == b.message;
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

}  // namespace

std::unique_ptr<Execution> MakeEngine(const Options& options, Points points) {
  return std::make_unique<Execution>(options.memory, options.limits, points);
}

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

bool TakeTape(const Execution& engine, bool guided, const std::function<void()>& body,
              const Options& options, Result& result) {
  if (!guided) {
    result.tape = engine.tape();
    return true;
  }
  return Retraced(engine, body, options, options.points, result.finding, result) ||
         Retraced(engine, body, options, Points::kEverywhere, result.finding, result);
}

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

}  // namespace sim
