// Which sanitizer this is built with: they must be told of each switch of stacks.
#ifndef SIM_FIBER_SANITIZERS_H_
#define SIM_FIBER_SANITIZERS_H_

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

#ifdef SIM_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace sim {

#if defined(SIM_ASAN) || defined(SIM_TSAN)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

// Tells ThreadSanitizer that `fiber` runs from here on. Inlined: where a function is entered as one
// fiber and left as another, the first keeps a frame for ever and the second loses one.
[[gnu::always_inline]] inline void TellTsan([[maybe_unused]] void* fiber) {
#ifdef SIM_TSAN
  __tsan_switch_to_fiber(fiber, 0);
#endif
}

}  // namespace sim

#endif  // SIM_FIBER_SANITIZERS_H_
