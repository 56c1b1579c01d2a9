#include "model/work.h"

#include "model/rules/duties.h"
#include "model/rules/moves.h"

namespace model {

using protocol::CountOf;
using protocol::kFailed;

Habits Habits::With(Bug bug) {
  Habits habits;
  switch (bug) {
    case Bug::kArrivedWaitRelaxed:
      habits.arrived_order = std::memory_order_relaxed;
      break;
    case Bug::kSentWaitRelaxed:
      habits.sent_order = std::memory_order_relaxed;
      break;
    case Bug::kNoSentWait:
      habits.waits_for_sent = false;
      break;
    case Bug::kSentWaitOneRunShort:
      habits.copies = 3;
      break;
    case Bug::kCallerStoresSent:
      habits.leaves_sent_alone = false;
      break;
    case Bug::kReadyBeforeBytes:
      habits.places_first = false;
      break;
    case Bug::kNoInboundOrder:
      habits.orders_inbound = false;
      break;
    default:
      break;
  }
  return habits;
}

bool Work::Await(const SimPolicy::atomic<std::uint64_t>& word, std::uint64_t c,
                 std::memory_order order, std::vector<Waited>& waits) {
  const bool counts = SimPolicy::AwaitCount(word, c, order);
  waits.push_back({counts ? c : kFailed, order == std::memory_order_acquire, facts().Now()});
  return counts;
}

bool Work::WaitSent(std::uint64_t c) {
  const bool counts =
      Await(world_.sender(direction_).counts.sent, c, habits_.sent_order, facts().sent_waits);
  if (!counts) sim::reached("failure ends a wait for sent");
  return counts;
}

bool Work::WaitForRoom(std::uint64_t run) {
  if (run >= habits_.copies && habits_.waits_for_sent &&
      !WaitSent(CountOf(run - habits_.copies, n() - 1, n()))) {
    return false;
  }
  if (run < 2 || !habits_.orders_inbound) return true;
  return SimPolicy::AwaitCount(world_.runs_read(direction_), run - 1, std::memory_order_acquire);
}

void Work::Place(std::uint64_t c) {
  CheckBeforePlace(facts(), c);
  const protocol::CountName name = protocol::NameOf(c, n());
  if (name.run >= 2) sim::reached("a copy is used again");
  const protocol::Transfer& transfer = load().transfers[name.transfer];
  std::string bytes(transfer.length, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<char>(ByteAt(direction_, name.run, transfer.src + i));
  }
  world_.sender(direction_).outbound.write(facts().SourceOf(c), bytes.data(), bytes.size());
  facts().At(c).placed = facts().Now();
}

void Work::Ready(std::uint64_t c) {
  CheckBeforeReady(facts(), c);
  facts().ready_calls.push_back({c, facts().Now()});
  Crew& crew = world_.monitor().crew();
  crew.EnterReady();
  world_.sender(direction_).Ready(c);
  crew.LeaveReady();
  CheckReadyReturned(facts(), world_.monitor().job(), c);
}

void Work::PlaceAndReady(std::uint64_t c, bool ready) {
  if (habits_.places_first) Place(c);
  if (ready) Ready(c);
  if (!habits_.places_first) Place(c);
  if (!habits_.leaves_sent_alone) {
    SimPolicy::FetchMax(world_.sender(direction_).counts.sent, c, std::memory_order_release);
  }
}

bool Work::WaitArrived(std::uint64_t c) {
  const bool counts = Await(world_.receiver(direction_).counts.arrived, c, habits_.arrived_order,
                            facts().arrived_waits);
  if (!counts) sim::reached("failure ends a wait for arrived");
  return counts;
}

Got Work::ReadPlace(std::uint64_t c, std::uint64_t first, std::uint64_t bytes) {
  const SimPolicy::area& inbound = world_.receiver(direction_).inbound;
  const protocol::CountName name = protocol::NameOf(c, n());
  const std::uint64_t place = name.copy * (inbound.size() / 2) + first;
  Got got;
  for (const Waited& wait : facts().arrived_waits) {
    got.tainted = got.tainted || (wait.reached == kFailed && wait.when.seen());
  }
  if (got.tainted) {
    // What the area holds is unspecified, so that reading it is no race: using it is what counts.
    got.bytes.assign(reinterpret_cast<const char*>(inbound.peek()) + place, bytes);
    return got;
  }
  CheckInboundOrder(facts(), name.run);
  CheckAstrayAtRead(facts(), name.run);
  CheckBeforeRead(facts(), c);
  got.bytes.resize(bytes);
  facts().reads.push_back({name.run, facts().Now()});
  inbound.read(place, got.bytes.data(), bytes);
  CheckRead(facts(), c, first, got.bytes);
  return got;
}

Got Work::Read(std::uint64_t c) {
  const protocol::Transfer& transfer = load().transfers[protocol::NameOf(c, n()).transfer];
  return ReadPlace(c, transfer.dst, transfer.length);
}

Got Work::ReadRun(std::uint64_t run) {
  return ReadPlace(CountOf(run, n() - 1, n()), 0, world_.receiver(direction_).inbound.size() / 2);
}

void Work::TellRead(std::uint64_t run) {
  world_.runs_read(direction_).store(run + 1, std::memory_order_release);
}

void Work::GiveUp() { world_.runs_read(direction_).store(kFailed, std::memory_order_release); }

bool Work::Send() {
  for (std::uint64_t run = 0; run < load().runs; ++run) {
    if (!WaitForRoom(run)) return false;
    for (std::uint64_t j = 0; j < n(); ++j) {
      PlaceAndReady(CountOf(run, j, n()), !load().whole_runs || j == n() - 1);
    }
  }
  return true;
}

bool Work::ReceiveRun(std::uint64_t run) {
  for (std::uint64_t j = 0; j < n() && !load().whole_runs; ++j) {
    const std::uint64_t c = CountOf(run, j, n());
    const bool arrived = WaitArrived(c);
    if (arrived || habits_.uses_after_failure) Use(Read(c));
    if (!arrived) return false;
  }
  if (load().whole_runs && !WaitArrived(CountOf(run, n() - 1, n()))) return false;
  Use(ReadRun(run));
  return true;
}

bool Work::Receive() {
  for (std::uint64_t run = 0; run < load().runs; ++run) {
    if (!ReceiveRun(run)) {
      GiveUp();
      return false;
    }
    TellRead(run);
  }
  return true;
}

}  // namespace model
