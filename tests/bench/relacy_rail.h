// The rail under relacy's random scheduler.
#ifndef TESTS_BENCH_RELACY_RAIL_H_
#define TESTS_BENCH_RELACY_RAIL_H_

#include <cstdint>

namespace bench {

// Runs so many executions with four counts; false if relacy found something.
bool RunRelacy(std::uint64_t executions);

}  // namespace bench

#endif  // TESTS_BENCH_RELACY_RAIL_H_
