#include "model/rules/counts.h"

#include <string>

#include "model/rules/moves.h"

namespace model {
namespace {

using protocol::kFailed;

constexpr const char* kNames[] = {"ready", "sent", "arrived"};

std::string WordInWords(const Facts& facts, Count which) {
  return std::string(kNames[static_cast<int>(which)]) + " of " +
         (which == Count::kArrived ? facts.receiver_name() : facts.sender_name());
}

std::string StoreInWords(const Facts& facts, const Crew& crew, Count which, std::uint64_t before,
                         std::uint64_t after) {
  const std::string from = before == kFailed ? "max" : std::to_string(before);
  return WordInWords(facts, which) + " went from " + from + " to " + InWords(after, facts.n()) +
         ", stored by " + crew.Name();
}

// R6. Failure may store every count; the rail sent and arrived; a caller ready, through ready.
void CheckWriter(const Facts& facts, const Crew& crew, Count which, std::uint64_t before,
                 std::uint64_t after) {
  const bool may = crew.role() == Role::kFailure ||
                   (which == Count::kReady ? crew.in_ready() : crew.role() == Role::kRail);
  if (!may) {
    Broken("R6", crew.breaker(), StoreInWords(facts, crew, which, before, after));
  }
}

// R1, R7.
void CheckGrowth(const Facts& facts, const Crew& crew, Count which, std::uint64_t before,
                 std::uint64_t after) {
  if (before == kFailed && after != kFailed) {
    Broken("R7", Breaker::kRail, StoreInWords(facts, crew, which, before, after));
  } else if (after < before) {
    Broken("R1", Breaker::kRail, StoreInWords(facts, crew, which, before, after));
  }
}

// R13: both orders are right, and both must occur.
void NoteOrder(Facts& facts, Count which, std::uint64_t after) {
  if (which == Count::kSent) {
    if (facts.receiver.counts.arrived.newest() < after) {
      sim::reached("sent grows before arrived");
    }
  } else if (facts.sender.counts.sent.newest() < after) {
    sim::reached("arrived grows before sent");
  }
}

}  // namespace

void CheckStore(Facts& facts, const Job& job, const Crew& crew, Count which, std::uint64_t before,
                std::uint64_t after) {
  CheckWriter(facts, crew, which, before, after);
  if (crew.role() == Role::kFailure && after != kFailed && job.watch_stores) {
    // In coherence order a store follows the failure's own.
    Broken("R7", Breaker::kRail,
           WordInWords(facts, which) + " went from max to " + InWords(after, facts.n()) +
               ", stored as if it had not failed");
  }
  if (before == after) return;
  if (job.watch_stores) CheckGrowth(facts, crew, which, before, after);
  if (after == kFailed) {
    if (!job.failing) {
      Broken("R8", crew.breaker(),
             StoreInWords(facts, crew, which, before, after) + ", though the job has not failed");
    }
    return;
  }
  if (which == Count::kReady || before == kFailed) return;
  CheckAstrayAtStore(facts, after);
  if (after != before + 1) {
    Broken("R12", crew.breaker(), StoreInWords(facts, crew, which, before, after));
  }
  which == Count::kSent ? CheckSent(facts, after) : CheckArrived(facts, after);
  NoteOrder(facts, which, after);
}

void CheckReadyReturned(const Facts& facts, const Job& job, std::uint64_t c) {
  const std::uint64_t ready = facts.sender.counts.ready.newest();
  if (job.watch_stores && ready < c) {
    Broken("R14", Breaker::kRail,
           "ready(" + std::to_string(c) + ") has returned and " +
               WordInWords(facts, Count::kReady) + " is " + std::to_string(ready));
  }
}

}  // namespace model
