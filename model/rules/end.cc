#include "model/rules/end.h"

#include <string>

#include "model/rules.h"
#include "model/rules/moves.h"

namespace model {
namespace {

constexpr char kReady[] = "ready";

struct Word {
  const char* name;
  const char* end;
  std::uint64_t value;
};

}  // namespace

void CheckEnd(Facts& facts, const Job& job) {
  CheckAstrayAtStore(facts, 0);
  const Word words[] = {
      {kReady, facts.sender_name(), facts.sender.counts.ready.newest()},
      {"sent", facts.sender_name(), facts.sender.counts.sent.newest()},
      {"arrived", facts.receiver_name(), facts.receiver.counts.arrived.newest()},
  };
  const std::uint64_t called = facts.Called();
  for (const Word& word : words) {
    if (job.failed && word.value != protocol::kFailed) {
      Broken("R8", Breaker::kRail,
             std::string("the job has failed and ") + word.name + " of " + word.end + " is " +
                 std::to_string(word.value));
    }
    const bool tells = word.name != kReady;
    if (!job.failed && tells && facts.n() > 0 && word.value < called) {
      Broken("R9", Breaker::kRail,
             "ready was called for " + InWords(called, facts.n()) + ", all is over, and " +
                 word.name + " of " + word.end + " is " + std::to_string(word.value));
    }
  }
}

}  // namespace model
