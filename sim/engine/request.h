// What a read was asked for: enough to say which other writes it could take, and what it would then
// write.
#ifndef SIM_ENGINE_REQUEST_H_
#define SIM_ENGINE_REQUEST_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "sim/engine/op.h"
#include "sim/memory/event.h"

namespace sim {

// As the engine passes it: it points into the fiber that asks.
struct ReadRequest {
  const Predicate* until = nullptr;          // await: only such values
  const Conditional* conditional = nullptr;  // writes only where it holds for (value, operand)
  const Modify* modify = nullptr;            // an update: what it writes
  Bits operand = 0;
  Bits desired = 0;  // what a conditional one writes
  Order order = {};  // as a read and, if it writes, as an update
  Order failure = {};
};

// A copy of its own, to be asked when the fiber has gone on.
class Request {
 public:
  static constexpr std::size_t kContext = 32;

  Request() = default;
  // Requires: CanCopy(from).
  explicit Request(const ReadRequest& from) : order_(from.order), failure_(from.failure) {
    if (from.until != nullptr) {
      classify_ = from.until->classify;
      by_class_ = from.until->by_class;
      std::memcpy(context_.data(), from.until->context, from.until->bytes);
    }
    if (from.modify != nullptr) result_ = from.modify->result;
    if (from.conditional != nullptr) {
      when_ = from.conditional->when;
      weak_ = from.conditional->weak;
    }
    operand_ = from.operand;
    desired_ = from.desired;
  }
  // Whether a copy stands alone: an await's predicate is trivially copyable, and not too large.
  static bool CanCopy(const ReadRequest& from) {
    return from.until == nullptr || (from.until->bytes > 0 && from.until->bytes <= kContext);
  }

  // Whether it may read `value`: an await waits for some values only.
  bool Allows(Bits value) const { return Class(value) >= 0; }
  // The class of a value that an await takes; 0 for all other reads; -1 if it may not be read.
  int Class(Bits value) const {
    return classify_ == nullptr ? 0 : classify_(context_.data(), value);
  }
  // Whether all that its program learns is the class.
  bool by_class() const { return by_class_; }
  bool is_await() const { return classify_ != nullptr; }
  // Whether it writes after reading `value` (a weak one may still not), and what.
  bool Writes(Bits value) const {
    return result_ != nullptr || (when_ != nullptr && when_(value, operand_));
  }
  Bits Result(Bits value) const { return result_ != nullptr ? result_(value, operand_) : desired_; }
  bool may_write() const { return result_ != nullptr || when_ != nullptr; }
  bool always_writes() const { return result_ != nullptr; }
  // Whether a weak one may fail although it could write.
  bool MayFail(Bits value) const { return weak_ && when_(value, operand_); }
  Order order(bool writes) const { return writes ? order_ : failure_; }

  friend bool operator==(const Request&, const Request&) = default;
  std::size_t Hash() const {
    std::uint64_t h = operand_ ^ desired_ << 32;
    for (const std::uint64_t word : context_) h = (h ^ word ^ h >> 29) * 0x9e3779b97f4a7c15u;
    return h;
  }

 private:
  int (*classify_)(const void* context, Bits value) = nullptr;
  std::array<std::uint64_t, kContext / sizeof(std::uint64_t)> context_{};
  Bits (*result_)(Bits old, Bits operand) = nullptr;
  bool (*when_)(Bits old, Bits operand) = nullptr;
  Bits operand_ = 0;
  Bits desired_ = 0;
  bool by_class_ = false;
  bool weak_ = false;
  Order order_;
  Order failure_;
};

}  // namespace sim

#endif  // SIM_ENGINE_REQUEST_H_
