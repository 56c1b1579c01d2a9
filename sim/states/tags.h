// Tags of the parts of a state, by which its digest tells them apart.
#ifndef SIM_STATES_TAGS_H_
#define SIM_STATES_TAGS_H_

#include <cstddef>
#include <cstdint>

#include "sim/memory/event.h"
#include "sim/memory/race.h"

namespace sim {

inline std::uint64_t CellTag(LocationId location) { return std::uint64_t{1} << 60 | location; }
inline std::uint64_t WordTag(AreaId area, std::size_t word) {
  return std::uint64_t{2} << 60 | std::uint64_t{area} << 32 | word;
}
inline std::uint64_t FiberTag(int fiber) {
  return std::uint64_t{3} << 60 | static_cast<unsigned>(fiber);
}

// Who made it. Numbers are given in the order in which things are made, so where several fibers
// make some, two orders give one number to different things.
inline std::uint64_t MakerTag(std::uint64_t tag) { return std::uint64_t{1} << 63 | tag; }
inline std::uint64_t QueueTag(LocationId channel) { return std::uint64_t{5} << 60 | channel; }
inline constexpr std::uint64_t kFaultsTag = std::uint64_t{4} << 60;

// A part of an area that has a tag.
inline constexpr std::size_t kWord = sizeof(std::uint64_t);

}  // namespace sim

#endif  // SIM_STATES_TAGS_H_
