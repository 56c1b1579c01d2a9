#include "sim/states/reserved.h"

#include <sys/mman.h>

#include <cstddef>
#include <new>

#include "sim/fiber/sanitizers.h"

namespace sim {
namespace {

// Sanitizers keep books of all that is mapped.
constexpr std::size_t kMost = std::size_t{1} << (kSanitized ? 30 : 38);
constexpr std::size_t kLeast = std::size_t{1} << 26;

}  // namespace

// As much as may be had: address space can be limited.
Reserved::Reserved(std::size_t large_from) {
  for (bytes_ = kMost; bytes_ >= kLeast; bytes_ /= 2) {
    begin_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (begin_ != MAP_FAILED) break;
    begin_ = nullptr;
  }
  if (begin_ == nullptr) throw std::bad_alloc();
  // It is advice: without large pages all is as before.
  static_cast<void>(
      madvise(static_cast<std::byte*>(begin_) + large_from, bytes_ - large_from, MADV_HUGEPAGE));
}

Reserved::~Reserved() {
  if (begin_ != nullptr) munmap(begin_, bytes_);
}

void Reserved::MakeRoom(std::size_t bytes) const {
  if (bytes > bytes_) throw std::bad_alloc();
}

}  // namespace sim
