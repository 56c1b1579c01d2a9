#include "tests/explore/class_program.h"

#include <mutex>
#include <optional>

#include "sim/explore/prng.h"

namespace class_program {
namespace {

using sim::atomic;
using sim::fiber;
using sim::Verdict;

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kAcqRel = std::memory_order_acq_rel;
constexpr int kPoison = 9;

enum class Class { kReached, kFailed };

Op MakeOp(const Dialect& d, int fiber, int place, sim::Prng& prng) {
  constexpr Op::Kind kKinds[] = {Op::kStore,      Op::kStore,     Op::kStore,    Op::kStore,
                                 Op::kAwait,      Op::kAwait,     Op::kAwait,    Op::kAwaitClass,
                                 Op::kAwaitClass, Op::kLoad,      Op::kPoisonIt, Op::kAdd,
                                 Op::kWritePlain, Op::kReadPlain, Op::kLock,     Op::kFence};
  Op op{kKinds[prng.Below(16)], static_cast<int>(prng.Below(2)),
        static_cast<int>(1 + prng.Below(2)), prng.Below(4) > 0};
  if (op.kind == Op::kLock && !d.locks) op.kind = Op::kStore;
  if (op.kind == Op::kFence && !d.fences) op.kind = Op::kLoad;
  // A count has one ordinary writer, and grows; fibers that begin with a wait seldom end.
  if (place == 0 && (op.kind == Op::kAwait || op.kind == Op::kAwaitClass) && prng.Below(2) == 0) {
    op.kind = Op::kStore;
  }
  if (op.kind == Op::kStore && !d.shrinking) {
    op.location = fiber % 2;
    op.value = place + 1;
  }
  return op;
}

struct Shared {
  atomic<int> counts[2] = {atomic<int>(0, "x"), atomic<int>(0, "y")};
  sim::plain<int> data[2] = {sim::plain<int>(0, "data x"), sim::plain<int>(0, "data y")};
  sim::mutex lock;
};

// What the program learns from the operation.
std::string RunOp(const Op& op, Shared& shared) {
  atomic<int>& count = shared.counts[op.location];
  const int c = op.value;
  switch (op.kind) {
    case Op::kStore:
      count.store(c, op.strong ? kRelease : kRelaxed);
      return "";
    case Op::kLoad:
      return std::to_string(count.load(op.strong ? kAcquire : kRelaxed));
    case Op::kAwait:
      count.await([c](int v) { return v >= c; }, op.strong ? kAcquire : kRelaxed);
      return "w";
    case Op::kAwaitClass: {
      auto class_of = [c](int v) -> std::optional<Class> {
        if (v >= kPoison) return Class::kFailed;
        return v >= c ? std::optional(Class::kReached) : std::nullopt;
      };
      return count.await(class_of, op.strong ? kAcquire : kRelaxed) == Class::kReached ? "r" : "f";
    }
    case Op::kPoisonIt:
      return std::to_string(count.fetch_max(kPoison, op.strong ? kAcqRel : kRelaxed));
    case Op::kAdd:
      return std::to_string(count.fetch_add(1, op.strong ? kAcqRel : kRelaxed));
    case Op::kWritePlain:
      shared.data[op.location].set(c);
      return "";
    case Op::kReadPlain:
      return std::to_string(shared.data[op.location].get());
    case Op::kLock: {
      const std::lock_guard hold(shared.lock);
      return std::to_string(count.load(kRelaxed));
    }
    case Op::kFence:
      sim::atomic_thread_fence(kAcqRel);
      return "";
  }
  return "";
}

}  // namespace

Program Make(const Dialect& d, std::uint64_t seed) {
  sim::Prng prng(seed);
  Program program(2 + prng.Below(2));
  for (std::size_t f = 0; f < program.size(); ++f) {
    const int ops = static_cast<int>(1 + prng.Below(4));
    for (int i = 0; i < ops; ++i) program[f].push_back(MakeOp(d, static_cast<int>(f), i, prng));
  }
  return program;
}

Seen See(const Program& program, sim::Reduction reduction) {
  Seen seen;
  std::vector<std::string> learned;
  auto body = [&] {
    learned.assign(program.size(), "");
    Shared shared;
    std::vector<fiber> fibers;
    for (std::size_t f = 0; f < program.size(); ++f) {
      fibers.emplace_back("fiber", [&, f] {
        for (const Op& op : program[f]) learned[f] += RunOp(op, shared) + ",";
      });
    }
  };
  seen.result = sim::Explore(body, sim::Exhaustive({.executions = 50'000, .reduction = reduction}),
                             {.keep_going = true,
                              .restart =
                                  [&] {
                                    seen.outcomes.clear();
                                    seen.graphs.clear();
                                    seen.verdicts.clear();
                                    seen.twice = 0;
                                  },
                              .observe =
                                  [&](const sim::Execution& e) {
                                    seen.verdicts.insert(e.finding().verdict);
                                    if (e.finding().verdict != Verdict::kPass) return true;
                                    std::string all;
                                    for (const std::string& text : learned) all += text + "|";
                                    seen.outcomes.insert(all);
                                    seen.twice +=
                                        !seen.graphs.insert(sim::Signature(e.graph())).second;
                                    return true;
                                  }});
  return seen;
}

}  // namespace class_program
