#include "sim/explore/explore.h"

#include "sim/explore/rerun.h"
#include "sim/explore/runner.h"
#include "sim/explore/watchdog.h"

namespace sim {

Result Explore(const std::function<void()>& body, Explorer& explorer, const Options& options) {
  GraphExplorer* const graphs = explorer.AsGraphExplorer();
  Runner runner(body, options, explorer);
  if (graphs != nullptr) graphs->Start(options.memory, options.limits);
  Watchdog watchdog(runner.engine(), options.watchdog_seconds);
  while (explorer.Begin()) {
    const bool counts = runner.Run();
    watchdog.Fed();
    if (!counts) {
      if (options.go_on && !options.go_on()) break;
      continue;
    }
    if (runner.result().findings > 0 && !options.keep_going) break;
    if (options.observe && !options.observe(runner.engine())) break;
  }
  return runner.Finish();
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
