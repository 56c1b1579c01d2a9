#include "model/rules.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "protocol/count.h"

namespace model {
namespace {

constexpr Rule kRules[] = {
    {"R1", "every count only grows", "the rail"},
    {"R2", "a transfer moves only after ready was seen to reach its count", "the rail"},
    {"R3", "work that acquires arrived >= c sees the bytes of c", "the rail or the caller"},
    {"R4", "once sent has reached c the source of c is read no more", "the rail"},
    {"R5", "the bytes of c go from src to dst in its run's copy, and no other byte is written",
     "the rail"},
    {"R6", "only the rail writes sent and arrived, only ready and failure write ready",
     "the rail or the caller"},
    {"R7", "a count at max stays at max", "the rail"},
    {"R8", "when the job fails, and only then, every count is raised to max", "the rail"},
    {"R9", "every transfer that ready was called for is moved in the end", "the rail"},
    {"R11", "a rail moves bytes only between landing areas", "the rail"},
    {"R12", "transfers move in count order, each exactly once", "the rail"},
    {"R13", "sent and arrived grow in either order", "the model"},
    {"R14", "ready(c) means at least c, whoever else called it with whatever count", "the rail"},
    {"R17", "bytes read after a wait that failure ended are not used", "the caller"},
    {"C1", "the bytes are placed before ready is called", "the caller"},
    {"C2",
     "a copy of outbound is written again only after sent reached the last count that read it",
     "the caller"},
    {"C3", "the receiver's reads of a run come before ready is called for the second run after it",
     "the caller"},
};

}  // namespace

std::span<const Rule> Rules() { return kRules; }

void Broken(const char* id, Breaker who, const std::string& how, sim::Site site) {
  const auto* rule = std::find_if(std::begin(kRules), std::end(kRules),
                                  [id](const Rule& r) { return std::strcmp(r.id, id) == 0; });
  const char* const sentence = rule == std::end(kRules) ? "a rule" : rule->sentence;
  sim::fail(id,
            std::string(id) + ": " + sentence + ": " + how + "; broken by " +
                (who == Breaker::kRail ? "the rail" : "the caller"),
            site);
}

std::string InWords(std::uint64_t c, std::uint64_t n) {
  if (c == protocol::kFailed) return "max";
  if (!protocol::IsCount(c) || n == 0) return std::to_string(c);
  const protocol::CountName name = protocol::NameOf(c, n);
  return std::to_string(c) + " (transfer " + std::to_string(name.transfer) + " of run " +
         std::to_string(name.run) + ", copy " + std::to_string(name.copy) + ")";
}

std::string TransferInWords(std::uint64_t c, std::uint64_t n) {
  if (!protocol::IsCount(c) || n == 0) return "count " + std::to_string(c);
  const protocol::CountName name = protocol::NameOf(c, n);
  return "transfer " + std::to_string(name.transfer) + " of run " + std::to_string(name.run) +
         ", copy " + std::to_string(name.copy) + " (count " + std::to_string(c) + ")";
}

}  // namespace model
