// The policy: everything shared that the reference rail uses.
//
// The rail, and every test body that is to run both on threads and under the checker, is written
// over a type P that fulfils Policy<P>. StdPolicy (protocol/std_policy.h) gives it real threads; a
// checker's policy gives it fibers and a memory whose every outcome is tried.
//
// Everything shared has a name, a string that outlives it: a report speaks of "A.ready".
#ifndef PROTOCOL_POLICY_H_
#define PROTOCOL_POLICY_H_

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace protocol {

// P::atomic<T>      For uint64_t and bool: as std::atomic<T>, with the operations below.
//                   atomic(T initial, const char* name).
// P::FetchMax       "Grow to": one atomic step that makes the word at least v, and returns what it
//                   was. `order` is the order of the write. Where the word was at least v already,
//                   nothing is written and nothing is ordered: a policy that made it a release
//                   write there would hide a missing order.
// P::Await          Loads with `order` until the predicate holds for what was loaded, and returns
//                   that. Only the last load counts; a checker blocks instead of polling.
// P::AwaitCount     Await until the count has reached c, and no more is told of what was loaded
// than
//                   whether it was a count: false if it was kFailed. A checker need not try the
//                   counts beyond c.
// P::area           A landing area: `size` bytes, at first 0, that are plain data: accesses that
//                   are not ordered and of which one writes are a race. Each write, read and Copy
//                   is one access to its whole range, which must lie in the area.
//                   area(size_t size, const char* name); size may be 0.
// P::Copy           Moves bytes from one area to another as memcpy does.
// P::doorbell       An event flag. ring() sets it. wait() blocks until it is set, clears it, and
//                   happens after each ring() since the last wait(). wait() returns for rings only.
//                   doorbell(const char* name).
// P::mutex          lock() and unlock(), as std::mutex. mutex(const char* name).
// P::Choose(n)      A number below n where each is right. 0 is always a right answer; a checker
//                   tries all.
// P::thread         thread(const char* name, f) runs f() beside its creator; its destructor joins.
template <class P>
concept Policy = requires(typename P::template atomic<uint64_t>& word, typename P::area& area,
                          const typename P::area& source, typename P::doorbell& bell,
                          typename P::mutex& mutex, uint64_t value, std::memory_order order,
                          size_t offset, const void* from, void* into, bool (*holds)(uint64_t)) {
  requires std::constructible_from < typename P::template atomic<uint64_t>, uint64_t,
  const char* > ;
  requires std::constructible_from < typename P::template atomic<bool>,
  bool, const char* > ;
  { word.load(order) } -> std::same_as<uint64_t>;
  word.store(value, order);
  { word.exchange(value, order) } -> std::same_as<uint64_t>;
  { word.compare_exchange_weak(value, value, order, order) } -> std::same_as<bool>;
  { word.compare_exchange_strong(value, value, order, order) } -> std::same_as<bool>;
  { P::FetchMax(word, value, order) } -> std::same_as<uint64_t>;
  { P::Await(word, holds, order) } -> std::same_as<uint64_t>;
  { P::AwaitCount(word, value, order) } -> std::same_as<bool>;

  requires std::constructible_from<typename P::area, size_t, const char*>;
  { source.size() } -> std::convertible_to<size_t>;
  area.write(offset, from, size_t{1});
  source.read(offset, into, size_t{1});
  P::Copy(area, offset, source, offset, size_t{1});

  requires std::constructible_from<typename P::doorbell, const char*>;
  bell.ring();
  bell.wait();

  requires std::constructible_from<typename P::mutex, const char*>;
  mutex.lock();
  mutex.unlock();

  requires std::constructible_from<typename P::thread, const char*, void (*)()>;
  { P::Choose(uint32_t{2}) } -> std::same_as<uint32_t>;
};

}  // namespace protocol

#endif  // PROTOCOL_POLICY_H_
