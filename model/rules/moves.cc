#include "model/rules/moves.h"

#include <algorithm>
#include <string>

namespace model {
namespace {

using protocol::kFailed;

std::string Bytes(std::size_t first, std::size_t count) {
  return "bytes [" + std::to_string(first) + ".." + std::to_string(first + count) + ")";
}

// One of the two areas between which a direction's bytes move.
struct Side {
  const char* area;
  std::size_t size;
  std::uint64_t (Facts::*place)(std::uint64_t c) const;
  std::uint64_t& done;  // the last count of this area
  const char* verb;
};

std::string AccessInWords(const Facts& facts, const Side& side, std::size_t first,
                          std::size_t count) {
  const bool source = side.place == &Facts::SourceOf;
  return Bytes(first, count) + " of " + (source ? facts.sender_name() : facts.receiver_name()) +
         "'s " + side.area + " are " + side.verb;
}

bool Fits(const Facts& facts, const Side& side, std::uint64_t c, std::size_t first,
          std::size_t count) {
  return (facts.*side.place)(c) == first && facts.LengthOf(c) == count;
}

// Whether a read of c's run is not known to be over by the rail, which is running.
bool IsBeingRead(const Facts& facts, std::uint64_t c) {
  const std::uint64_t run = protocol::NameOf(c, facts.n()).run;
  return std::any_of(facts.reads.begin(), facts.reads.end(),
                     [run](const RunRead& read) { return read.run == run && !read.when.seen(); });
}

// The access is not the next count's. Ends in a finding, or leaves the verdict to the next store.
void GoneAstray(Facts& facts, const Side& side, std::uint64_t next, std::size_t first,
                std::size_t count, sim::Site site) {
  const bool source = side.place == &Facts::SourceOf;
  if (facts.n() == 0) {
    Broken("R5", Breaker::kRail, AccessInWords(facts, side, first, count) + ", and nothing is sent",
           site);
    return;
  }
  const std::string how = AccessInWords(facts, side, first, count) + " while the next is " +
                          TransferInWords(next, facts.n()) + ", whose " +
                          Bytes((facts.*side.place)(next), facts.LengthOf(next)) + " they are not";
  for (std::uint64_t c = facts.Called(); c > 0; --c) {
    if (!Fits(facts, side, c, first, count)) continue;
    if (!source && IsBeingRead(facts, c)) break;
    facts.astray = Astray{next, c, how};
    side.done = c > side.done ? c : side.done;
    return;
  }
  Broken("R5", Breaker::kRail, how, site);
}

// Whether the access is the next count's, which then is `next`.
bool IsNext(Facts& facts, const Side& side, std::size_t first, std::size_t count, sim::Site site,
            std::uint64_t* next) {
  if (first > side.size || count > side.size - first) {
    Broken("R11", Breaker::kRail,
           AccessInWords(facts, side, first, count) + ", and it has " + std::to_string(side.size),
           site);
  }
  *next = side.done + 1;
  if (facts.n() > 0 && Fits(facts, side, *next, first, count)) return true;
  GoneAstray(facts, side, *next, first, count, site);
  return false;
}

// R2.
void CheckReadySeen(Facts& facts, std::uint64_t c, sim::Site site) {
  if (facts.ReadySeen(c)) return;
  const std::uint64_t loaded = facts.ready_loaded;
  Broken("R2", Breaker::kRail,
         TransferInWords(c, facts.n()) + " moves, and the rail has seen ready of " +
             facts.sender_name() + " reach no more than " + std::to_string(loaded),
         site);
}

}  // namespace

void CheckSourceRead(Facts& facts, std::size_t first, std::size_t count, sim::Site site) {
  const Side side{"outbound", facts.sender.outbound.size(), &Facts::SourceOf, facts.sources,
                  "read"};
  std::uint64_t c;
  if (!IsNext(facts, side, first, count, site, &c)) return;
  CheckReadySeen(facts, c, site);
  if (const std::uint64_t sent = facts.sender.counts.sent.newest(); sent >= c && sent != kFailed) {
    Broken("R4", Breaker::kRail,
           "the source of " + TransferInWords(c, facts.n()) + " is read after sent of " +
               facts.sender_name() + " has reached " + std::to_string(sent),
           site);
  }
  facts.At(c).read = facts.Now();
  facts.sources = c;
}

void CheckLanding(Facts& facts, std::size_t first, std::size_t count, sim::Site site) {
  const Side side{"inbound", facts.receiver.inbound.size(), &Facts::DestinationOf, facts.landings,
                  "written"};
  std::uint64_t c;
  if (!IsNext(facts, side, first, count, site, &c)) return;
  facts.At(c).landed = facts.Now();
  facts.landings = c;
}

void CheckWrongArea(const Facts& facts, const char* area, bool write, sim::Site site) {
  Broken("R5", Breaker::kRail,
         std::string("the rail from ") + facts.sender_name() + " to " + facts.receiver_name() +
             (write ? " writes " : " reads ") + area,
         site);
}

void CheckSent(Facts& facts, std::uint64_t c) {
  facts.sent.push_back({c, facts.LastStep()});
  CheckReadySeen(facts, c, sim::Site());
  const std::optional<sim::moment>& read = facts.At(c).read;
  if (!read || !read->seen()) {
    Broken("R4", Breaker::kRail,
           std::string("sent of ") + facts.sender_name() + " reached " + InWords(c, facts.n()) +
               " before its source was read");
  }
}

void CheckArrived(Facts& facts, std::uint64_t c) {
  CheckReadySeen(facts, c, sim::Site());
  const std::optional<sim::moment>& landed = facts.At(c).landed;
  if (!landed || !landed->seen()) {
    Broken("R3", Breaker::kRail,
           std::string("arrived of ") + facts.receiver_name() + " reached " +
               InWords(c, facts.n()) + " before its bytes were in place");
  }
}

void CheckAstrayAtStore(Facts& facts, std::uint64_t stored) {
  if (!facts.astray) return;
  const Astray astray = *facts.astray;
  const bool right_count = stored == astray.next;
  Broken(right_count ? "R5" : "R12", Breaker::kRail,
         astray.how + (right_count ? ""
                                   : ": " + TransferInWords(astray.matches, facts.n()) +
                                         " moves out of turn"));
}

void CheckAstrayAtRead(const Facts& facts, std::uint64_t run) {
  if (facts.astray && protocol::NameOf(facts.astray->matches, facts.n()).run == run) {
    Broken("R5", Breaker::kRail, facts.astray->how);
  }
}

}  // namespace model
