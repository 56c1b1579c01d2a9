#include "tests/states/sync_program.h"

#include <mutex>
#include <optional>

#include "sim/explore/prng.h"
#include "sim/sim.h"

namespace sync_program {
namespace {

constexpr std::size_t kNestedFibers = 2;
constexpr std::size_t kMostFibers = 3;

Op One(const std::vector<Op::Kind>& kinds, sim::Prng& prng) {
  return {kinds[prng.Below(static_cast<std::uint32_t>(kinds.size()))],
          static_cast<int>(prng.Below(2)), static_cast<int>(prng.Below(3)),
          static_cast<int>(1 + prng.Below(2))};
}

// Each program has a few kinds only, so that they meet.
std::vector<Op::Kind> Kinds(sim::Prng& prng) {
  std::vector<Op::Kind> kinds = {Op::kLoad, Op::kStore, Op::kAdd};
  const std::uint32_t more = 2 + prng.Below(5);
  for (std::uint32_t i = 0; i < more; ++i) {
    kinds.push_back(static_cast<Op::Kind>(prng.Below(Op::kKinds)));
    if (kinds.back() == Op::kWaitBell) kinds.push_back(Op::kRing);
    if (kinds.back() == Op::kWaitBellTimed) kinds.push_back(Op::kRing);
    if (kinds.back() == Op::kReceive) kinds.push_back(Op::kSend);
    if (kinds.back() == Op::kAwait || kinds.back() == Op::kPoll) kinds.push_back(Op::kStore);
  }
  return kinds;
}

struct Shared {
  sim::atomic<int> x[2] = {sim::atomic<int>(0, "x"), sim::atomic<int>(0, "y")};
  sim::mutex lock[2] = {sim::mutex("m"), sim::mutex("n")};
  sim::doorbell bell[2] = {sim::doorbell("bell"), sim::doorbell("ring")};
  std::optional<sim::channel<int>> channel[2];
  sim::plain<int> data[2] = {sim::plain<int>(0, "data"), sim::plain<int>(0, "more")};
};

// Who runs.
struct Runner {
  const Program& program;
  Shared& shared;

  void RunFiber(std::size_t fiber) {
    std::optional<sim::fiber> nested;
    const std::vector<Op>& ops = program.fibers[fiber];
    for (std::size_t i = 0; i < ops.size(); ++i) {
      if (program.forgets) sim::local_state(fiber, i);
      if (ops[i].kind == Op::kNested) {
        Nest(fiber, ops[i], nested);
      } else if (!Atomics(ops[i]) && !Waits(ops[i]) && !Locks(ops[i])) {
        Others(ops[i]);
      }
    }
  }

  void Nest(std::size_t fiber, const Op& op, std::optional<sim::fiber>& nested) {
    const std::size_t first = program.fibers.size() - kNestedFibers;
    if (fiber >= first || nested.has_value()) return;
    const std::size_t inner = first + static_cast<std::size_t>(op.location);
    nested.emplace("nested", [this, inner] { RunFiber(inner); });
    if (op.a == 0) nested->join();
  }

  bool Atomics(const Op& op) {
    sim::atomic<int>& x = shared.x[op.location];
    int expected = op.a;
    switch (op.kind) {
      case Op::kLoad:
        if (x.load() == op.a) sim::reached("a value is read");
        return true;
      case Op::kStore:
        x.store(op.b);
        return true;
      case Op::kAdd:
        if (x.fetch_add(1) == 2) sim::reached("many are added");
        return true;
      case Op::kExchange:
        if (x.exchange(op.a) == op.b) sim::reached("a value is taken");
        return true;
      case Op::kCas:
        if (x.compare_exchange_strong(expected, op.b)) sim::reached("a cas succeeds");
        return true;
      case Op::kWeakCas:
        if (!x.compare_exchange_weak(expected, op.b)) sim::reached("a weak cas fails");
        return true;
      default:
        return false;
    }
  }

  bool Waits(const Op& op) {
    sim::atomic<int>& x = shared.x[op.location];
    sim::atomic<int>& y = shared.x[1 - op.location];
    const auto enough = [least = op.b](int v) { return v >= least; };
    switch (op.kind) {
      case Op::kAwait:
        x.await(enough);
        return true;
      case Op::kAwaitTimed:
        if (!x.await_timed(enough).has_value()) sim::reached("a wait is too late");
        return true;
      case Op::kAwaitExchange:
        x.await_exchange(enough, op.a);
        return true;
      case Op::kPoll:
        while (!enough(x.load())) sim::yield();
        return true;
      case Op::kPollBoth:
        while (!enough(x.load()) && !enough(y.load())) sim::yield();
        return true;
      case Op::kRing:
        shared.bell[op.location].ring();
        return true;
      case Op::kWaitBell:
        shared.bell[op.location].wait();
        return true;
      case Op::kWaitBellTimed:
        if (shared.bell[op.location].wait_timed()) sim::reached("a bell is heard in time");
        return true;
      case Op::kTryBell:
        if (shared.bell[op.location].try_wait()) sim::reached("a bell has rung");
        return true;
      default:
        return false;
    }
  }

  bool Locks(const Op& op) {
    sim::atomic<int>& x = shared.x[op.location];
    sim::mutex& first = shared.lock[op.location];
    sim::mutex& second = shared.lock[1 - op.location];
    switch (op.kind) {
      case Op::kLocked: {
        const std::lock_guard<sim::mutex> hold(first);
        const int seen = x.load();
        x.store(seen + 1);
        return true;
      }
      case Op::kLockedPlain: {
        const std::lock_guard<sim::mutex> hold(first);
        const int seen = shared.data[op.location].get();
        shared.data[op.location].set(seen + op.b);
        if (seen > 2) sim::reached("much is written");
        return true;
      }
      case Op::kLockBoth: {
        const std::lock_guard<sim::mutex> hold(first);
        const std::lock_guard<sim::mutex> too(second);
        return true;
      }
      case Op::kTryLock:
        if (first.try_lock()) {
          x.load();
          first.unlock();
        }
        return true;
      default:
        return false;
    }
  }

  void Others(const Op& op) {
    sim::channel<int>& channel = *shared.channel[op.location];
    switch (op.kind) {
      case Op::kSend:
        if (!channel.send(op.a)) sim::reached("a channel is closed");
        return;
      case Op::kReceive:
        if (channel.receive() == op.b) sim::reached("a value is received");
        return;
      case Op::kClose:
        channel.close();
        return;
      case Op::kChoose:
        if (sim::choose(2) == 1) shared.x[op.location].store(op.a);
        return;
      case Op::kFault:
        if (sim::fault("it breaks")) shared.x[op.location].store(op.a);
        return;
      case Op::kPlainWrite:
        shared.data[op.location].set(op.a);
        return;
      case Op::kPlainRead:
        shared.data[op.location].get();
        return;
      case Op::kCheck:
        sim::check(shared.x[op.location].load() != op.b, "a value is not there");
        return;
      default:
        return;
    }
  }
};

}  // namespace

Program Make(std::uint64_t seed) {
  sim::Prng prng(seed);
  const std::vector<Op::Kind> kinds = Kinds(prng);
  Program program{.fibers = {}, .forgets = prng.Below(2) == 1, .max_faults = prng.Below(3)};
  const std::size_t fibers = 2 + prng.Below(2);
  for (std::size_t f = 0; f < fibers + kNestedFibers; ++f) {
    const std::uint32_t most = f < fibers ? 4 : 2;
    std::vector<Op> ops(1 + prng.Below(most));
    for (Op& op : ops) op = One(kinds, prng);
    program.fibers.push_back(ops);
  }
  return program;
}

// They take from the heap.
bool UsesChannels(const Program& program) {
  for (const std::vector<Op>& ops : program.fibers) {
    for (const Op& op : ops) {
      if (op.kind == Op::kSend || op.kind == Op::kReceive || op.kind == Op::kClose) return true;
    }
  }
  return false;
}

void Run(const Program& program) {
  Shared shared;
  for (int i = 0; i < 2 && UsesChannels(program); ++i) shared.channel[i].emplace(1 + i, "channel");
  Runner runner{program, shared};
  std::optional<sim::fiber> fibers[kMostFibers];
  for (std::size_t f = 0; f + kNestedFibers < program.fibers.size(); ++f) {
    fibers[f].emplace("fiber", [&runner, f] { runner.RunFiber(f); });
  }
}

std::string Text(const Program& program) {
  std::string text = program.forgets ? "forgets; " : "";
  text += "at most " + std::to_string(program.max_faults) + " faults";
  for (const std::vector<Op>& ops : program.fibers) {
    text += "; fiber:";
    for (const Op& op : ops) {
      text += " " + std::to_string(op.kind) + "(" + std::to_string(op.location) + "," +
              std::to_string(op.a) + "," + std::to_string(op.b) + ")";
    }
  }
  return text;
}

}  // namespace sync_program
