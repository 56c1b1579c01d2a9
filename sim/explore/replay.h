// Replay: the answers of a tape, once, as long as they fit.
#ifndef SIM_EXPLORE_REPLAY_H_
#define SIM_EXPLORE_REPLAY_H_

#include <string>

#include "sim/choice/choice.h"
#include "sim/choice/tape.h"

namespace sim {

// Strict: at the first question whose kind or number of options is not what the tape recorded, it
// refuses to answer, and misfit() says where and why. Beyond the tape's end every answer is the
// tame one; a tape whose choices are not all asked for does not fit either.
class Replay final : public Explorer {
 public:
  explicit Replay(Tape tape) : tape_(std::move(tape)) {}

  bool Begin() override;
  std::uint32_t Choose(const Question& question) override;
  void End() override;
  const char* name() const override { return "replay"; }
  // Empty if the tape fitted.
  const std::string& misfit() const { return misfit_; }

 private:
  const Tape tape_;
  std::size_t at_ = 0;
  bool begun_ = false;
  std::string misfit_;
};

}  // namespace sim

#endif  // SIM_EXPLORE_REPLAY_H_
