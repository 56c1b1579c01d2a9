#include "scenarios/program/progress.h"

#include <algorithm>
#include <ostream>
#include <string>

#include "scenarios/program/status_line.h"

namespace scenarios {
namespace {
constexpr std::int64_t kSecond = 1000;
}

Progress::How Progress::HowOf(const std::string& option, const Environment& environment) {
  if (option == "json") return How::kJson;
  if (option == "none" || !environment.err_is_terminal) return How::kNone;
  return How::kLine;
}

Progress::Progress(Config config, const Environment& environment, std::ostream& err)
    : config_(config),
      environment_(environment),
      err_(err),
      start_(environment.now_ms()),
      next_(start_ + kSecond) {}

Progress::~Progress() { Wipe(); }

void Progress::Wipe() {
  if (width_ > 0) err_ << '\r' << std::string(width_, ' ') << '\r' << std::flush;
  width_ = 0;
}

void Progress::Print(std::ostream& out, const std::string& text) {
  const std::lock_guard hold(speaking_);
  Wipe();
  out << text << std::flush;
}

bool Progress::Executed(const Ask& ask) {
  executions_.fetch_add(1, std::memory_order_relaxed);
  return GoOn(ask);
}

bool Progress::GoOn(const Ask& ask) {
  if (environment_.interrupted()) cut_.store(Cut::kInterrupted, std::memory_order_relaxed);
  if (config_.limit_ms || config_.how != How::kNone) {
    const std::int64_t now = environment_.now_ms();
    if (config_.limit_ms && now - start_ >= *config_.limit_ms && cut() == Cut::kNo) {
      cut_.store(Cut::kTime, std::memory_order_relaxed);
    }
    if (config_.how != How::kNone && now >= next_.load(std::memory_order_relaxed)) Say(now, ask);
  }
  return cut() == Cut::kNo;
}

void Progress::Raise(Counts what, std::uint64_t count) {
  if (what != config_.counts) return;
  std::uint64_t before = done_.load(std::memory_order_relaxed);
  while (before < count && !done_.compare_exchange_weak(before, count, std::memory_order_relaxed)) {
  }
}

void Progress::Say(std::int64_t now, const Ask& ask) {
  const std::lock_guard hold(speaking_);
  if (now < next_.load(std::memory_order_relaxed)) return;  // another thread spoke meanwhile
  next_.store(now + kSecond, std::memory_order_relaxed);
  const std::uint64_t states = states_.load(std::memory_order_relaxed);
  Status status{.executions = states > 0 ? states : executions_.load(std::memory_order_relaxed),
                .unit = states > 0 ? "states" : "executions",
                .ms = now - start_,
                .what = config_.counts == Counts::kMarks ? "marks" : "cases",
                .done = done_.load(std::memory_order_relaxed),
                .of = config_.of,
                .estimate = std::nullopt};
  if (ask && config_.counts == Counts::kMarks) status.estimate = ask(status.executions);
  if (config_.how == How::kJson) {
    err_ << StatusJson(status) << "\n" << std::flush;
    return;
  }
  std::string line = StatusLine(status);
  width_ = std::max(width_, line.size());
  line.resize(width_, ' ');
  err_ << '\r' << line << std::flush;
}

const char* NameOf(Progress::Cut cut) {
  return cut == Progress::Cut::kInterrupted ? "interrupted" : "time is up";
}

}  // namespace scenarios
