// What a fiber runs: a callable kept in place, so that starting a fiber costs no allocation.
#ifndef SIM_FIBER_CALLABLE_H_
#define SIM_FIBER_CALLABLE_H_

#include <cstddef>
#include <memory>
#include <new>
#include <span>
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
      destroy_ = nullptr;
      if constexpr (!std::is_trivially_destructible_v<Fn>) {
        destroy_ = [](void* p) { static_cast<Fn*>(p)->~Fn(); };
      }
      used_ = sizeof(Fn);
    } else {
      object_ = new Fn(std::forward<F>(f));
      destroy_ = [](void* p) { delete static_cast<Fn*>(p); };
      used_ = 0;
    }
    call_ = [](void* p) { (*static_cast<Fn*>(p))(); };
  }

  // What it consists of: put back over one that is empty, it holds the same again.
  std::span<std::byte> bytes() {
    auto* const first = reinterpret_cast<std::byte*>(this);
    return {first, static_cast<std::size_t>(buffer_ - first) + used_};
  }

  // Requires: Emplace was called since the last Reset.
  void operator()() { call_(object_); }

  void Reset() {
    void* const object = std::exchange(object_, nullptr);
    if (object != nullptr && destroy_ != nullptr) destroy_(object);
  }

 private:
  void* object_ = nullptr;
  void (*call_)(void*) = nullptr;
  void (*destroy_)(void*) = nullptr;  // null: nothing to do
  std::size_t used_ = 0;              // of the buffer
  alignas(std::max_align_t) std::byte buffer_[kInline];
};

}  // namespace sim

#endif  // SIM_FIBER_CALLABLE_H_
