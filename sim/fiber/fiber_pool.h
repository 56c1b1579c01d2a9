// Fibers: stacks of their own that one thread switches between, kept from execution to execution.
#ifndef SIM_FIBER_FIBER_POOL_H_
#define SIM_FIBER_FIBER_POOL_H_

#include <cstddef>
#include <memory>
#include <vector>

namespace sim {

// A fixed number of slots, each a fiber on a protected stack that is made when the slot is first
// switched to and then kept: a checker starts the same fibers millions of times, and a fresh
// protected stack costs a thousand times what a switch costs.
//
// Switching is symmetric: whoever runs names the slot that goes on. The creator of the pool runs
// in the slot `kRoot`.
//
//   1. A slot that is switched to while idle calls `main(owner, slot)`; what that returns is the
//      slot that goes on, and the slot is idle again.
//   2. `main` must not throw. C++ exceptions in flight are kept apart per slot, so a fiber may be
//      switched away from inside a catch block.
//   3. Every slot must be idle, and the root must be running, when the pool is destroyed.
//
// Thread safety: one thread only. The address and thread sanitizers are told of each switch.
class FiberPool {
 public:
  static constexpr int kRoot = -1;
  using Main = int (*)(void* owner, int slot);

  FiberPool(int slots, std::size_t stack_bytes, Main main, void* owner);
  ~FiberPool();
  FiberPool(const FiberPool&) = delete;
  FiberPool& operator=(const FiberPool&) = delete;

  // Suspends the running slot and goes on in `to`. Returns when somebody switches back.
  void Switch(int to);

  int running() const { return running_; }
  // True if `address` lies on the stack of `slot`.
  bool OnStackOf(int slot, const void* address) const;

 private:
  struct Slot;
  void MakeContext(int slot);
  void Arrived(int slot);

  const std::size_t stack_bytes_;
  const Main main_;
  void* const owner_;
  int running_ = kRoot;
  bool quitting_ = false;
  void** exceptions_;        // the C++ run-time's record of this thread's exceptions in flight
  std::vector<Slot> slots_;  // slot i at i + 1; the root first
};

}  // namespace sim

#endif  // SIM_FIBER_FIBER_POOL_H_
