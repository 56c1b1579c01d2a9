#include "scenarios/sim_scenarios.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "sim/sim.h"

namespace scenarios {
namespace {

enum Number {
  kNone = 0,
  kRelaxedPublish = 101,
  kRelaxedReceive = 102,
  kPublishFirst = 103,
  kOwnLockFirst = 104,
  kNoLock = 105,
  kLoadThenStore = 106,
};

Number NumberOf(const Mutant* mutant) {
  return mutant == nullptr ? kNone : static_cast<Number>(mutant->number);
}

// demo/message_passing
void MessagePassing(std::uint64_t messages, Number bug) {
  const auto publish = bug == kRelaxedPublish ? std::memory_order_relaxed  //
                                              : std::memory_order_release;
  const auto receive = bug == kRelaxedReceive ? std::memory_order_relaxed  //
                                              : std::memory_order_acquire;
  static constexpr const char* kPages[] = {"page 1", "page 2", "page 3", "page 4",
                                           "page 5", "page 6", "page 7", "page 8"};
  std::deque<sim::plain<std::uint64_t>> pages;
  for (std::uint64_t i = 0; i < messages; ++i) pages.emplace_back(0, kPages[i]);
  sim::atomic<std::uint64_t> ready(0, "ready");
  ready.show();

  sim::fiber sender("sender", [&] {
    for (std::uint64_t c = 1; c <= messages; ++c) {
      if (bug == kPublishFirst) ready.store(c, publish);
      pages[c - 1].set(40 + c);
      if (bug != kPublishFirst) ready.store(c, publish);
    }
  });
  sim::fiber receiver("receiver", [&] {
    for (std::uint64_t c = 1; c <= messages; ++c) {
      const std::uint64_t seen =
          ready.await_value([c](std::uint64_t r) { return r >= c; }, receive);
      sim::reached(seen > c ? "the sender is ahead" : "the message is the newest");
      sim::check(pages[c - 1].get() == 40 + c, "the receiver sees the page");
    }
  });
}

// demo/bank
struct Account {
  explicit Account(const char* account, const char* account_lock)
      : balance(100, account), lock(account_lock) {}
  sim::plain<int> balance;
  sim::mutex lock;
};

void Transfer(Account& from, Account& to, Account& first, Account& second, Number bug) {
  std::optional<std::lock_guard<sim::mutex>> hold_first, hold_second;
  if (bug != kNoLock) {
    if (!first.lock.try_lock()) {
      sim::reached("somebody waits for a lock");
      first.lock.lock();
    }
    hold_first.emplace(first.lock, std::adopt_lock);
    second.lock.lock();
    hold_second.emplace(second.lock, std::adopt_lock);
  }
  from.balance.set(from.balance.get() - 30);
  to.balance.set(to.balance.get() + 30);
}

void Bank(Number bug) {
  Account a("account a", "lock a"), b("account b", "lock b");
  {
    sim::fiber ann("ann", [&] { Transfer(a, b, a, b, bug); });
    sim::fiber bob("bob", [&] {
      if (bug == kOwnLockFirst) {
        Transfer(b, a, b, a, bug);
      } else {
        Transfer(b, a, a, b, bug);
      }
    });
  }
  sim::check(a.balance.get() + b.balance.get() == 200, "no money is made or lost");
}

// demo/tickets
void Tickets(std::uint64_t clerks, Number bug) {
  static constexpr const char* kNames[] = {"clerk 1", "clerk 2", "clerk 3"};
  sim::atomic<std::uint64_t> next(0, "next");
  next.show();
  sim::always bounded("no more tickets than clerks", [&] { return next.load() <= clerks; });
  std::vector<std::uint64_t> drawn(clerks);
  {
    std::deque<sim::fiber> fibers;
    for (std::uint64_t i = 0; i < clerks; ++i) {
      fibers.emplace_back(kNames[i], [&, i] {
        if (bug == kLoadThenStore) {
          drawn[i] = next.load(std::memory_order_relaxed);
          next.store(drawn[i] + 1, std::memory_order_relaxed);
        } else {
          drawn[i] = next.fetch_add(1, std::memory_order_relaxed);
        }
      });
    }
  }
  if (drawn[0] != 0) sim::reached("clerk 1 is not the first");
  std::uint64_t sum = 0;
  for (const std::uint64_t ticket : drawn) sum += ticket;
  sim::check(sum == clerks * (clerks - 1) / 2, "no ticket is drawn twice");
}

std::function<void()> MakeMessagePassing(const Values& values, const Mutant* mutant) {
  return
      [messages = values.at("messages"), bug = NumberOf(mutant)] { MessagePassing(messages, bug); };
}
std::function<void()> MakeBank(const Values&, const Mutant* mutant) {
  return [bug = NumberOf(mutant)] { Bank(bug); };
}
std::function<void()> MakeTickets(const Values& values, const Mutant* mutant) {
  return [clerks = values.at("clerks"), bug = NumberOf(mutant)] { Tickets(clerks, bug); };
}

}  // namespace

std::vector<Scenario> SimScenarios() {
  return {
      {.name = "demo/message_passing",
       .promise = "what was written before a flag was set is seen by who waited for the flag",
       .parameters = {{"messages", 2, 1, 8, "messages that the sender sends, one after the other"}},
       .must_report = {},
       .marks = {"the message is the newest", "the sender is ahead"},
       .judges = Judges::kBoth,
       .make = &MakeMessagePassing},
      {.name = "demo/bank",
       .promise = "two transfers in opposite directions, under two locks, keep the sum and end",
       .parameters = {},
       .must_report = {},
       .marks = {"somebody waits for a lock"},
       .judges = Judges::kBoth,
       .make = &MakeBank},
      {.name = "demo/tickets",
       .promise = "clerks who draw tickets from one counter draw different ones",
       .parameters = {{"clerks", 2, 2, 3, "fibers that draw a ticket each"}},
       .must_report = {},
       .marks = {"clerk 1 is not the first"},
       .judges = Judges::kBoth,
       .make = &MakeTickets},
  };
}

std::vector<Mutant> SimMutants() {
  const std::vector<std::string> race = {"data race"};
  return {
      {kRelaxedPublish,
       "relaxed-publish",
       "the flag is set with relaxed order",
       race,
       "demo/message_passing",
       {},
       /*weak=*/true},
      {kRelaxedReceive,
       "relaxed-receive",
       "the flag is awaited with relaxed order",
       race,
       "demo/message_passing",
       {},
       /*weak=*/true},
      {kPublishFirst,
       "publish-first",
       "the flag is set before the page is written",
       race,
       "demo/message_passing",
       {}},
      {kOwnLockFirst,
       "own-lock-first",
       "each takes the lock of his own account first",
       {"deadlock"},
       "demo/bank",
       {}},
      {kNoLock, "no-lock", "nobody takes a lock", race, "demo/bank", {}},
      {kLoadThenStore,
       "load-then-store",
       "a ticket is drawn by a load and a store",
       {"no ticket is drawn twice"},
       "demo/tickets",
       {}},
  };
}

}  // namespace scenarios
