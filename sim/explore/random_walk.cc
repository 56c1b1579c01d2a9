#include "sim/explore/random_walk.h"

namespace sim {

bool Swarm::On(const char* fault) const {
  std::uint64_t h = 0xcbf29ce484222325u;  // FNV-1a
  for (const char* c = fault; *c != '\0'; ++c) {
    h = (h ^ static_cast<unsigned char>(*c)) * 0x100000001b3u;
  }
  return Prng(draw_ ^ h).Below(2) == 0;
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
  if (q.kind == ChoiceKind::kFault && !swarm_.On(q.fault)) return 0;
  return prng_.Below(q.arity);
}

}  // namespace sim
