#include "tests/states/random_model.h"

#include <array>
#include <mutex>
#include <optional>

#include "sim/explore/prng.h"
#include "sim/sim.h"

namespace random_model {
namespace {

constexpr int kLocations = 4;
constexpr int kMain = 7;

// Marks are literals: this one is of a fiber's operation, and the value that it saw.
const char* MarkOf(int fiber, int operation, int value) {
  constexpr int kFibers = 8, kOperations = 8, kValues = 8;
  static const auto* const kMarks = [] {
    auto* marks = new std::array<std::string, kFibers * kOperations * kValues>;
    for (int i = 0; i < kFibers * kOperations * kValues; ++i) {
      (*marks)[i] = "fiber " + std::to_string(i / (kOperations * kValues)) + ", operation " +
                    std::to_string(i / kValues % kOperations) + ": " + std::to_string(i % kValues);
    }
    return marks;
  }();
  return (*kMarks)[(fiber * kOperations + operation) * kValues + value % kValues].c_str();
}

// What fibers share.
class Shared {
 public:
  explicit Shared(const Model& model) : model_(model) {
    if (!model.invariant) return;
    never_both_.emplace("never both 2",
                        [this] { return !(x_[0].load() == 2 && x_[1].load() == 2); });
  }

  void RunFiber(int fiber) {
    const std::vector<Op>& ops = model_.fibers[fiber];
    const bool loops = model_.style == Style::kLoops;
    for (int turn = 0; turn < (loops ? 2 : 1); ++turn) {
      if (loops) sim::local_state(turn);
      for (std::size_t i = 0; i < ops.size(); ++i) {
        const std::optional<int> saw = Do(ops[i], turn, static_cast<int>(i));
        if (saw) sim::reached(MarkOf(fiber, static_cast<int>(2 * i) + turn, *saw));
      }
    }
  }
  void Look() {
    for (int i = 0; i < kLocations; ++i) sim::reached(MarkOf(kMain, i, x_[i].load()));
  }

 private:
  std::optional<int> Do(const Op& op, int turn, int place) {
    sim::atomic<int>& x = x_[op.location];
    switch (op.kind) {
      case 0:
      case 1:
        return x.load();
      case 2:
        return x.store(op.value), std::nullopt;
      case 3:
        return x.fetch_add(1);
      case 4: {
        int expected = op.value - 1;
        return x.compare_exchange_strong(expected, op.value);
      }
      case 5:
        return UnderLock(x, locks_[op.location % 2]);
      case 6:
        return bell_.ring(), std::nullopt;
      case 7: {
        const auto chosen = static_cast<int>(sim::choose(2));
        if (chosen == 1) x.store(3);
        return chosen;
      }
      case 8:
        return x.await_value([&op](int value) { return value >= op.value; });
      case 9: {
        const bool strikes = sim::fault("strikes");
        if (strikes) x.store(5);
        return strikes;
      }
      case 10:
        return Poll(x, op.value, turn, place);
      case 11:
        return bell_.wait(), std::nullopt;
      case 12:
        return plain_.set(op.value), std::nullopt;
      default:
        return plain_.get();
    }
  }
  static int UnderLock(sim::atomic<int>& x, sim::mutex& lock) {
    const std::lock_guard held(lock);
    const int value = x.load();
    x.store(value + 1);
    return value;
  }
  int Poll(const sim::atomic<int>& x, int value, int turn, int place) const {
    for (;;) {
      if (model_.style == Style::kLoops) sim::local_state(turn, place);
      const int now = x.load();
      if (now >= value) return now;
      sim::yield();
    }
  }

  const Model& model_;
  sim::atomic<int> x_[kLocations] = {sim::atomic<int>(0), sim::atomic<int>(0), sim::atomic<int>(0),
                                     sim::atomic<int>(0)};
  sim::mutex locks_[2] = {sim::mutex("first lock"), sim::mutex("second lock")};
  sim::doorbell bell_{"bell"};
  sim::plain<int> plain_{0, "plain"};
  std::optional<sim::always> never_both_;
};

}  // namespace

Model Make(Style style, std::uint64_t seed) {
  sim::Prng random(seed * 7919 + static_cast<std::uint64_t>(style));
  Model model{.style = style, .fibers = {}};
  model.invariant = style == Style::kInvariants && random.Below(2) == 1;
  model.main_looks = random.Below(3) == 0;
  const std::uint32_t fibers = 2 + random.Below(style == Style::kLoops ? 2 : 4);
  const std::uint32_t most = fibers > 3 || style == Style::kLoops ? 2 : 3;
  const std::uint32_t kinds = style == Style::kPlain ? 14 : 12;
  for (std::uint32_t i = 0; i < fibers; ++i) {
    std::vector<Op>& ops = model.fibers.emplace_back();
    for (std::uint32_t left = 1 + random.Below(most); left > 0; --left) {
      const std::uint32_t kind = random.Below(kinds);
      // Mostly one that two fibers share, so that others have nothing to do with it.
      const std::uint32_t location = random.Below(3) == 0 ? random.Below(kLocations) : i / 2 % 4;
      ops.push_back({kind, location, static_cast<int>(1 + random.Below(2))});
    }
  }
  return model;
}

void Run(const Model& model) {
  Shared shared(model);
  std::optional<sim::fiber> fibers[kMain];
  for (std::size_t i = 0; i < model.fibers.size(); ++i) {
    fibers[i].emplace("fiber", [&shared, i] { shared.RunFiber(static_cast<int>(i)); });
  }
  for (std::size_t i = 0; i < model.fibers.size(); ++i) fibers[i]->join();
  if (model.main_looks) shared.Look();
}

}  // namespace random_model
