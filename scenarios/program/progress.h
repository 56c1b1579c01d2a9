// While it runs: counts executions, says so each second, and says when to stop.
#ifndef SCENARIOS_PROGRAM_PROGRESS_H_
#define SCENARIOS_PROGRAM_PROGRESS_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <mutex>
#include <optional>
#include <string>

#include "scenarios/program/environment.h"
#include "sim/explore/estimate.h"

namespace scenarios {

class Progress {
 public:
  enum class How { kNone, kLine, kJson };
  // What is counted besides executions.
  enum class Counts { kMarks, kCases };
  // Why a search ended before it was done.
  enum class Cut { kNo, kTime, kInterrupted };

  // "auto", "json", "none", as the option.
  static How HowOf(const std::string& option, const Environment& environment);

  struct Config {
    How how = How::kNone;
    std::optional<std::int64_t> limit_ms;
    Counts counts = Counts::kMarks;
    std::uint64_t of = 0;  // how many there are to count
  };
  // `environment` and `err` outlive it.
  Progress(Config config, const Environment& environment, std::ostream& err);
  // Wipes the status line.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // --- from any thread ---
  // How much of a search is left, `executions` having been counted; none if that is not known.
  using Ask = std::function<std::optional<sim::Estimate>(std::uint64_t executions)>;
  // To be called after each execution, which is where limits are tested. False: stop. Calls `ask`,
  // if there is one, where it says the status line; never twice at the same time.
  bool Executed(const Ask& ask = nullptr);
  // The same after a run that was no execution.
  bool GoOn(const Ask& ask = nullptr);
  // So many states have been visited: that is counted instead of executions.
  void Visited(std::uint64_t states) { states_.store(states, std::memory_order_relaxed); }
  // So many have been counted, at least. Ignored where the other is counted.
  void Reached(std::uint64_t marks) { Raise(Counts::kMarks, marks); }
  void Judged(std::uint64_t cases) { Raise(Counts::kCases, cases); }
  // Writes `text` where the status line may stand.
  void Print(std::ostream& out, const std::string& text);
  Cut cut() const { return cut_.load(std::memory_order_relaxed); }

 private:
  void Raise(Counts what, std::uint64_t count);
  void Say(std::int64_t now, const Ask& ask);
  void Wipe();

  const Config config_;
  const Environment& environment_;
  std::ostream& err_;
  const std::int64_t start_;
  std::atomic<std::uint64_t> executions_ = 0;
  std::atomic<std::uint64_t> states_ = 0;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<Cut> cut_ = Cut::kNo;
  std::atomic<std::int64_t> next_;  // when to speak again
  std::mutex speaking_;
  std::size_t width_ = 0;  // of the line on the terminal
};

// "interrupted" or "time is up".
const char* NameOf(Progress::Cut cut);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_PROGRESS_H_
