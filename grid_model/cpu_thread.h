// The thread on the CPU: runs driver.c against a ring and keeps all it leaves behind, and the
// result words it was given on the way.

#ifndef GRID_MODEL_CPU_THREAD_H_
#define GRID_MODEL_CPU_THREAD_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "grid_model/backend.h"
#include "grid_model/kmx.h"

namespace grid_model {

using LoopWords = std::array<uint64_t, KMX_WORDS>;

// What the host sees when the thread has ended.
struct ThreadEnd {
  int code = KMX_CODE_BAD;
  std::array<uint64_t, KMX_RESULTS> results = {};  // rounds, last sum, trail
  std::vector<uint32_t> region;                    // region 0: the groups
  std::vector<uint64_t> progress;                  // every value the progress word took
  std::vector<uint64_t> sums;                      // each result word, as the thread received it
};

// Runs the thread to its end. `words` may be fewer than six. `ring` may be null (loaded without
// one). Region 0 has `region_length` words; kNoRegion loads the thread without it. The host's view
// of the region is a copy of its own: it changes by flush only.
inline constexpr uint64_t kNoRegion = UINT64_MAX;
ThreadEnd RunThread(std::span<const uint64_t> words, Ring* ring, uint64_t region_length);

}  // namespace grid_model

#endif  // GRID_MODEL_CPU_THREAD_H_
