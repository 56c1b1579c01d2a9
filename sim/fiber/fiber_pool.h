// Fibers: stacks of their own that one thread switches between, kept from execution to execution.
#ifndef SIM_FIBER_FIBER_POOL_H_
#define SIM_FIBER_FIBER_POOL_H_

#include <boost/context/stack_context.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "sim/fiber/jump.h"
#include "sim/fiber/sanitizers.h"

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
  // Inlined as far up as possible: each return after a switch is mispredicted, because the
  // processor's stack of return addresses belongs to the fiber that was left.
  [[gnu::always_inline]] void Switch(int to) {
    Slot& self = slots_[running_ + 1];
    Slot& next = slots_[to + 1];
    if (next.context == nullptr) [[unlikely]]
      MakeContext(to);
    SwapExceptions(self, next);
    const int me = running_;
    if constexpr (kSanitized) BeforeSwitch(self, next);
    TellTsan(next.tsan_fiber);
    // running_ still names the one left until the arriving side has stored its context.
    Arrived(me, Jump(next.context, this));
  }

  int running() const { return running_; }
  // How many bytes of its stack the running slot, which is not the root, has left.
  std::size_t Room() const {
    return static_cast<std::size_t>(static_cast<char*>(__builtin_frame_address(0)) -
                                    static_cast<const char*>(slots_[running_ + 1].stack_low));
  }
  // Whether exceptions of the running slot are being handled, or on their way.
  bool ExceptionsInFlight() const {
    unsigned int uncaught;
    std::memcpy(&uncaught, exceptions_ + 1, sizeof uncaught);
    return (exceptions_[0] != nullptr) | (uncaught != 0);
  }
  // Whether some slot ever was left while it handled an exception, or does so now.
  bool exceptions_were_in_flight() const { return were_in_flight_ || ExceptionsInFlight(); }
  // Whether the number is an address on the stack of a slot.
  bool OnAStack(std::uint64_t word) const {
    return (kSanitized || word - lowest_ < highest_ - lowest_) && IsOnAStack(word);
  }

  // --- stacks as values; the root runs ---

  // Where a suspended slot goes on, and what it has on its stack.
  struct Suspended {
    void* context;
    std::byte* low;
    std::size_t bytes;
  };
  static constexpr bool kCanRestore = !kSanitized;  // they keep books of their own
  Suspended suspended(int slot) const {
    const Slot& s = slots_[slot + 1];
    // What it has still to come back to begins there.
    auto* const low = static_cast<std::byte*>(s.context);
    return {s.context, low, static_cast<std::size_t>(static_cast<std::byte*>(s.stack.sp) - low)};
  }
  // The slot, which is suspended, goes on as it did when it was given so. What its stack had then
  // must be put back as well.
  void Resuspend(int slot, void* context) { slots_[slot + 1].context = context; }

 private:
  struct Slot {
    void* context = nullptr;  // where it goes on; null before it was made
    // The C++ run-time's list of caught exceptions and its count of uncaught ones.
    void* caught = nullptr;
    unsigned int uncaught = 0;
    bool made = false;
    boost::context::stack_context stack;
    // For the sanitizers only.
    const void* stack_low = nullptr;
    std::size_t stack_size = 0;
    void* fake_stack = nullptr;
    void* tsan_fiber = nullptr;
  };

  bool IsOnAStack(std::uint64_t word) const;
  void MakeContext(int slot);
  static void Entry(boost::context::detail::transfer_t from);
  void BeforeSwitch(Slot& self, const Slot& next);
  void AfterSwitch(int slot);

  // `from` is where whoever switched here goes on.
  [[gnu::always_inline]] void Arrived(int slot, void* from) {
    slots_[running_ + 1].context = from;
    if constexpr (kSanitized) AfterSwitch(slot);
    running_ = slot;
  }

  // Nearly always nothing is in flight on either side, and a few loads tell. The layout is that of
  // __cxa_eh_globals in the Itanium C++ ABI.
  [[gnu::always_inline]] void SwapExceptions(Slot& self, Slot& next) {
    void* const caught = exceptions_[0];
    unsigned int uncaught;
    std::memcpy(&uncaught, exceptions_ + 1, sizeof uncaught);
    if ((caught != nullptr) | (uncaught != 0) | (next.caught != nullptr) | (next.uncaught != 0))
        [[unlikely]] {
      were_in_flight_ = true;
      self.caught = caught;
      self.uncaught = uncaught;
      exceptions_[0] = std::exchange(next.caught, nullptr);
      std::memcpy(exceptions_ + 1, &next.uncaught, sizeof uncaught);
      next.uncaught = 0;
    }
  }

  const std::size_t stack_bytes_;
  const Main main_;
  void* const owner_;
  int running_ = kRoot;
  int made_last_ = kRoot;
  bool quitting_ = false;
  bool were_in_flight_ = false;
  void** exceptions_;        // the C++ run-time's record of this thread's exceptions in flight
  std::vector<Slot> slots_;  // slot i at i + 1; the root first
  std::uint64_t lowest_ = UINT64_MAX;  // all stacks lie from here
  std::uint64_t highest_ = 0;          // to here
};

}  // namespace sim

#endif  // SIM_FIBER_FIBER_POOL_H_
