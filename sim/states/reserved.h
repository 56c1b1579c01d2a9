// Memory that can grow where it is.
#ifndef SIM_STATES_RESERVED_H_
#define SIM_STATES_RESERVED_H_

#include <cstddef>
#include <utility>

namespace sim {

// A range of addresses whose memory comes to be, zeroed, where it is first used. Behind the first
// bytes it comes in large pages, if the system has some: who looks all over a large table waits for
// translations of addresses as long as for memory. Thread safety: none.
class Reserved {
 public:
  Reserved() = default;
  // Large pages from this many bytes on. Throws std::bad_alloc if there are no addresses left.
  explicit Reserved(std::size_t large_from);
  ~Reserved();
  Reserved& operator=(Reserved&& other) noexcept {
    std::swap(begin_, other.begin_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }

  void* begin() const { return begin_; }
  // Throws std::bad_alloc if there are fewer bytes.
  void MakeRoom(std::size_t bytes) const;

 private:
  void* begin_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace sim

#endif  // SIM_STATES_RESERVED_H_
