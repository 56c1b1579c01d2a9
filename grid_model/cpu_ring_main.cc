// The page's cpu_ring: the thread on the CPU against the fake kernel, one loop, printed line by
// line (page_lines.h).
//
//   cpu_ring STATE CORES COUNT LIMIT MAX_ROUNDS BASE [GRID_CORES]
//   cpu_ring 4096 119 30 1000000 1000 0
//
// The words are the thread's own, bad ones too: what it makes of them is its code. The grid has
// GRID_CORES cores, 128 without it, and its state tensor at STATE. Exit status: the thread's code;
// 64 if the arguments are not six or seven whole numbers, the grid of at most 65536 cores, or the
// rounds more than 1,000,000.

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

#include "grid_model/admission.h"
#include "grid_model/cpu_ring.h"
#include "grid_model/cpu_thread.h"
#include "grid_model/grid.h"
#include "grid_model/page_lines.h"

namespace {

constexpr uint64_t kMostCores = 65536;
constexpr uint64_t kMostRounds = 1'000'000;

bool ReadNumber(std::string_view text, uint64_t& number) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end;
}

int Usage() {
  std::fputs(
      "cpu_ring: needs six or seven whole numbers: STATE CORES COUNT LIMIT MAX_ROUNDS BASE "
      "[GRID_CORES], at most 1000000 rounds and 65536 grid cores\n",
      stderr);
  return 64;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<uint64_t> numbers(argc - 1);
  if (numbers.size() < KMX_WORDS || numbers.size() > KMX_WORDS + 1) return Usage();
  for (int i = 1; i < argc; ++i) {
    if (!ReadNumber(argv[i], numbers[i - 1])) return Usage();
  }
  const uint64_t grid_cores = numbers.size() > KMX_WORDS ? numbers.back() : 128;
  numbers.resize(KMX_WORDS);
  if (grid_cores > kMostCores || numbers[KMX_WORD_MAX_ROUNDS] > kMostRounds) return Usage();

  grid_model::Grid grid({.cores = static_cast<uint32_t>(grid_cores),
                         .word_bits = grid_model::WordBits::k64,
                         .state_address = numbers[KMX_WORD_STATE]});
  grid_model::InFlight in_flight;
  grid_model::CpuRing ring(&grid, &in_flight);
  const grid_model::ThreadEnd end =
      grid_model::RunThread(numbers, &ring, numbers[KMX_WORD_MAX_ROUNDS]);
  std::fputs(grid_model::PageLines(ring.log(), end).c_str(), stdout);
  return end.code;
}
