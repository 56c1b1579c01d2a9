// Plain data: real memory whose accesses are checked for races.
#ifndef SIM_API_PLAIN_H_
#define SIM_API_PLAIN_H_

#include <cstddef>
#include <cstring>
#include <memory>

#include "sim/api/bits.h"
#include "sim/engine/execution.h"

namespace sim {

// One variable. Reading and writing it is no scheduling point: a race is found from the order of
// the atomics around it, however the fibers happen to run.
template <class T>
class plain {
 public:
  explicit plain(T initial = T(), const char* name = nullptr)
      : value_(initial),
        engine_(&Execution::Require("sim::plain")),
        id_(engine_->NewArea(&value_, sizeof(T), {name, Printer()})) {}
  ~plain() { engine_->EndArea(id_); }
  plain(const plain&) = delete;
  plain& operator=(const plain&) = delete;

  T get(Site site = Site::current()) const {
    if (Foreign()) return T();
    if constexpr (Word<T>) {
      const Bits bits = ToBits(value_);
      engine_->PlainRead(id_, 0, sizeof(T), site, &bits);
    } else {
      engine_->PlainRead(id_, 0, sizeof(T), site);
    }
    return value_;
  }
  void set(T value, Site site = Site::current()) {
    if (Foreign()) return;
    if constexpr (Word<T>) {
      const Bits bits = ToBits(value);
      engine_->PlainWrite(id_, 0, sizeof(T), site, &bits);
    } else {
      engine_->PlainWrite(id_, 0, sizeof(T), site);
    }
    value_ = value;
  }

 private:
  static constexpr auto Printer() -> std::string (*)(Bits) {
    if constexpr (Word<T>) {
      return &PrintBits<T>;
    } else {
      return nullptr;
    }
  }

  bool Foreign() const {
    if (Execution::Current() == engine_) [[likely]]
      return false;
    engine_->ForeignThread("sim::plain");
    return true;
  }

  T value_;
  Execution* engine_;
  AreaId id_;
};

// An area of bytes; each call is one access, a whole memcpy too. Races are found byte by byte.
class bytes {
 public:
  // All zero at first.
  explicit bytes(std::size_t size, const char* name = nullptr)
      : memory_(std::make_unique<std::byte[]>(size)),
        size_(size),
        engine_(&Execution::Require("sim::bytes")),
        id_(engine_->NewArea(memory_.get(), size, {name, nullptr})) {}
  ~bytes() { engine_->EndArea(id_); }
  bytes(const bytes&) = delete;
  bytes& operator=(const bytes&) = delete;

  std::size_t size() const { return size_; }

  void read(std::size_t first, void* to, std::size_t count, Site site = Site::current()) const {
    if (!Within("read", first, count, site)) return;
    engine_->PlainRead(id_, first, count, site);
    std::memcpy(to, memory_.get() + first, count);
  }
  void write(std::size_t first, const void* from, std::size_t count, Site site = Site::current()) {
    if (!Within("written", first, count, site)) return;
    engine_->PlainWrite(id_, first, count, site);
    std::memcpy(memory_.get() + first, from, count);
  }
  // memcpy from another area, or from elsewhere in this one.
  void copy(std::size_t first, const bytes& from, std::size_t from_first, std::size_t count,
            Site site = Site::current()) {
    if (!from.Within("read", from_first, count, site) || !Within("written", first, count, site)) {
      return;
    }
    engine_->PlainRead(from.id_, from_first, count, site);
    engine_->PlainWrite(id_, first, count, site);
    std::memmove(memory_.get() + first, from.memory_.get() + from_first, count);
  }
  // The bytes as they are, as no access: for monitors.
  const std::byte* peek() const { return memory_.get(); }

 private:
  bool Within(const char* what, std::size_t first, std::size_t count, Site site) const {
    if (Execution::Current() != engine_) [[unlikely]] {
      engine_->ForeignThread("sim::bytes");
      return false;
    }
    if (first <= size_ && count <= size_ - first) [[likely]]
      return true;
    engine_->Fail(Verdict::kMisuse, "accesses stay within their area",
                  "bytes [" + std::to_string(first) + ".." + std::to_string(first + count) +
                      ") are " + what + " of an area of " + std::to_string(size_) + " bytes",
                  site);
    return false;
  }

  std::unique_ptr<std::byte[]> memory_;
  std::size_t size_;
  Execution* engine_;
  AreaId id_;
};

}  // namespace sim

#endif  // SIM_API_PLAIN_H_
