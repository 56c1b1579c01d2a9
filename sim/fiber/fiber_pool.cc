#include "sim/fiber/fiber_pool.h"

#include <cxxabi.h>

#include <boost/context/fiber.hpp>
#include <boost/context/preallocated.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>
#include <cstring>
#include <utility>

#if defined(__SANITIZE_ADDRESS__)
#define SIM_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SIM_ASAN 1
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define SIM_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SIM_TSAN 1
#endif
#endif

#ifdef SIM_ASAN
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef SIM_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace sim {
namespace ctx = boost::context;

// Frees nothing: the stack belongs to the slot, and outlives the context that ran on it.
struct KeptStack {
  void deallocate(ctx::stack_context&) noexcept {}
};

struct FiberPool::Slot {
  ctx::fiber context;  // where the slot goes on; empty while it runs, or before its first switch
  ctx::stack_context stack;
  bool made = false;
  // The run-time's list of caught exceptions and its count of uncaught ones (Itanium C++ ABI).
  void* caught = nullptr;
  unsigned int uncaught = 0;
  // For the sanitizers only.
  const void* stack_low = nullptr;
  std::size_t stack_size = 0;
  void* fake_stack = nullptr;
  void* tsan_fiber = nullptr;
};

FiberPool::FiberPool(int slots, std::size_t stack_bytes, Main main, void* owner)
    : stack_bytes_(stack_bytes),
      main_(main),
      owner_(owner),
      exceptions_(reinterpret_cast<void**>(abi::__cxa_get_globals())),
      slots_(slots + 1) {
#ifdef SIM_TSAN
  slots_[0].tsan_fiber = __tsan_get_current_fiber();
#endif
}

FiberPool::~FiberPool() {
  quitting_ = true;
  for (int slot = 0; slot + 1 < static_cast<int>(slots_.size()); ++slot) {
    Slot& s = slots_[slot + 1];
    if (!s.made) continue;
    Switch(slot);
#ifdef SIM_TSAN
    __tsan_destroy_fiber(s.tsan_fiber);
#endif
    ctx::protected_fixedsize_stack(stack_bytes_).deallocate(s.stack);
  }
}

void FiberPool::MakeContext(int slot) {
  Slot& s = slots_[slot + 1];
  s.stack = ctx::protected_fixedsize_stack(stack_bytes_).allocate();
  s.stack_size = s.stack.size;
  s.stack_low = static_cast<char*>(s.stack.sp) - s.stack.size;
  s.made = true;
#ifdef SIM_TSAN
  s.tsan_fiber = __tsan_create_fiber(0);
#endif
  s.context = ctx::fiber(std::allocator_arg, ctx::preallocated(s.stack.sp, s.stack.size, s.stack),
                         KeptStack{}, [this, slot](ctx::fiber&& from) {
                           slots_[running_ + 1].context = std::move(from);
                           Arrived(slot);
                           while (!quitting_) Switch(main_(owner_, slot));
                           running_ = kRoot;
#ifdef SIM_ASAN
                           // Null: this stack is never returned to.
                           __sanitizer_start_switch_fiber(nullptr, slots_[0].stack_low,
                                                          slots_[0].stack_size);
#endif
#ifdef SIM_TSAN
                           __tsan_switch_to_fiber(slots_[0].tsan_fiber, 0);
#endif
                           return std::move(slots_[0].context);
                         });
}

void FiberPool::Switch(int to) {
  Slot& self = slots_[running_ + 1];
  Slot& next = slots_[to + 1];
  if (!next.made && to != kRoot) MakeContext(to);
  // Nearly always nothing is in flight on either side, and two loads tell.
  void* const caught = exceptions_[0];
  unsigned int uncaught;
  std::memcpy(&uncaught, exceptions_ + 1, sizeof uncaught);
  if ((caught != nullptr) | (uncaught != 0) | (next.caught != nullptr) | (next.uncaught != 0)) {
    self.caught = caught;
    self.uncaught = uncaught;
    exceptions_[0] = std::exchange(next.caught, nullptr);
    std::memcpy(exceptions_ + 1, &next.uncaught, sizeof uncaught);
    next.uncaught = 0;
  }
  const int me = running_;
#ifdef SIM_ASAN
  __sanitizer_start_switch_fiber(&self.fake_stack, next.stack_low, next.stack_size);
#endif
#ifdef SIM_TSAN
  __tsan_switch_to_fiber(next.tsan_fiber, 0);
#endif
  // running_ still names the one left until the arriving side has stored its context.
  ctx::fiber from = std::move(next.context).resume();
  // An ended context (the pool is being destroyed) comes back empty, and has set running_ itself.
  if (from) slots_[running_ + 1].context = std::move(from);
  Arrived(me);
}

void FiberPool::Arrived([[maybe_unused]] int slot) {
#ifdef SIM_ASAN
  const void* low = nullptr;
  std::size_t size = 0;
  __sanitizer_finish_switch_fiber(slots_[slot + 1].fake_stack, &low, &size);
  if (running_ == kRoot) {
    slots_[0].stack_low = low;
    slots_[0].stack_size = size;
  }
#endif
  running_ = slot;
}

bool FiberPool::OnStackOf(int slot, const void* address) const {
  const Slot& s = slots_[slot + 1];
  const char* low = static_cast<const char*>(s.stack_low);
  return s.made && address >= low && address < low + s.stack_size;
}

}  // namespace sim
