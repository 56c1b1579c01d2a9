#include "sim/states/places.h"

#include <cstdint>
#include <cstring>

namespace sim::states {
namespace {

// Whether the address lies in the piece.
bool In(const void* address, const std::byte* begin, std::size_t bytes) {
  return reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(begin) <
         bytes;
}

// Moves pointers into a fiber's stack or body to the copy of it.
class Mover {
 public:
  Mover(const Place& place, std::size_t body_bytes) : place_(place), body_bytes_(body_bytes) {}

  template <class T>
  void Move(const T*& pointer) const {
    const auto* const at = reinterpret_cast<const std::byte*>(pointer);
    const std::byte* const copy = place_.bytes.data();
    if (In(at, place_.stack, place_.stack_bytes)) {
      pointer = reinterpret_cast<const T*>(copy + (at - place_.stack));
    } else if (In(at, place_.body, body_bytes_)) {
      pointer = reinterpret_cast<const T*>(copy + place_.stack_bytes + (at - place_.body));
    }
  }
  // Whether what a predicate asks is itself, and does not lie where others come to lie.
  bool StandsAlone(const Predicate& until) const {
    if (until.context == nullptr) return true;
    if (until.bytes == 0) return false;
    for (std::size_t at = 0; at + sizeof(void*) <= until.bytes; at += sizeof(void*)) {
      const void* word;
      std::memcpy(&word, static_cast<const std::byte*>(until.context) + at, sizeof word);
      if (In(word, place_.stack, place_.stack_bytes) || In(word, place_.body, body_bytes_)) {
        return false;
      }
    }
    return true;
  }

 private:
  const Place& place_;
  const std::size_t body_bytes_;
};

}  // namespace

void Place::PutBack() const {
  std::memcpy(stack, bytes.data(), stack_bytes);
  std::memcpy(body, bytes.data() + stack_bytes, bytes.size() - stack_bytes);
}

bool Place::IsOnStack() const {
  return std::memcmp(stack, bytes.data(), stack_bytes) == 0 &&
         std::memcmp(body, bytes.data() + stack_bytes, bytes.size() - stack_bytes) == 0;
}

// It counts only once `used_` does.
Place* Places::New(std::size_t bytes) {
  if (bytes_ + bytes + sizeof(Place) > kMostBytes) return nullptr;
  if (used_ == places_.size()) places_.emplace_back();
  Place& place = places_[used_];
  place.ways.clear();
  place.last = nullptr;
  return &place;
}

Place* Places::Add(const Fiber& fiber, const FiberPool::Suspended& stack,
                   std::span<std::byte> body) {
  const std::size_t bytes = stack.bytes + body.size();
  Place* const place = New(bytes);
  if (place == nullptr) return nullptr;
  place->context = stack.context;
  place->stack = stack.low;
  place->stack_bytes = stack.bytes;
  place->body = body.data();
  place->bytes.resize(bytes);
  std::memcpy(place->bytes.data(), stack.low, stack.bytes);
  std::memcpy(place->bytes.data() + stack.bytes, body.data(), body.size());
  place->fiber = fiber;
  const Mover mover(*place, body.size());
  Action& next = place->fiber.next;
  if (!mover.StandsAlone(next.until)) return nullptr;
  mover.Move(next.modify);
  mover.Move(next.conditional);
  const auto* context = static_cast<const std::byte*>(next.until.context);
  mover.Move(context);
  next.until.context = context;
  bytes_ += bytes + sizeof(Place);
  ++used_;
  return place;
}

Place* Places::AddEnd(const Fiber& fiber, const Place& last) {
  Place* const place = New(0);
  if (place == nullptr) return nullptr;
  place->fiber = fiber;
  place->last = &last;
  bytes_ += sizeof(Place);
  ++used_;
  return place;
}

}  // namespace sim::states
