// The replay oracles, in one table: what a loop must do, from two replays that were written apart
// from this repository, and the page's own figures among them.

#ifndef TESTS_GRID_MODEL_ORACLE_TABLE_H_
#define TESTS_GRID_MODEL_ORACLE_TABLE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grid_model/replay.h"

namespace grid_model {

struct OracleRow {
  struct Loop {
    uint64_t cores, count, limit, max_rounds, base;
  };
  struct Expected {
    int code;
    uint64_t rounds, sum;
    std::vector<uint64_t> groups;        // the first eight
    std::optional<uint64_t> trail = {};  // where the oracles give it, here and below
    std::vector<uint64_t> sums = {};     // of every round
    std::vector<uint64_t> state = {};    // x of the loop's cores at the end
    std::string state_sha256 = "";       // of it as 64-bit little-endian words, first 16 digits
  };
  std::string name;
  Loop loop;
  Expected expected;
  int word_bits = 64;
  std::map<uint64_t, uint64_t> start = {};  // start values other than 7 p

  ReplayLoop replay_loop() const {
    return {.cores = loop.cores,
            .count = loop.count,
            .limit = loop.limit,
            .max_rounds = loop.max_rounds,
            .base = loop.base,
            .word_bits = word_bits,
            .start = start};
  }
};

std::vector<OracleRow> OracleTable();

// The row of that name; it must be there.
OracleRow OracleRowNamed(const std::string& name);

}  // namespace grid_model

#endif  // TESTS_GRID_MODEL_ORACLE_TABLE_H_
