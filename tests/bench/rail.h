// The rail of the benchmarks: sender, rail and receiver with one transfer per run and a fourth
// count, `taken`, that orders reuse; written once over a checker's types.
#ifndef TESTS_BENCH_RAIL_H_
#define TESTS_BENCH_RAIL_H_

#include <cstdint>

namespace bench {

// What a checker offers to the program: Count (await_at_least, publish), Page (get, set).
// The copy that count c uses of a landing area with two copies.
inline int CopyOf(std::int64_t c) { return static_cast<int>((c - 1) % 2); }

template <class Count, class Page>
struct Rail {
  Count ready, sent, arrived, taken;
  Page outbound[2], inbound[2];

  void Sender(std::int64_t counts) {
    for (std::int64_t c = 1; c <= counts; ++c) {
      if (c > 2) {
        sent.await_at_least(c - 2);
        taken.await_at_least(c - 2);
      }
      outbound[CopyOf(c)].set(100 + c);
      ready.publish(c);
    }
  }
  void Carry(std::int64_t counts) {
    for (std::int64_t c = 1; c <= counts; ++c) {
      ready.await_at_least(c);
      inbound[CopyOf(c)].set(outbound[CopyOf(c)].get());
      arrived.publish(c);
      sent.publish(c);
    }
  }
  // False if a page was not what was sent.
  bool Receiver(std::int64_t counts) {
    for (std::int64_t c = 1; c <= counts; ++c) {
      arrived.await_at_least(c);
      if (inbound[CopyOf(c)].get() != 100 + c) return false;
      taken.publish(c);
    }
    return true;
  }
};

}  // namespace bench

#endif  // TESTS_BENCH_RAIL_H_
