// Capabilities: a fact that a device carries, found by a key without knowing who declared it.
#ifndef PROTOCOL_CAPABILITY_H_
#define PROTOCOL_CAPABILITY_H_

#include <memory>
#include <utility>

namespace protocol {

// The key of facts of type T. A key is one static object, and its identity is its address: two keys
// of one type and one name are still two keys.
template <class T>
class Key {
 public:
  explicit constexpr Key(const char* name) : name_(name) {}
  Key(const Key&) = delete;
  Key& operator=(const Key&) = delete;

  const char* name() const { return name_; }

 private:
  const char* name_;
};

// A value under a key. A device carries at most one. Copies share the value.
class Capability {
 public:
  template <class T>
  Capability(const Key<T>& key, T value)
      : key_(&key), value_(std::make_shared<const T>(std::move(value))) {}

  // The value, or null if it is under another key. It lives as long as this capability.
  template <class T>
  const T* Find(const Key<T>& key) const {
    return key_ == &key ? static_cast<const T*>(value_.get()) : nullptr;
  }

 private:
  const void* key_;
  std::shared_ptr<const void> value_;
};

}  // namespace protocol

#endif  // PROTOCOL_CAPABILITY_H_
