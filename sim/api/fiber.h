// sim::fiber: std::jthread as the checker sees it.
#ifndef SIM_API_FIBER_H_
#define SIM_API_FIBER_H_

#include <utility>

#include "sim/engine/execution.h"

namespace sim {

// Starts `body` as a fiber of this execution, and joins it when destroyed. All that the creator did
// before happens before the body; all of the body happens before the join's end. An exception that
// leaves the body is a finding.
class fiber {
 public:
  template <class F>
  explicit fiber(const char* name, F&& body, Site site = Site::current())
      : engine_(&Execution::Require("sim::fiber")),
        site_(site),
        id_(engine_->Spawn(name, std::forward<F>(body), site)) {}
  ~fiber() { join(); }
  fiber(fiber&& other) noexcept
      : engine_(other.engine_), site_(other.site_), id_(std::exchange(other.id_, -1)) {}
  fiber(const fiber&) = delete;
  fiber& operator=(const fiber&) = delete;
  fiber& operator=(fiber&&) = delete;

  bool joinable() const { return id_ > 0; }
  // Waits for the fiber's end. Does nothing if it was joined before.
  void join() {
    if (id_ > 0) engine_->Join(std::exchange(id_, -1), site_);
  }

 private:
  Execution* engine_;
  Site site_;
  int id_;
};

}  // namespace sim

#endif  // SIM_API_FIBER_H_
