// What has happened in one direction of a rail: the facts that the rules are judged by.
//
// Facts are moments in fibers' lives. Whether one "had been seen" is asked of happens-before, never
// of the order in which fibers happened to run.
#ifndef MODEL_FACTS_H_
#define MODEL_FACTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/plan.h"
#include "model/sim_policy.h"
#include "protocol/count.h"
#include "protocol/live_end.h"
#include "sim/sim.h"

namespace model {

// What is known of one transfer.
struct Moved {
  std::optional<sim::moment> placed;  // the caller has placed its bytes
  std::string bytes;                  // what its source held when ready was first called for it
  std::optional<sim::moment> read;    // the rail has read its source
  std::optional<sim::moment> landed;  // the rail has written its destination
};

struct ReadyCall {
  std::uint64_t count;
  sim::moment begun;  // seen with the call's first step
};

// A store that made `sent` reach a count.
struct Stored {
  std::uint64_t count;
  sim::moment when;  // the store itself
};

// A caller's wait that returned.
struct Waited {
  std::uint64_t reached;
  bool acquires;
  sim::moment when;
};

// The receiver's read of bytes of a run.
struct RunRead {
  std::uint64_t run;
  sim::moment when;  // seen with the first step after it
};

// An access of the rail that is not the next transfer's, but another's that it may move: which of
// the two rules is broken only the count that it stores next can tell.
struct Astray {
  std::uint64_t next;
  std::uint64_t matches;
  std::string how;
};

class Facts {
 public:
  using End = protocol::LiveEnd<SimPolicy>;

  // `state` tells of these facts, by Tell.
  Facts(int direction, const Load& load, End& sender, End& receiver,
        const sim::monitor_state& state)
      : direction(direction), load(load), sender(sender), receiver(receiver), state_(state) {
    moved_.resize(load.last() + 2);
  }

  // Adds words that are equal where facts are.
  void Tell(sim::monitor_state::words& words) const;

  // Moments that become facts.
  sim::moment Now() const { return sim::moment::now(state_); }
  sim::moment LastStep() const { return sim::moment::last_step(state_); }

  std::uint64_t n() const { return load.n(); }
  Moved& At(std::uint64_t c) {
    if (c >= moved_.size()) moved_.resize(c + 1);
    return moved_[c];
  }
  const char* sender_name() const { return direction == 0 ? "A" : "B"; }
  const char* receiver_name() const { return direction == 0 ? "B" : "A"; }

  std::uint64_t SourceOf(std::uint64_t c) const {
    const protocol::CountName name = protocol::NameOf(c, n());
    return name.copy * (sender.outbound.size() / 2) + load.transfers[name.transfer].src;
  }
  std::uint64_t DestinationOf(std::uint64_t c) const {
    const protocol::CountName name = protocol::NameOf(c, n());
    return name.copy * (receiver.inbound.size() / 2) + load.transfers[name.transfer].dst;
  }
  std::uint64_t LengthOf(std::uint64_t c) const {
    return load.transfers[protocol::NameOf(c, n()).transfer].length;
  }
  // The greatest count that ready was called with, in whatever order the fibers ran.
  std::uint64_t Called() const {
    std::uint64_t most = 0;
    for (const ReadyCall& call : ready_calls) most = call.count > most ? call.count : most;
    return most;
  }
  // Whether the rail, which is running, has seen ready reach c: as a value of the word, or because
  // a call that covers c happened before.
  bool ReadySeen(std::uint64_t c) const {
    if (ready_loaded >= c) return true;
    for (const ReadyCall& call : ready_calls) {
      if (call.count >= c && call.begun.seen()) return true;
    }
    return false;
  }
  // Whether the running fiber has seen a store that made sent reach c.
  bool SentSeen(std::uint64_t c) const {
    for (const Stored& store : sent) {
      if (store.count >= c && store.when.seen()) return true;
    }
    return c == 0;
  }

  const int direction;  // 0: from A to B
  const Load& load;
  End& sender;
  End& receiver;

  std::vector<ReadyCall> ready_calls;
  std::vector<Stored> sent;
  std::vector<Waited> sent_waits;
  std::vector<Waited> arrived_waits;
  std::vector<RunRead> reads;
  std::uint64_t ready_loaded = 0;  // the greatest count that the rail has loaded from ready
  std::uint64_t snapshots = 0;     // the last count whose bytes are kept
  std::uint64_t sources = 0;       // the last count whose source the rail has read
  std::uint64_t landings = 0;      // the last count whose destination the rail has written
  std::optional<Astray> astray;

 private:
  const sim::monitor_state& state_;
  std::vector<Moved> moved_;  // by count
};

}  // namespace model

#endif  // MODEL_FACTS_H_
