// The one source of randomness: a fixed generator, the same on every machine and in every version.
#ifndef SIM_EXPLORE_PRNG_H_
#define SIM_EXPLORE_PRNG_H_

#include <cstdint>

namespace sim {

// splitmix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", 2014), and a
// draw below a bound by multiplication (Lemire 2019, without the rejection: the bias is below
// 2^-16 for the bounds here, and a draw costs one step always).
class Prng {
 public:
  explicit Prng(std::uint64_t seed) : state_(seed) {}

  std::uint64_t Next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // A number below `bound`; bound at least 1.
  std::uint32_t Below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((Next() >> 32) * bound) >> 32);
  }

 private:
  std::uint64_t state_;
};

}  // namespace sim

#endif  // SIM_EXPLORE_PRNG_H_
