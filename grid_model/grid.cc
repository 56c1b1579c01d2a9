#include "grid_model/grid.h"

namespace grid_model {

Grid::Grid(const GridOptions& options)
    : state_address_(options.state_address),
      mask_(options.word_bits == WordBits::k32 ? UINT32_MAX : UINT64_MAX),
      words_(options.cores),
      down_(options.cores) {
  for (uint64_t core = 0; core < words_.size(); ++core) set_word(core, 7 * core);
}

uint64_t Grid::Add(uint64_t a, uint64_t b) {
  uint64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum) || sum > mask_) wrapped_ = true;
  return sum & mask_;
}

void Grid::StepCore(uint64_t core, uint64_t round) {
  words_[core] = Add(words_[core], Add(round, core));
}

void Grid::Step(const Group& group, uint64_t round) {
  for (uint64_t core = group.first; core < group.end(); ++core) StepCore(core, round);
}

uint64_t Grid::Sum(const Group& group) {
  uint64_t total = 0;
  for (uint64_t core = group.first; core < group.end(); ++core) total = Add(total, words_[core]);
  return total;
}

bool Grid::HasDownCore(const Group& group) const {
  for (uint64_t core = group.first; core < group.end(); ++core) {
    if (down_[core]) return true;
  }
  return false;
}

}  // namespace grid_model
