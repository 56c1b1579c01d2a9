#include "sim/fiber/heap_watch.h"

#include <cstdlib>
#include <new>

#include "sim/fiber/sanitizers.h"

namespace {
thread_local constinit std::int64_t balance = 0;
}  // namespace

#if !defined(SIM_ASAN) && !defined(SIM_TSAN)

// The other forms of the standard library call these.
[[gnu::weak]] void* operator new(std::size_t bytes) {
  ++balance;
  for (;;) {
    if (void* const block = std::malloc(bytes > 0 ? bytes : 1); block != nullptr) return block;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

[[gnu::weak]] void operator delete(void* block) noexcept {
  if (block != nullptr) --balance;
  std::free(block);
}

[[gnu::weak]] void operator delete(void* block, std::size_t) noexcept { operator delete(block); }

[[gnu::weak]] void* operator new(std::size_t bytes, std::align_val_t alignment) {
  ++balance;
  const auto align = static_cast<std::size_t>(alignment);
  for (;;) {
    void* const block = std::aligned_alloc(align, (bytes + align - 1) / align * align);
    if (block != nullptr) return block;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

[[gnu::weak]] void operator delete(void* block, std::align_val_t) noexcept {
  if (block != nullptr) --balance;
  std::free(block);
}

[[gnu::weak]] void operator delete(void* block, std::size_t, std::align_val_t alignment) noexcept {
  operator delete(block, alignment);
}

#endif

namespace sim {

std::int64_t HeapBalance() { return balance; }

bool HeapIsWatched() {
  static const bool watched = [] {
    const std::int64_t before = balance;
    void* const block = ::operator new(1);
    const bool counted = balance == before + 1;
    ::operator delete(block);
    return counted && balance == before;
  }();
  return watched;
}

}  // namespace sim
