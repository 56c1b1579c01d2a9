#include "tests/grid_model/oracle_table.h"

#include <cstdlib>
#include <utility>

namespace grid_model {
namespace {

constexpr uint64_t kEmptyTrail = 0xcbf29ce484222325;
constexpr uint64_t k2To63 = 1ull << 63;

// A row is two lines, or it is no table.
// clang-format off

// name, {cores, count, limit, max rounds, base},
// {code, rounds, last sum, first groups, trail, sums, state, sha256 of the state}, word bits, start

std::vector<OracleRow> CardSizes() {
  return {
      {"page, default", {119, 30, 1000000, 1000, 0},
       {0, 204, 1004917, {0, 22, 7, 22, 67, 52, 67, 22}, 0xbae75be742158a66,
        {}, {}, "314f0f7809edb4d4"}},
      {"page, cluster 1", {39, 30, 1000000, 1000, 0},
       {0, 239, 1001682, {0, 2, 7, 2, 7, 2, 7, 2}, 0xd3ab0826753fd680, {}, {}, "93cf4c6012eb240c"}},
      {"page, cluster 2", {39, 30, 1000000, 1000, 39},
       {0, 203, 1002219, {39, 48, 43, 48, 43, 48, 43, 48}, 0x389ce4da541a8629,
        {}, {}, "24af2ae7d7a82009"}},
      {"page, cluster 3", {39, 30, 1000000, 1000, 78},
       {0, 176, 1000611, {78, 84, 79, 84, 79, 84, 79, 84}, 0xce956b2e32770824,
        {}, {}, "c7bb322c64957eac"}},
      {"many groups, 119/31", {119, 31, 1000000, 1000, 0},
       {0, 196, 1001033, {0, 70, 8, 13, 26, 28, 34, 79}, 0xa4d2ac200780822d}},
      {"many groups, 119/29", {119, 29, 1000000, 1000, 0},
       {0, 203, 1000985, {0, 78, 74, 74, 12, 1, 64, 72}, 0x17d9e22c28e0eec7}},
      {"many groups, 120/31", {120, 31, 1000000, 1000, 0},
       {0, 195, 1001804, {0, 76, 79, 26, 71, 12, 45, 52}, 0x80b91dd3516238c8}},
      {"many groups, 39/29, base 39", {39, 29, 1000000, 1000, 39},
       {0, 209, 1004125, {39, 48, 45, 39, 42, 40, 42, 43}, 0x24e0ee3e46ce7ba3}},
      {"many groups, 39/17, base 39", {39, 17, 1000000, 1000, 39},
       {0, 287, 1001868, {39, 60, 54, 55, 44, 47, 49, 56}, 0x570c99a53c0997fb}},
      {"many groups, 39/29, base 78", {39, 29, 1000000, 1000, 78},
       {0, 180, 1005666, {78, 84, 80, 88, 82, 85, 83, 85}, 0xa330bc4eb7a457aa}},
      {"many groups, 7/3", {7, 3, 5000, 1000, 0},
       {0, 54, 5079, {0, 3, 1, 1, 4, 4, 2, 2}, 0x7d94be671ed3a886}},
      {"120 cores", {120, 30, 1000000, 1000, 0},
       {0, 200, 1007130, {0, 31, 0, 70, 86, 66, 22, 53}, 0x41ac12326738619e}},
      {"110 cores", {110, 30, 1000000, 1000, 0},
       {0, 201, 1002820, {0, 67, 61, 67, 40, 43, 4, 40}, 0x9be1723d39f2663e}},
      {"130 cores", {130, 30, 1000000, 1000, 0},
       {0, 197, 1006050, {0, 75, 93, 75, 52, 76, 42, 28}, 0x73b1082cedc62d30}},
      {"140 cores", {140, 30, 1000000, 1000, 0},
       {0, 190, 1007770, {0, 88, 4, 94, 28, 10, 37, 16}, 0x1a7cda4fb4f92da7}},
      {"29 cores, base 0", {29, 20, 100000, 1000, 0},
       {0, 88, 101362, {0, 2, 2, 2, 2, 2, 2, 2}, 0x4e8d8efdeeac4827}},
      {"29 cores, base 87", {29, 20, 100000, 1000, 87},
       {0, 34, 100003, {87, 90, 90, 90, 90, 90, 90, 90}, 0xb6a0d09b54363648}},
  };
}

std::vector<OracleRow> SmallSizesAndCounts() {
  return {
      {"hand size", {8, 3, 500, 100, 0},
       {0, 11, 502, {0, 4, 1, 4, 1, 4, 1, 4}, 0x9e736e49cf18d0c0,
        {202, 223, 238, 265, 286, 319, 346, 385, 418, 463, 502}, {1, 49, 62, 71, 78, 90, 102, 49}}},
      {"hand size, base 5", {8, 3, 500, 100, 5},
       {0, 2, 536, {5, 10}, 0x4daccd584f8724ca}},
      {"tiny (limit hit exactly)", {4, 2, 100, 50, 0},
       {0, 6, 100, {0, 0, 2, 1, 0, 2}, 0xea958fb61f2ca1b4,
        {45, 50, 61, 72, 83, 100}, {8, 23, 33, 36}}},
      {"tiny, limit+1", {4, 2, 101, 50, 0},
       {0, 7, 117, {0, 0, 2, 1, 0, 2, 1}, 0xef3a4144b7818385}},
      {"tiny, base 1", {4, 2, 100, 50, 1},
       {0, 4, 104, {1, 1, 2, 1}, 0xcc606f9b68615c86}},
      {"two cores", {2, 1, 60, 50, 0},
       {0, 10, 66, {0, 0, 0, 1, 0, 1, 0, 1}, 0x76f97db4e7635c05, {}, {27, 39}}},
      {"one core", {1, 1, 30, 50, 0},
       {0, 8, 36, {0, 0, 0, 0, 0, 0, 0, 0}, 0x0c8210784d8af5a5, {}, {36}}},
      {"one core, base 3 (limit hit exactly)", {1, 1, 30, 50, 3},
       {0, 2, 30, {3, 3}, 0x27c81332dcd3c755}},
      {"count = cores", {8, 8, 2000, 100, 0},
       {0, 18, 2068, {0, 0, 0, 0, 0, 0, 0, 0}, 0x3ecb33e15783bec5}},
      {"count = cores, base 39", {39, 39, 1000000, 1000, 39},
       {0, 174, 1003197, {39, 39, 39, 39, 39, 39, 39, 39}, 0x4dcdd6a7ea25b3f5}},
      {"count = cores-1", {8, 7, 2000, 100, 0},
       {0, 20, 2149, {0, 0, 1, 0, 1, 0, 1, 0}, 0x3b5795f5c093c6c4}},
      {"count 1", {119, 1, 1000000, 2000, 0},
       {0, 1321, 1000185, {0, 1, 4, 11, 26, 57, 1, 9}, 0x5408d6ffa49743a4}},
      {"count 1 small", {8, 1, 1000, 100, 0},
       {0, 37, 1025, {0, 5, 4, 3, 2, 1, 0, 7}, 0x3eb16905954c17f5}},
  };
}

std::vector<OracleRow> Limits() {
  return {
      {"limit 0", {119, 30, 0, 1000, 0},
       {0, 1, 49612, {0}, 0x4d25767f9dce13f5}},
      {"limit = round-1 sum", {119, 30, 49612, 1000, 0},
       {0, 1, 49612, {0}, 0x4d25767f9dce13f5}},
      {"limit = round-1 sum + 1", {119, 30, 49613, 1000, 0},
       {0, 2, 50767, {0, 22}, 0x6927df9c1852f793}},
      {"limit = last sum", {119, 30, 1004917, 1000, 0},
       {0, 204, 1004917, {0, 22, 7, 22, 67, 52, 67, 22}, 0xbae75be742158a66}},
      {"limit = last sum + 1", {119, 30, 1004918, 1000, 0},
       {0, 205, 1013512, {0, 22, 7, 22, 67, 52, 67, 22}, 0xe83bfa8a474f6af5}},
      {"max_rounds 203: one short", {119, 30, 1000000, 203, 0},
       {2, 203, 996802, {0, 22, 7, 22, 67, 52, 67, 22}, 0x75008854982caf32}},
      {"max_rounds 204: just enough", {119, 30, 1000000, 204, 0},
       {0, 204, 1004917, {0, 22, 7, 22, 67, 52, 67, 22}, 0xbae75be742158a66}},
      {"max_rounds 1", {119, 30, 1000000, 1, 0},
       {2, 1, 49612, {0}, 0x4d25767f9dce13f5}},
      {"max_rounds 0", {119, 30, 1000000, 0, 0},
       {2, 0, 0, {}, 0xcbf29ce484222325}},
      {"limit 2^31", {119, 30, 2147483648, 20000, 0},
       {0, 11911, 2147601262, {0, 22, 7, 22, 67, 52, 67, 22}, 0xfecbb4fc10a260f6}},
      {"limit 2^32", {119, 30, 4294967296u, 20000, 0},
       {0, 16867, 4295060842, {0, 22, 7, 22, 67, 52, 67, 22}, 0xed4afe2322f8abf6}},
      {"limit 2^63-1", {119, 30, 9223372036854775807u, 1000, 0},
       {2, 1000, 16680937, {0, 22, 7, 22, 67, 52, 67, 22}, 0x4c49622e273d84e2}},
  };
}

// Result words 0, 0 and the empty trail, no command.
std::vector<OracleRow> BadWords() {
  return {
      {"count above cores", {119, 120, 1000000, 1000, 0}, {1, 0, 0, {}, kEmptyTrail}},
      {"count 0", {119, 0, 1000000, 1000, 0}, {1, 0, 0, {}, kEmptyTrail}},
      {"cores 0", {0, 30, 1000000, 1000, 0}, {1, 0, 0, {}, kEmptyTrail}},
      {"cores and count 0", {0, 0, 1000000, 1000, 0}, {1, 0, 0, {}, kEmptyTrail}},
      {"base + cores overflows", {119, 30, 1000000, 1000, 0ull - 10}, {1, 0, 0, {}, kEmptyTrail}},
  };
}

std::vector<OracleRow> SignsAndWidths() {
  return {
      // Read as signed, the limit would end round 1 with 49612.
      {"limit -5", {119, 30, 0ull - 5, 1000, 0},
       {2, 1000, 16680937, {0, 22, 7, 22, 67, 52, 67, 22}}},
      {"64-bit words, limit 2^32-1", {119, 30, 4294967295u, 20000, 0},
       {0, 16867, 4295060842, {0, 22, 7, 22, 67, 52, 67, 22}}},
      {"32-bit words, limit 2^32-1", {119, 30, 4294967295u, 20000, 0},
       {2, 20000, 1739096001, {0, 22, 7, 22, 67, 52, 67, 22}}, 32},
      {"32-bit words, limit 4e9", {119, 30, 4000000000u, 20000, 0},
       {0, 16276, 4000279837, {0, 22, 7, 22, 67, 52, 67, 22}}, 32},
      // Read as signed, the sums below are negative: the first row would end with code 2, the
      // second run 50 rounds to 4249. Its sum by hand: 2^64 - 300, 196 of the others, 6 of round 1.
      {"core 0 starts at 2^63 - 301", {8, 3, k2To63 - 1, 5, 0},
       {0, 5, 9223372036854775814u, {0, 5, 5, 2, 5}}, 64, {{0, k2To63 - 301}}},
      {"core 0 starts at 2^64 - 300", {8, 3, 1000000, 50, 0},
       {0, 1, 0ull - 98, {0}}, 64, {{0, 0ull - 300}}},
      // By hand: round 1 leaves 2^64 - 300 and 7, the sum 2^64 - 293 is odd, so core 1 is next, and
      // round 2 adds 2 + 1 to it. As signed numbers -293 % 2 is -1, which is no core at all.
      {"remainder of a sum above 2^63", {2, 1, 0ull - 1, 2, 0},
       {2, 2, 0ull - 290, {0, 1}, {}, {0ull - 293, 0ull - 290}, {0ull - 300, 10}}, 64,
       {{0, 0ull - 301}}},
  };
}

// clang-format on

}  // namespace

std::vector<OracleRow> OracleTable() {
  std::vector<OracleRow> table;
  for (std::vector<OracleRow>& part :
       std::vector{CardSizes(), SmallSizesAndCounts(), Limits(), BadWords(), SignsAndWidths()}) {
    for (OracleRow& row : part) table.push_back(std::move(row));
  }
  return table;
}

OracleRow OracleRowNamed(const std::string& name) {
  for (OracleRow& row : OracleTable()) {
    if (row.name == name) return row;
  }
  std::abort();
}

}  // namespace grid_model
