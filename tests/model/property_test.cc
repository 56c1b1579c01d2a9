// Any plan of a rail is carried, or fails as it should.
#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "model/traffic.h"
#include "rapidcheck/gtest.h"
#include "sim/sim.h"

namespace model {

// Found by RapidCheck.
void showValue(const Load& load, std::ostream& out) {
  out << load.runs << (load.whole_runs ? " whole" : "") << " runs of";
  for (const protocol::Transfer& t : load.transfers) {
    out << " {" << t.src << ", " << t.dst << ", " << t.length << "}";
  }
}

namespace {

// Up to three transfers with gaps, which overlap only if runs are read whole.
Load AnyLoad() {
  Load load;
  load.runs = *rc::gen::inRange<std::uint64_t>(1, 5);
  load.whole_runs = *rc::gen::arbitrary<bool>();
  const int n = *rc::gen::inRange(1, 4);
  std::int64_t src = 0;
  std::int64_t dst = 0;
  for (int j = 0; j < n; ++j) {
    src += *rc::gen::inRange(0, 40);
    dst += *rc::gen::inRange(0, 40);
    const auto length = *rc::gen::element<std::int64_t>(1, 7, 255, 256, 257);
    load.transfers.push_back({src, dst, length});
    if (load.whole_runs) continue;
    src += length;
    dst += length;
  }
  return load;
}

Plan AnyPlan() {
  Plan plan;
  plan.there = AnyLoad();
  if (*rc::gen::arbitrary<bool>()) plan.back = AnyLoad();
  plan.failures = *rc::gen::inRange(0u, 3u);
  plan.certain = *rc::gen::arbitrary<bool>();
  return plan;
}

RC_GTEST_PROP(Rail, CarriesEveryPlanOrFailsAsItShould, ()) {
  const Plan plan = AnyPlan();
  RC_LOG() << "there: " << rc::toString(plan.there) << "\nback: " << rc::toString(plan.back)
           << "\nfailures: " << plan.failures << (plan.certain ? ", certain" : "") << "\n";
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  const auto body = [&plan] { RunPlan(plan); };
  const sim::Result random = sim::Explore(body, sim::RandomWalk({.seed = seed, .executions = 100}));
  const sim::Result pct = sim::Explore(body, sim::Pct({.seed = seed, .executions = 100}));
  if (!random.ok()) RC_LOG() << random;
  if (!pct.ok()) RC_LOG() << pct;
  RC_ASSERT(random.ok() && pct.ok());
}

}  // namespace
}  // namespace model
