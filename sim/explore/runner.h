// Runs the executions of a search, and counts what they come to.
#ifndef SIM_EXPLORE_RUNNER_H_
#define SIM_EXPLORE_RUNNER_H_

#include <functional>
#include <memory>

#include "sim/explore/explore.h"

namespace sim {

// One engine, and the Result of the executions that it ran for an explorer. The body, the options
// and the explorer must live as long. Thread safety: it belongs to the thread that makes it.
class Runner {
 public:
  Runner(const std::function<void()>& body, const Options& options, Explorer& explorer);

  // Runs what the explorer began; the first finding is replayed at once. False if that was no
  // execution to be counted: then nothing is different.
  bool Run() {
    if (explorer_.restarted()) [[unlikely]]
      Restarted();
    if (graphs_ != nullptr && (!graphs_->counts() || graphs_->part() != part_)) [[unlikely]] {
      if (!BeginPart()) return false;
    }
    const Finding& finding = engine_->Run(explorer_, body_, /*trace=*/false);
    explorer_.End();
    if (engine_->refused()) [[unlikely]]
      return Refused();
    ++result_.executions;
    result_.events += static_cast<std::uint64_t>(engine_->graph().size());
    if (finding.verdict != Verdict::kPass || second_ != nullptr) [[unlikely]]
      LookAt(finding);
    return true;
  }
  // What there is to say at the end. The next run begins a new result.
  Result Finish();

  const Execution& engine() const { return *engine_; }
  const Result& result() const { return result_; }

 private:
  void StartAgain();
  void Restarted();
  bool Refused();
  bool BeginPart();
  void LookAt(const Finding& finding);
  void ClosePart();

  const std::function<void()>& body_;
  const Options& options_;
  Explorer& explorer_;
  GraphExplorer* const graphs_;  // the same, if it looks at graphs
  const std::unique_ptr<Execution> engine_;
  const std::unique_ptr<Execution> second_;  // for comparing; null if there is none
  Result result_;
  std::uint32_t part_ = 0;  // that the last execution belonged to; 0: the search has none
  Part before_part_;        // what the result had when it began
};

}  // namespace sim

#endif  // SIM_EXPLORE_RUNNER_H_
