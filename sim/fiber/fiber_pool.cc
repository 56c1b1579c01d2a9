#include "sim/fiber/fiber_pool.h"

#include <cxxabi.h>

#include <algorithm>
#include <boost/context/protected_fixedsize_stack.hpp>

#ifdef SIM_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef SIM_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace sim {
namespace ctx = boost::context;

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
    TellTsan(slots_[0].tsan_fiber);  // not sooner: its functions returned on the way here
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
  lowest_ = std::min(lowest_, reinterpret_cast<std::uint64_t>(s.stack_low));
  highest_ = std::max(highest_, reinterpret_cast<std::uint64_t>(s.stack.sp));
  made_last_ = slot;
#ifdef SIM_TSAN
  s.tsan_fiber = __tsan_create_fiber(0);
#endif
#ifdef SIM_ASAN
  // An earlier stack may have lain here, and left its marks in the shadow.
  __asan_unpoison_memory_region(s.stack_low, s.stack_size);
#endif
  s.context = ctx::detail::make_fcontext(s.stack.sp, s.stack.size, &FiberPool::Entry);
}

// What a stack begins with.
void FiberPool::Entry(ctx::detail::transfer_t from) {
  FiberPool& pool = *static_cast<FiberPool*>(from.data);
  const int slot = pool.made_last_;
  pool.Arrived(slot, from.fctx);
  while (!pool.quitting_) pool.Switch(pool.main_(pool.owner_, slot));
#ifdef SIM_ASAN
  // Null: this stack is never returned to.
  __sanitizer_start_switch_fiber(nullptr, pool.slots_[0].stack_low, pool.slots_[0].stack_size);
#endif
  Jump(pool.slots_[0].context);
}

bool FiberPool::IsOnAStack(std::uint64_t word) const {
#ifdef SIM_ASAN
  // Local variables may lie on a fake stack, so that use after return is seen.
  if (__asan_addr_is_in_fake_stack(__asan_get_current_fake_stack(), reinterpret_cast<void*>(word),
                                   nullptr, nullptr) != nullptr) {
    return true;
  }
#endif
  return std::any_of(slots_.begin() + 1, slots_.end(), [word](const Slot& slot) {
    return slot.made && word - reinterpret_cast<std::uint64_t>(slot.stack_low) < slot.stack_size;
  });
}

void FiberPool::BeforeSwitch([[maybe_unused]] Slot& self, [[maybe_unused]] const Slot& next) {
#ifdef SIM_ASAN
  __sanitizer_start_switch_fiber(&self.fake_stack, next.stack_low, next.stack_size);
#endif
}

void FiberPool::AfterSwitch([[maybe_unused]] int slot) {
#ifdef SIM_ASAN
  const void* low = nullptr;
  std::size_t size = 0;
  __sanitizer_finish_switch_fiber(slots_[slot + 1].fake_stack, &low, &size);
  if (running_ == kRoot) {
    slots_[0].stack_low = low;
    slots_[0].stack_size = size;
  }
#endif
}

}  // namespace sim
