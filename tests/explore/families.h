// The growing families of programs that model checkers of this field are compared by.
#ifndef TESTS_EXPLORE_FAMILIES_H_
#define TESTS_EXPLORE_FAMILIES_H_

#include <cstdint>
#include <deque>
#include <functional>

#include "sim/sim.h"

namespace families {

using Word = sim::atomic<std::int64_t>;

// N fibers around a ring: each stores to its own word and loads the next one's.
std::function<void()> Sb(int n);
// N fibers add one to the same word.
std::function<void()> Ainc(int n);
// N fibers store to the same word.
std::function<void()> Writers(int n);
// One fiber stores, N load.
std::function<void()> Readers(int n);
// Two fibers, N times: add the other's word to one's own.
std::function<void()> Fib(int n);
// N fibers copy the word before theirs plus one; one looks for the last zero from the end.
std::function<void()> Lastzero(int n);
// N pairs of fibers pass a message each.
std::function<void()> Mpn(int n);
// Fiber i of N: compare_exchange from i - 1 to i.
std::function<void()> Casrot(int n);
// N fibers, one compare_exchange each from 0.
std::function<void()> Cas(int n);
// N fibers add one to a plain variable under a lock.
std::function<void()> Lockinc(int n);
// Sender, rail and receiver, N transfers, the caller's order by a fourth count; stores.
std::function<void()> Rail0(int n);
// The same with a fiber that fails every count; counts advance by fetch_max.
std::function<void()> Rail1(int n);
// N fibers add their numbers to the same word, which is 1 at first; it is wrong if the second one
// sees `sum`. Two marks.
std::function<void()> Additions(int n, int sum);

}  // namespace families

#endif  // TESTS_EXPLORE_FAMILIES_H_
