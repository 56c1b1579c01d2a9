#include "model/rules/waits.h"

namespace model {
namespace {

// Whether the running fiber has waited until arrived was at least c, with acquire order or not.
bool HasWaited(const Facts& facts, std::uint64_t c, bool acquires) {
  for (const Waited& wait : facts.arrived_waits) {
    if (wait.reached >= c && wait.acquires == acquires && wait.when.seen()) return true;
  }
  return false;
}

// The bytes of c's copy of inbound once the transfers of its run up to c have landed.
std::string Expected(Facts& facts, std::uint64_t c) {
  std::string image(facts.receiver.inbound.size() / 2, '\0');
  const std::uint64_t run = protocol::NameOf(c, facts.n()).run;
  for (std::uint64_t i = protocol::CountOf(run, 0, facts.n()); i <= c; ++i) {
    const std::string& bytes = facts.At(i).bytes;
    image.replace(facts.load.transfers[protocol::NameOf(i, facts.n()).transfer].dst, bytes.size(),
                  bytes);
  }
  return image;
}

}  // namespace

void CheckBeforeRead(Facts& facts, std::uint64_t c) {
  const std::optional<sim::moment>& landed = facts.At(c).landed;
  if (landed && landed->seen()) return;
  const std::string what =
      TransferInWords(c, facts.n()) + " is read before it has landed for the reader";
  if (HasWaited(facts, c, /*acquires=*/true)) {
    Broken("R3", Breaker::kRail, what + ", which has acquired arrived of it");
  } else if (HasWaited(facts, c, /*acquires=*/false)) {
    Broken("R3", Breaker::kCaller, what + ", which has waited for it without acquire order");
  } else {
    Broken("R3", Breaker::kCaller, what + ", which has not waited for it");
  }
}

void CheckRead(Facts& facts, std::uint64_t c, std::uint64_t place, const std::string& bytes) {
  const std::string expected = Expected(facts, c).substr(place, bytes.size());
  if (bytes == expected) return;
  std::size_t at = 0;
  while (bytes[at] == expected[at]) ++at;
  Broken("R3", Breaker::kRail,
         "the reader of " + TransferInWords(c, facts.n()) + " finds " +
             std::to_string(static_cast<unsigned char>(bytes[at])) + " at byte " +
             std::to_string(place + at) + " of the copy, and " +
             std::to_string(static_cast<unsigned char>(expected[at])) + " was placed");
}

void CheckUse(const Got& got) {
  if (got.tainted) {
    Broken("R17", Breaker::kCaller,
           std::to_string(got.bytes.size()) +
               " bytes are used that were read after failure had "
               "ended the wait for them");
  }
}

}  // namespace model
