// The grid: G cores and their state words. Page p of a DRAM tensor belongs to core p (S) and starts
// at 7 p (S), p being the absolute core number (D: no other reading gives the page's figures).
//
// The page does not state the word's width. O: 64 bits, unsigned, arithmetic modulo 2^64; with
// WordBits::k32 modulo 2^32, as the card's cores are 32-bit (P). `wrapped` tells that it mattered.
//
// Only the words and what a handler does to them; who may run when is admission.h's and the ring's
// matter. One execution, one thread.

#ifndef GRID_MODEL_GRID_H_
#define GRID_MODEL_GRID_H_

#include <cstdint>
#include <vector>

#include "grid_model/group.h"

namespace grid_model {

enum class WordBits { k32 = 32, k64 = 64 };

// Where the state tensor lies, unless told otherwise (O).
inline constexpr uint64_t kStateAddress = 4096;

struct GridOptions {
  uint32_t cores = 119;
  WordBits word_bits = WordBits::k64;
  uint64_t state_address = kStateAddress;
};

class Grid {
 public:
  explicit Grid(const GridOptions& options);

  uint64_t cores() const { return words_.size(); }
  uint64_t state_address() const { return state_address_; }

  // REQUIRES (here and below): every core is below cores().
  uint64_t word(uint64_t core) const { return words_[core]; }
  const std::vector<uint64_t>& words() const { return words_; }

  // Replaces a core's start value; cut to the word's width.
  void set_word(uint64_t core, uint64_t value) { words_[core] = value & mask_; }

  // Core `core`'s part of a STEP: x[p] += round + p.
  void StepCore(uint64_t core, uint64_t round);
  void Step(const Group& group, uint64_t round);

  // What the leader returns for a SUM on `group`.
  uint64_t Sum(const Group& group);

  // A sum or a word has left the word's range since the grid was made. A diagnostic: nothing in the
  // model depends on it.
  bool wrapped() const { return wrapped_; }

  // A core taken down rejects every command on a group with it (reason 7).
  void TakeDown(uint64_t core) { down_[core] = true; }
  bool HasDownCore(const Group& group) const;

 private:
  uint64_t Add(uint64_t a, uint64_t b);

  uint64_t state_address_;
  uint64_t mask_;
  std::vector<uint64_t> words_;
  std::vector<bool> down_;
  bool wrapped_ = false;
};

}  // namespace grid_model

#endif  // GRID_MODEL_GRID_H_
