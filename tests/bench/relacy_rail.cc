#include "tests/bench/relacy_rail.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>

#include "tests/bench/rail.h"
// Last: it redefines words of the language as macros.
#include <relacy/relacy.hpp>

namespace {

constexpr std::int64_t kCounts = 4;

struct Count {
  rl::atomic<long long> value{0};
  void await_at_least(std::int64_t c) {
    while (value.load(rl::mo_acquire, $) < c) rl::yield(1, $);
  }
  void publish(std::int64_t c) { value.store(c, rl::mo_release, $); }
};

struct Page {
  rl::var<long long> value{0};
  std::int64_t get() { return value($); }
  void set(std::int64_t v) { value($) = v; }
};

struct Program : rl::test_suite<Program, 3> {
  bench::Rail<Count, Page> rail;
  void thread(unsigned index) {
    if (index == 0) rail.Sender(kCounts);
    if (index == 1) rail.Carry(kCounts);
    if (index == 2) RL_ASSERT(rail.Receiver(kCounts));
  }
};

}  // namespace

namespace bench {

bool RunRelacy(std::uint64_t executions) {
  std::ofstream nowhere("/dev/null");
  rl::test_params params;
  params.search_type = rl::sched_random;
  params.iteration_count = static_cast<rl::iteration_t>(executions);
  params.output_stream = &nowhere;
  params.progress_stream = &nowhere;
  return rl::simulate<Program>(params);
}

}  // namespace bench
