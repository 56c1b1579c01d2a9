#include "tests/explore/random_program.h"

#include <cstddef>
#include <optional>

#include "sim/explore/prng.h"

namespace random_program {
namespace {

using sim::atomic;
using sim::fiber;

constexpr std::size_t kMostFibers = 3;

class Generator {
 public:
  Generator(const Dialect& dialect, std::uint64_t seed) : d_(dialect), prng_(seed) {}

  Program Make() {
    Program program(2 + prng_.Below(2));
    for (std::vector<Op>& fiber : program) {
      const std::uint32_t ops = 1 + prng_.Below(3);
      for (std::uint32_t i = 0; i < ops; ++i) fiber.push_back(One());
    }
    return program;
  }

 private:
  std::memory_order Load() {
    constexpr std::memory_order kOrders[] = {std::memory_order_relaxed, std::memory_order_acquire,
                                             std::memory_order_seq_cst};
    return kOrders[prng_.Below(d_.seq_cst ? 3 : 2)];
  }
  std::memory_order Store() {
    constexpr std::memory_order kOrders[] = {std::memory_order_relaxed, std::memory_order_release,
                                             std::memory_order_seq_cst};
    return kOrders[prng_.Below(d_.seq_cst ? 3 : 2)];
  }
  std::memory_order Update() {
    constexpr std::memory_order kOrders[] = {std::memory_order_relaxed, std::memory_order_acquire,
                                             std::memory_order_release, std::memory_order_acq_rel,
                                             std::memory_order_seq_cst};
    return kOrders[prng_.Below(d_.seq_cst ? 5 : 4)];
  }
  Op One() {
    constexpr int kKinds[] = {0, 0, 0, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    Op op{kKinds[prng_.Below(14)],
          static_cast<int>(prng_.Below(2)),
          static_cast<int>(prng_.Below(3)),
          static_cast<int>(1 + prng_.Below(2)),
          Update(),
          Load()};
    if (op.kind == 0 || op.kind == 6) op.order = Load();
    if (op.kind == 1) op.order = Store();
    return op;
  }

  const Dialect& d_;
  sim::Prng prng_;
};

void RunOne(const Op& op, const Dialect& d, atomic<int>& x, sim::mutex& first, sim::mutex& second) {
  int expected = op.a;
  const int least = op.b;
  auto enough = [least](int v) { return v >= least; };
  switch (op.kind) {
    case 0:
      x.load(op.order);
      break;
    case 1:
      x.store(op.b, op.order);
      break;
    case 2:
      x.fetch_add(1, op.order);
      break;
    case 3:
      x.exchange(op.b, op.order);
      break;
    case 4:
      d.weak ? x.compare_exchange_weak(expected, op.b, op.order, op.failure)
             : x.compare_exchange_strong(expected, op.b, op.order, op.failure);
      break;
    case 5:
      sim::atomic_thread_fence(op.order);
      break;
    case 6:
      d.awaits ? x.await_value(enough, op.order) : x.load(op.order);
      break;
    case 7:
      d.awaits ? x.await_exchange(enough, op.a, op.order) : x.fetch_max(op.b, op.order);
      break;
    case 8:
      if (d.locks) {
        first.lock();
        x.load(std::memory_order_relaxed);
        first.unlock();
      }
      break;
    case 9:
      if (d.locks && op.b == 1) {
        first.lock();
        second.lock();
        second.unlock();
        first.unlock();
      } else if (sim::choose(2) == 1) {
        x.store(2, std::memory_order_relaxed);
      }
      break;
  }
}

}  // namespace

std::vector<Dialect> Dialects() {
  using sim::Memory;
  return {{.name = "Plain"},
          {.name = "SeqCst", .seq_cst = true},
          {.name = "Weak", .weak = true},
          {.name = "WeakSeqCst", .seq_cst = true, .weak = true},
          {.name = "Awaits", .awaits = true},
          {.name = "Locks", .locks = true},
          {.name = "AwaitsAndLocks", .awaits = true, .locks = true},
          {.name = "Everything", .seq_cst = true, .awaits = true, .locks = true, .weak = true},
          {.name = "Sc", .memory = Memory::kSc},
          {.name = "ScLocks", .locks = true, .memory = Memory::kSc}};
}

Program Make(const Dialect& dialect, std::uint64_t seed) { return Generator(dialect, seed).Make(); }

void Run(const Program& program, const Dialect& d) {
  atomic<int> x(0, "x"), y(0, "y");
  sim::mutex m("m"), n("n");
  std::optional<fiber> fibers[kMostFibers];  // not on the heap: see Exhaustive::Config::snapshots
  for (std::size_t i = 0; i < program.size(); ++i) {
    fibers[i].emplace("fiber", [&, i] {
      for (const Op& op : program[i]) {
        RunOne(op, d, op.location == 0 ? x : y, op.a % 2 == 0 ? m : n, op.a % 2 == 0 ? n : m);
      }
    });
  }
}

}  // namespace random_program
