#include "sim/explore/random_walk.h"

#include <cstring>

namespace sim {

bool Swarm::On(const char* fault, Prng& prng) {
  for (const Kind& k : kinds_) {
    if (k.name == fault || std::strcmp(k.name, fault) == 0) return k.on;
  }
  kinds_.push_back({fault, prng.Below(2) == 0});
  return kinds_.back().on;
}

RandomWalk::RandomWalk(Config config)
    : config_(config), name_("random walk, seed " + std::to_string(config.seed)) {}

bool RandomWalk::Begin() {
  if (done_ == config_.executions) return false;
  // Execution i depends on (seed, i) alone.
  prng_ = Prng(Prng(config_.seed).Next() + done_++);
  prng_ = Prng(prng_.Next());
  swarm_.Begin(prng_);
  return true;
}

std::uint32_t RandomWalk::Choose(const Question& q) {
  if (q.kind == ChoiceKind::kFault && !swarm_.On(q.fault, prng_)) return 0;
  return prng_.Below(q.arity);
}

}  // namespace sim
