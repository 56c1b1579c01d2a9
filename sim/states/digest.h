// 128 bits that stand for a value, made so that parts can be taken out and put in.
#ifndef SIM_STATES_DIGEST_H_
#define SIM_STATES_DIGEST_H_

#include <compare>
#include <cstddef>
#include <cstdint>

namespace sim {

// The digest of a state is the exclusive or of those of its parts, each with a tag of its own
// (Zobrist, 1970). Two different states have the same one with a chance of about 2^-128, if the
// mixing is as good as chance.
struct Digest128 {
  std::uint64_t a = 0;
  std::uint64_t b = 0;

  Digest128& operator^=(const Digest128& other) {
    a ^= other.a;
    b ^= other.b;
    return *this;
  }
  friend auto operator<=>(const Digest128&, const Digest128&) = default;
};

// For hash tables: a digest is spread already.
struct DigestHash {
  std::size_t operator()(const Digest128& digest) const {
    return static_cast<std::size_t>(digest.a);
  }
};

__extension__ using Wide = unsigned __int128;

// Multiply and fold (as wyhash does).
inline std::uint64_t Fold(std::uint64_t x, std::uint64_t y) {
  const Wide product = static_cast<Wide>(x) * y;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// A part with a tag.
inline Digest128 DigestOf(std::uint64_t tag, std::uint64_t value) {
  const std::uint64_t t = tag * 0x9e3779b97f4a7c15u;
  return {Fold(value ^ t ^ 0xa0761d6478bd642fu, t ^ 0xe7037ed1a0b428dbu),
          Fold(value ^ t ^ 0x8ebc6af09c88c6e3u, t ^ 0x589965cc75374cc3u)};
}

// What came before, and then `value`.
inline Digest128 Then(const Digest128& before, std::uint64_t value) {
  return {Fold(before.a ^ value ^ 0x2d358dccaa6c78a5u, before.b ^ 0x8bb84b93962eacc9u),
          Fold(before.b ^ value ^ 0x4b33a62ed433d4a3u, before.a ^ 0x4d5a2da51de1aa47u)};
}

}  // namespace sim

#endif  // SIM_STATES_DIGEST_H_
