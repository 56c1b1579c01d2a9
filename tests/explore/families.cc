#include "tests/explore/families.h"

#include <cstddef>
#include <new>
#include <optional>
#include <utility>
#include <vector>

namespace families {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kAcqRel = std::memory_order_acq_rel;
constexpr std::int64_t kFailed = INT64_MAX;

// At most so many things of a kind. They are made and ended in each execution: no allocations.
constexpr int kMost = 20;

template <class T>
class Several {
 public:
  Several() {}
  Several(const Several&) = delete;
  Several& operator=(const Several&) = delete;
  ~Several() {
    for (int i = 0; i < count_; ++i) (*this)[i].~T();
  }
  template <class... Args>
  void Add(Args&&... args) {
    ::new (&bytes_[count_++ * sizeof(T)]) T(std::forward<Args>(args)...);
  }
  T& operator[](int i) { return *std::launder(reinterpret_cast<T*>(&bytes_[i * sizeof(T)])); }

 private:
  alignas(T) std::byte bytes_[kMost * sizeof(T)];
  int count_ = 0;
};

struct Words : Several<Word> {
  explicit Words(int n) {
    for (int i = 0; i < n; ++i) Add(0);
  }
};

// N fibers, fiber i running body(i).
struct Fibers : Several<sim::fiber> {
  template <class Body>
  Fibers(int n, const Body& body) {
    for (int i = 0; i < n; ++i) Add("fiber", [&body, i] { body(i); });
  }
};

// The rail's parts; `advance` publishes a count, `await` says whether it was reached.
template <class Advance>
struct Rail {
  Word ready{0, "ready"}, sent{0, "sent"}, arrived{0, "arrived"}, taken{0, "taken"};
  sim::plain<std::int64_t> outbound[2], inbound[2];
  Advance advance;

  static bool Await(Word& count, std::int64_t c) {
    enum class Class { kReached, kFailed };
    auto class_of = [c](std::int64_t v) -> std::optional<Class> {
      if (v == kFailed) return Class::kFailed;
      if (v >= c) return Class::kReached;
      return std::nullopt;
    };
    return count.await(class_of, kAcquire) == Class::kReached;
  }
  static int Copy(std::int64_t c) { return static_cast<int>((c - 1) % 2); }

  void Send(int n) {
    for (std::int64_t c = 1; c <= n; ++c) {
      if (c > 2 && !(Await(sent, c - 2) && Await(taken, c - 2))) return;
      outbound[Copy(c)].set(100 + c);
      advance(ready, c);
    }
  }
  void Carry(int n) {
    for (std::int64_t c = 1; c <= n; ++c) {
      if (!Await(ready, c)) return;
      inbound[Copy(c)].set(outbound[Copy(c)].get());
      advance(arrived, c);
      advance(sent, c);
    }
  }
  void Receive(int n) {
    for (std::int64_t c = 1; c <= n; ++c) {
      if (!Await(arrived, c)) return;
      sim::check(inbound[Copy(c)].get() == 100 + c, "what was sent arrives");
      advance(taken, c);
    }
  }
};

struct Store {
  void operator()(Word& count, std::int64_t c) const { count.store(c, kRelease); }
};
struct Grow {
  void operator()(Word& count, std::int64_t c) const { count.fetch_max(c, kAcqRel); }
};

}  // namespace

std::function<void()> Sb(int n) {
  return [n] {
    Words x(n);
    auto body = [&](int i) {
      x[i].store(1, kRelease);
      x[(i + 1) % n].load(kAcquire);
    };
    Fibers fibers(n, body);
  };
}

std::function<void()> Ainc(int n) {
  return [n] {
    Word x(0);
    auto body = [&](int) { x.fetch_add(1, kAcqRel); };
    Fibers fibers(n, body);
  };
}

std::function<void()> Writers(int n) {
  return [n] {
    Word x(0);
    auto body = [&](int i) { x.store(i, kRelease); };
    Fibers fibers(n, body);
  };
}

std::function<void()> Readers(int n) {
  return [n] {
    Word x(0);
    auto body = [&](int i) { i == 0 ? x.store(1, kRelease) : void(x.load(kAcquire)); };
    Fibers fibers(n + 1, body);
  };
}

std::function<void()> Fib(int n) {
  return [n] {
    Word x(1), y(1);
    auto body = [&](int i) {
      for (int k = 0; k < n; ++k) {
        const std::int64_t sum = x.load(kAcquire) + y.load(kAcquire);
        (i == 0 ? x : y).store(sum, kRelease);
      }
    };
    Fibers fibers(2, body);
  };
}

std::function<void()> Lastzero(int n) {
  return [n] {
    Words x(n + 1);
    auto body = [&](int i) {
      if (i == 0) {
        for (int k = n; x[k].load(kAcquire) != 0;) --k;
      } else {
        x[i].store(x[i - 1].load(kAcquire) + 1, kRelease);
      }
    };
    Fibers fibers(n + 1, body);
  };
}

std::function<void()> Mpn(int n) {
  return [n] {
    Words data(n);
    Words flag(n);
    auto body = [&](int i) {
      if (i % 2 == 0) {
        data[i / 2].store(1, kRelaxed);
        flag[i / 2].store(1, kRelease);
      } else {
        flag[i / 2].load(kAcquire);
        data[i / 2].load(kRelaxed);
      }
    };
    Fibers fibers(2 * n, body);
  };
}

std::function<void()> Casrot(int n) {
  return [n] {
    Word x(0);
    auto body = [&](int i) {
      std::int64_t expected = i;
      x.compare_exchange_strong(expected, i + 1, kAcqRel, kAcquire);
    };
    Fibers fibers(n, body);
  };
}

std::function<void()> Cas(int n) {
  return [n] {
    Word x(0);
    auto body = [&](int i) {
      std::int64_t expected = 0;
      x.compare_exchange_strong(expected, i + 1, kAcqRel, kAcquire);
    };
    Fibers fibers(n, body);
  };
}

std::function<void()> Lockinc(int n) {
  return [n] {
    sim::mutex lock;
    sim::plain<int> x(0);
    auto body = [&](int) {
      lock.lock();
      x.set(x.get() + 1);
      lock.unlock();
    };
    Fibers fibers(n, body);
  };
}

std::function<void()> Rail0(int n) {
  return [n] {
    Rail<Store> rail;
    sim::fiber sender("sender", [&] { rail.Send(n); });
    sim::fiber carrier("rail", [&] { rail.Carry(n); });
    sim::fiber receiver("receiver", [&] { rail.Receive(n); });
  };
}

std::function<void()> Rail1(int n) {
  return [n] {
    Rail<Grow> rail;
    sim::fiber sender("sender", [&] { rail.Send(n); });
    sim::fiber carrier("rail", [&] { rail.Carry(n); });
    sim::fiber receiver("receiver", [&] { rail.Receive(n); });
    sim::fiber failure("failure", [&] {
      for (Word* count : {&rail.ready, &rail.sent, &rail.arrived, &rail.taken}) {
        count->exchange(kFailed, kAcqRel);
      }
    });
  };
}

std::function<void()> Additions(int n, int sum) {
  return [n, sum] {
    sim::atomic<int> x(1, "x");
    auto body = [&](int i) {
      const int seen = x.fetch_add(i + 1, kRelaxed);
      if (i == 0 && seen % 2 == 0) sim::reached("the first sees an even sum");
      if (i == n - 1 && seen == 1) sim::reached("the last comes first");
      if (i == 1) sim::check(seen != sum, "the second never sees that sum");
    };
    auto fibers = Fibers(n, body);
  };
}

}  // namespace families
