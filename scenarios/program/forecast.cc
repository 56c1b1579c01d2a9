#include "scenarios/program/forecast.h"

#include <algorithm>
#include <memory>
#include <variant>

#include "sim/explore/position.h"

namespace scenarios {

Progress::Ask ForecastOf(const sim::Exhaustive& search, const std::function<void()>& body,
                         const sim::Options& options) {
  const auto ahead = std::make_shared<sim::LookAhead>(body, options);
  return [ahead, &search](std::uint64_t) { return ahead->From(search); };
}

Progress::Ask ForecastOfThreads(const sim::Exhaustive::Config& config, const bool& again,
                                const std::function<void()>& body, const sim::Options& options) {
  if (config.shard.count > 1) return nullptr;
  struct Seen {
    bool looked = false;
    std::optional<sim::Estimate> whole;
    std::uint64_t before = 0;  // executions of the searches that this one goes on from
  };
  const auto seen = std::make_shared<Seen>();
  const auto parsed = sim::ParsePosition(config.resume);
  if (const auto* from = std::get_if<sim::SearchState>(&parsed)) seen->before = from->executions;
  return [seen, &config, &again, &body,
          &options](std::uint64_t executions) -> std::optional<sim::Estimate> {
    if (!seen->looked) seen->whole = sim::EstimateFromRoot(body, config, options);
    seen->looked = true;
    if (again || !seen->whole || executions == 0) return std::nullopt;
    sim::Estimate now = *seen->whole;
    now.visited = static_cast<double>(seen->before + executions);
    for (double* all : {&now.executions, &now.low, &now.high}) *all = std::max(*all, now.visited);
    return now;
  };
}

}  // namespace scenarios
