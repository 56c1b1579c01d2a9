#include "tests/states/rails.h"

#include <cstdint>
#include <optional>

#include "sim/sim.h"

namespace rails {
namespace {

using Word = sim::atomic<std::int64_t>;
constexpr std::int64_t kFailed = INT64_MAX;
constexpr int kMostRails = 3;

struct Rail {
  Rail(int transfers, bool fails) : n(transfers), may_fail(fails) {}

  Word ready{0, "ready"}, sent{0, "sent"}, arrived{0, "arrived"}, taken{0, "taken"};
  Word outbound[2]{Word(0), Word(0)}, inbound[2]{Word(0), Word(0)};
  const int n;
  const bool may_fail;

  static bool Await(Word& count, std::int64_t c) {
    enum class Class { kReached, kFailed };
    const auto class_of = [c](std::int64_t v) -> std::optional<Class> {
      if (v == kFailed) return Class::kFailed;
      if (v >= c) return Class::kReached;
      return std::nullopt;
    };
    return count.await(class_of, std::memory_order_acquire) == Class::kReached;
  }
  // False if the rail has failed.
  bool Advance(Word& count, std::int64_t c) {
    if (may_fail) return count.fetch_max(c) != kFailed;
    count.store(c);
    return true;
  }
  static int Copy(std::int64_t c) { return static_cast<int>((c - 1) % 2); }

  void Send() {
    for (std::int64_t c = 1; c <= n; ++c) {
      if (c > 2 && !(Await(sent, c - 2) && Await(taken, c - 2))) return;
      outbound[Copy(c)].store(100 + c);
      if (!Advance(ready, c)) return;
    }
  }
  void Carry() {
    for (std::int64_t c = 1; c <= n; ++c) {
      if (!Await(ready, c)) return;
      inbound[Copy(c)].store(outbound[Copy(c)].load());
      if (!Advance(arrived, c) || !Advance(sent, c)) return;
    }
  }
  void Receive() {
    for (std::int64_t c = 1; c <= n; ++c) {
      if (!Await(arrived, c)) return;
      sim::check(inbound[Copy(c)].load() == 100 + c, "the bytes of the transfer are in place");
      if (!Advance(taken, c)) return;
    }
  }
};

}  // namespace

std::function<void()> Rails(int rails, int n, bool failure) {
  return [rails, n, failure] {
    std::optional<Rail> rail[kMostRails];
    for (int i = 0; i < rails; ++i) rail[i].emplace(n, failure);
    std::optional<sim::fiber> fibers[3 * kMostRails];
    for (int i = 0; i < rails; ++i) {
      Rail& r = *rail[i];
      fibers[3 * i].emplace("sender", [&r] { r.Send(); });
      fibers[3 * i + 1].emplace("rail", [&r] { r.Carry(); });
      fibers[3 * i + 2].emplace("receiver", [&r] { r.Receive(); });
    }
    if (!failure) return;
    sim::fiber fail("failure", [&rail, rails] {
      for (int i = 0; i < rails; ++i) {
        for (Word* count : {&rail[i]->ready, &rail[i]->sent, &rail[i]->arrived, &rail[i]->taken}) {
          count->store(kFailed);
        }
      }
    });
  };
}

}  // namespace rails
