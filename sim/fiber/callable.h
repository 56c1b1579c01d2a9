// What a fiber runs: a callable kept in place, so that starting a fiber costs no allocation.
#ifndef SIM_FIBER_CALLABLE_H_
#define SIM_FIBER_CALLABLE_H_

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace sim {

// A move-in-once `void()` of any callable type. Callables up to kInline bytes live inside, larger
// ones on the heap. Not thread safe; neither copied nor moved, since fibers stay where they are.
class Callable {
 public:
  static constexpr std::size_t kInline = 192;

  Callable() = default;
  Callable(const Callable&) = delete;
  Callable& operator=(const Callable&) = delete;
  ~Callable() { Reset(); }

  template <class F>
  void Emplace(F&& f) {
    using Fn = std::decay_t<F>;
    Reset();
    if constexpr (sizeof(Fn) <= kInline && alignof(Fn) <= alignof(std::max_align_t)) {
      object_ = ::new (static_cast<void*>(buffer_)) Fn(std::forward<F>(f));
      destroy_ = [](void* p) { static_cast<Fn*>(p)->~Fn(); };
    } else {
      object_ = new Fn(std::forward<F>(f));
      destroy_ = [](void* p) { delete static_cast<Fn*>(p); };
    }
    call_ = [](void* p) { (*static_cast<Fn*>(p))(); };
  }

  // Requires: Emplace was called since the last Reset.
  void operator()() { call_(object_); }

  void Reset() {
    if (object_ != nullptr) destroy_(std::exchange(object_, nullptr));
  }

 private:
  alignas(std::max_align_t) std::byte buffer_[kInline];
  void* object_ = nullptr;
  void (*call_)(void*) = nullptr;
  void (*destroy_)(void*) = nullptr;
};

}  // namespace sim

#endif  // SIM_FIBER_CALLABLE_H_
