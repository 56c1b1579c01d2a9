// What an end's ready function promises, as bodies that run over any policy; see rail_body.h.
#ifndef TESTS_PROTOCOL_READY_BODY_H_
#define TESTS_PROTOCOL_READY_BODY_H_

#include <atomic>
#include <cstdint>

#include "tests/protocol/rail_body.h"

namespace protocol {

// Two runs of one byte.
inline Load TwoBytes() { return {.transfers = {{0, 0, 1}}, .runs = 2}; }

template <Policy P>
uint64_t Newest(const typename P::template atomic<uint64_t>& word) {
  return word.load(std::memory_order_relaxed);
}

// Callers come in any order, again, and with counts that were passed: ready never shrinks, and all
// is carried (R1, R9, R14).
template <Policy P, class Check>
void CallersComeInAnyOrder(const Check& check) {
  const Load load = TwoBytes();
  Ends<P> ends(load, {});
  const unsigned char bytes[2] = {ByteAt(0, 0), ByteAt(1, 0)};
  ends.a.outbound.write(0, &bytes[0], 1);
  ends.a.outbound.write(256, &bytes[1], 1);
  {
    DirectRail<P> way(ends.a, ends.b, load.transfers);
    typename P::thread rail("rail", [&] { way.Run(1, 2); });
    typename P::thread ahead("ahead", [&] { ends.a.Ready(2); });
    typename P::thread behind("behind", [&] {
      ends.a.Ready(1);
      ends.a.Ready(1);
    });
  }
  check(Newest<P>(ends.a_counts.ready) == 2, "ready is what it was advanced to");
  check(Newest<P>(ends.a_counts.sent) == 2, "both are sent");
  check(Newest<P>(ends.b_counts.arrived) == 2, "both have arrived");
  unsigned char found[2] = {};
  ends.b.inbound.read(0, &found[0], 1);
  ends.b.inbound.read(256, &found[1], 1);
  check(found[0] == bytes[0] && found[1] == bytes[1], "each byte is in its run's copy");
}

// Nobody but the rail reads what arrives, so that only sent orders the writes of a copy of outbound
// after the rail's reads of it (R4, C2). Where a receiver's answer is waited for, as in Traffic, it
// orders them too, and would hide that sent does not.
template <Policy P, class Check>
void OutboundIsWrittenAgainAfterSent(const Check& check) {
  const Load load = {.transfers = {{0, 0, 1}}, .runs = 3};
  Ends<P> ends(load, {});
  {
    DirectRail<P> way(ends.a, ends.b, load.transfers);
    typename P::thread rail("rail", [&] { way.Run(1, load.last()); });
    typename P::thread sender("sender", [&] {
      for (uint64_t run = 0; run < load.runs; ++run) {
        const auto read = [&](uint64_t sent) { return sent >= ReadBefore(run, 1); };
        P::Await(ends.a_counts.sent, read, std::memory_order_acquire);
        const unsigned char byte = ByteAt(run, 0);
        ends.a.outbound.write(run % 2 * 256, &byte, 1);
        ends.a.Ready(run + 1);
      }
    });
  }
  unsigned char found[2] = {};
  ends.b.inbound.read(0, &found[0], 1);
  ends.b.inbound.read(256, &found[1], 1);
  check(found[0] == ByteAt(2, 0), "copy 0 holds the last run's byte");
  check(found[1] == ByteAt(1, 0), "copy 1 holds the run's before it");
}

// The rail ends against a caller: the word advances all the same, and a call that comes later
// advances it and wakes nothing (R10).
template <Policy P, class Check>
void ReadyOutlivesTheRail(const Check& check) {
  const Load load = TwoBytes();
  Ends<P> ends(load, {});
  EndTable<P> table;
  table.Add(ends.a);
  {
    DirectRail<P> way(ends.a, ends.b, load.transfers);
    typename P::thread rail("rail", [&] { way.Run(); });
    typename P::thread caller("caller", [&] { table.Ready(ends.a_counts, 1); });
    typename P::thread closer("closer", [&] {
      table.Remove(ends.a);
      ends.a.Close();
    });
  }
  check(Newest<P>(ends.a_counts.ready) == 1, "ready advances, whether or not the rail lives");
  check(Newest<P>(ends.a_counts.sent) <= 1, "sent does not pass ready");
  table.Ready(ends.a_counts, 2);
  table.Ready(ends.a_counts, 1);
  check(Newest<P>(ends.a_counts.ready) == 2, "ready advances after the rail's end");
  check(Newest<P>(ends.a_counts.sent) <= 1, "nothing moves after the rail's end");
}

// An end is added while the job fails: it is failed too (R16), and ready leaves it so (R7).
template <Policy P, class Check>
void AnEndMadeDuringFailureIsBornFailed(const Check& check) {
  const Load load = TwoBytes();
  Ends<P> ends(load, {});
  EndTable<P> table;
  {
    typename P::thread failure("failure", [&] { table.Fail(); });
    typename P::thread creator("creator", [&] {
      table.Add(ends.a);
      table.Ready(ends.a_counts, 1);
    });
  }
  CheckFailed(ends.a_counts, check);
}

// Closing is not failing: it raises no count (R7).
template <Policy P, class Check>
void ClosingRaisesNothing(const Check& check) {
  const Load load = TwoBytes();
  Ends<P> ends(load, {});
  {
    DirectRail<P> way(ends.a, ends.b, load.transfers);
    typename P::thread rail("rail", [&] { way.Run(); });
    typename P::thread work("work", [&] {
      ends.a.Ready(2);
      ends.a.Close();
    });
  }
  const uint64_t sent = Newest<P>(ends.a_counts.sent);
  check(Newest<P>(ends.a_counts.ready) == 2, "ready stays what the work made it");
  check(sent <= 2, "no more is sent than was ready");
  check(Newest<P>(ends.b_counts.arrived) == sent, "what is sent has arrived");
}

}  // namespace protocol

#endif  // TESTS_PROTOCOL_READY_BODY_H_
