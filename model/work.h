// The caller's side of a rail: the work at both ends of a direction, step by step. Each step tells
// the monitor what it means; together they do what the contract asks of callers, or fail to.
#ifndef MODEL_WORK_H_
#define MODEL_WORK_H_

#include <cstdint>

#include "model/rules/waits.h"
#include "model/world.h"

namespace model {

// Which of its duties a caller does. As it is made: all of them.
struct Habits {
  bool waits_for_sent = true;       // C2
  bool orders_inbound = true;       // C3
  bool uses_after_failure = false;  // R17
  bool places_first = true;         // C1
  bool leaves_sent_alone = true;    // R6
  std::uint64_t copies = 2;  // it writes outbound of run r after sent tells of run r - copies
  std::memory_order sent_order = std::memory_order_acquire;
  std::memory_order arrived_order = std::memory_order_acquire;

  // Those of a caller with `bug`.
  static Habits With(Bug bug);
};

// One direction, as its callers use it. The steps may be divided among any fibers.
class Work {
 public:
  Work(World& world, int direction, const Habits& habits = {})
      : world_(world), direction_(direction), habits_(habits) {}

  const Load& load() const { return world_.load(direction_); }
  std::uint64_t n() const { return load().n(); }

  // --- at the sending end ---
  // Waits until sent is at least c. False if the job failed.
  bool WaitSent(std::uint64_t c);
  // Waits until outbound and inbound may be used for `run`: for sent, and until the receiver has
  // read the run that landed in the same copy. False if the job failed.
  bool WaitForRoom(std::uint64_t run);
  // Places the bytes of transfer c, then, if `ready`, calls ready for it.
  void PlaceAndReady(std::uint64_t c, bool ready);
  // Places the bytes of transfer c.
  void Place(std::uint64_t c);
  // Calls the end's ready function.
  void Ready(std::uint64_t c);

  // --- at the receiving end ---
  // Waits until arrived is at least c. False if the job failed.
  bool WaitArrived(std::uint64_t c);
  // Reads the bytes of transfer c; what it reads is marked if the wait before failed.
  Got Read(std::uint64_t c);
  // Reads all of the copy that `run` has landed in.
  Got ReadRun(std::uint64_t run);
  // Does something with what was read.
  void Use(const Got& got) { CheckUse(got); }
  // Tells the sender that `run` is read; or, with GiveUp, that no other will be.
  void TellRead(std::uint64_t run);
  void GiveUp();

  // --- whole lives ---
  // The sender's: every run, each transfer placed and made ready. False if the job failed.
  bool Send();
  // The receiver's: every transfer awaited and read.
  bool Receive();

 private:
  Facts& facts() { return world_.monitor().facts(direction_); }
  bool Await(const SimPolicy::atomic<std::uint64_t>& word, std::uint64_t c, std::memory_order order,
             std::vector<Waited>& waits);
  Got ReadPlace(std::uint64_t c, std::uint64_t first, std::uint64_t bytes);
  bool ReceiveRun(std::uint64_t run);

  World& world_;
  const int direction_;
  const Habits habits_;
};

}  // namespace model

#endif  // MODEL_WORK_H_
