#include "protocol/std_policy.h"

#include <sys/mman.h>

#include <cassert>
#include <cstring>
#include <new>

namespace protocol {

StdPolicy::area::area(size_t size, const char* /*name*/) : size_(size) {
  if (size == 0) return;
  void* const pages =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  data_ = static_cast<std::byte*>(pages);
}

StdPolicy::area::~area() {
  if (data_ != nullptr) munmap(data_, size_);
}

const std::byte* StdPolicy::area::At(size_t offset, [[maybe_unused]] size_t bytes) const {
  assert(offset <= size_ && bytes <= size_ - offset);
  return data_ + offset;
}

void StdPolicy::area::write(size_t offset, const void* from, size_t bytes) {
  std::memcpy(const_cast<std::byte*>(At(offset, bytes)), from, bytes);
}

void StdPolicy::area::read(size_t offset, void* into, size_t bytes) const {
  std::memcpy(into, At(offset, bytes), bytes);
}

void StdPolicy::Copy(area& to, size_t to_offset, const area& from, size_t from_offset,
                     size_t bytes) {
  to.write(to_offset, from.At(from_offset, bytes), bytes);
}

void StdPolicy::doorbell::ring() {
  // Told under the lock: the waiter may destroy the bell as soon as it has it.
  const std::lock_guard lock(mutex_);
  set_ = true;
  rung_.notify_one();
}

void StdPolicy::doorbell::wait() {
  std::unique_lock lock(mutex_);
  rung_.wait(lock, [this] { return set_; });
  set_ = false;
}

}  // namespace protocol
