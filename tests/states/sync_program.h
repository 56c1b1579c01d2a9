// Small random programs of all that fibers wait with, for the states explorer to be judged on.
#ifndef TESTS_STATES_SYNC_PROGRAM_H_
#define TESTS_STATES_SYNC_PROGRAM_H_

#include <cstdint>
#include <string>
#include <vector>

namespace sync_program {

struct Op {
  enum Kind : int {
    kLoad,
    kStore,
    kAdd,
    kExchange,
    kCas,
    kWeakCas,
    kAwait,
    kAwaitTimed,
    kAwaitExchange,
    kPoll,      // until a location has a value, with yields
    kPollBoth,  // until one of two has
    kLocked,    // a load and a store under a lock
    kLockedPlain,
    kLockBoth,  // one lock within the other, in either order
    kTryLock,
    kRing,
    kWaitBell,
    kWaitBellTimed,
    kTryBell,
    kSend,
    kReceive,
    kClose,
    kChoose,
    kFault,
    kPlainWrite,
    kPlainRead,
    kCheck,
    kNested,  // a fiber of its own, which is joined at once or at the end
    kKinds
  } kind;
  int location;  // of two of its kind
  int a;
  int b;
};

struct Program {
  std::vector<std::vector<Op>> fibers;  // the last two are nested
  bool forgets;                         // sim::local_state before each operation
  std::uint32_t max_faults;
};

// Two or three fibers of at most four operations each, and two nested ones of at most two; the same
// for the same seed.
Program Make(std::uint64_t seed);

// The body of an execution. What a fiber does depends on nothing but where it stands, so to forget
// all else is right. Marks are reached by what single operations see.
void Run(const Program& program);

// In words, to be told with a difference.
std::string Text(const Program& program);

}  // namespace sync_program

#endif  // TESTS_STATES_SYNC_PROGRAM_H_
