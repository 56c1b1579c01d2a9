// The bugs of rails and callers that must be caught: each with the smallest scenario that shows it.
#include <string>
#include <utility>

#include "scenarios/rail_scenarios.h"

namespace scenarios {
namespace {

constexpr char kDelivery[] = "rail/delivery";
constexpr char kReuse[] = "rail/outbound_reuse";
constexpr char kFailure[] = "rail/failure";
constexpr char kCallers[] = "rail/many_callers";
constexpr char kMidRun[] = "rail/mid_run_wait";

Mutant Row(int number, std::string name, std::string bug, std::vector<std::string> caught_by,
           std::string scenario, Values set = {}) {
  return {number,        std::move(name), std::move(bug), std::move(caught_by), std::move(scenario),
          std::move(set)};
}

// An order is too weak, which under sc is none.
Mutant Weak(int number, std::string name, std::string bug, std::vector<std::string> caught_by,
            std::string scenario, Values set = {}) {
  Mutant mutant = Row(number, std::move(name), std::move(bug), std::move(caught_by),
                      std::move(scenario), std::move(set));
  mutant.weak = true;
  return mutant;
}

// Parameters of the smallest runs. Bytes of one length, so that sizes are no choice.
Values Sizes(std::uint64_t n, std::uint64_t runs) {
  return {{"n", n}, {"runs", runs}, {"length", 1}};
}
// The failure is certain, as nothing is to be seen without.
Values Failing(std::uint64_t runs) { return {{"n", 1}, {"runs", runs}, {"certain", 1}}; }

std::vector<Mutant> Orders() {
  return {
      Weak(1, "ready-relaxed", "ready is grown with relaxed order", {"data race"}, kDelivery,
           Sizes(1, 1)),
      Weak(2, "ready-load-relaxed", "the rail loads ready with relaxed order", {"data race"},
           kDelivery, Sizes(1, 1)),
      Weak(3, "arrived-relaxed", "arrived is grown with relaxed order", {"R3"}, kDelivery,
           Sizes(1, 1)),
      Weak(4, "arrived-wait-relaxed", "the caller waits for arrived with relaxed order", {"R3"},
           kDelivery, Sizes(1, 1)),
      Weak(5, "sent-relaxed", "sent is grown with relaxed order", {"R4"}, kReuse),
      Weak(6, "sent-wait-relaxed", "the caller waits for sent with relaxed order", {"C2"}, kReuse),
      Row(7, "arrived-before-bytes", "arrived grows before the bytes are moved", {"R3"}, kDelivery,
          Sizes(1, 1)),
      Row(8, "sent-before-read", "sent grows before the source is read", {"R4"}, kReuse),
  };
}

std::vector<Mutant> Failures() {
  return {
      Row(9, "ready-plain-store", "ready is stored, not grown", {"R7"}, kFailure, Failing(1)),
      Row(10, "ready-load-store", "ready is loaded, compared, then stored", {"R7"}, kFailure,
          Failing(1)),
      Row(11, "sent-plain-store", "sent is stored, not grown", {"R7"}, kFailure, Failing(1)),
      Row(12, "sent-test-store", "sent is stored if the job had not failed a moment ago", {"R7"},
          kFailure, Failing(1)),
      Row(13, "arrived-plain-store", "arrived is stored, not grown", {"R7"}, kFailure, Failing(1)),
      Row(14, "arrived-fetch-add", "arrived is grown by one, whatever it is", {"R7"}, kFailure,
          Failing(1)),
      Row(15, "raised-before-stopped", "failure raises the counts before it stops the rail", {"R2"},
          kFailure, Failing(2)),
      Row(16, "failure-forgets-sent", "failure does not raise sent", {"R8", "deadlock"}, kFailure,
          Failing(3)),
      Row(17, "failure-forgets-arrived", "failure does not raise arrived", {"R8", "deadlock"},
          kFailure, Failing(1)),
  };
}

std::vector<Mutant> Callers() {
  return {
      Row(20, "callers-plain-store", "two callers of a ready that stores", {"R1", "R14"}, kCallers),
      Row(21, "callers-load-store", "two callers of a ready that loads, compares, then stores",
          {"R1", "R14"}, kCallers),
      Row(22, "callers-lose-transfer", "as 20, noticed by the transfer that is lost",
          {"R9", "deadlock"}, kCallers, {{"watch_stores", 0}}),
      Row(48, "no-sent-wait", "the caller does not wait for sent", {"C2"}, kReuse),
      Row(49, "sent-wait-short", "the caller waits for sent of three runs before", {"C2"}, kReuse),
      Row(50, "no-inbound-order", "the caller does not order the reuse of inbound", {"C3"},
          "rail/inbound_reuse"),
      Row(63, "caller-stores-sent", "the caller stores sent itself", {"R6"}, kDelivery,
          Sizes(1, 1)),
      Row(64, "ready-before-bytes", "the caller places the bytes after ready", {"C1"}, kDelivery,
          Sizes(1, 1)),
  };
}

std::vector<Mutant> Moves() {
  return {
      Row(23, "source-copy-by-count", "the sending side takes copy c mod 2", {"R5"}, kDelivery,
          Sizes(2, 1)),
      Row(24, "copies-by-count", "both sides take copy c mod 2", {"R5"}, kDelivery, Sizes(2, 1)),
      Row(25, "run-from-count", "the run is c / n", {"R5"}, kDelivery, Sizes(1, 1)),
      Row(26, "one-copy", "only one copy is used", {"R5"}, kDelivery, Sizes(1, 2)),
      Row(27, "dst-of-another", "a transfer lands at another's dst", {"R5"}, kDelivery,
          Sizes(2, 1)),
      Row(61, "src-for-dst", "a transfer lands at its src (27 too)", {"R5"}, kDelivery,
          Sizes(2, 1)),
      Row(28, "jump-sends-last", "of a jump of ready only the last count moves", {"R12"},
          "rail/jumping_ready", {{"n", 1}}),
      Row(29, "one-past-ready", "one transfer more than ready moves", {"R2"}, kDelivery,
          Sizes(1, 1)),
      Row(30, "no-wake", "ready stores and does not wake", {"R9", "deadlock"}, kDelivery,
          Sizes(1, 1)),
      Row(31, "wake-before-store", "ready wakes before it stores", {"R9", "deadlock"}, kDelivery,
          Sizes(1, 1)),
      Row(36, "sent-at-run-end", "sent grows only at a run's end", {"R9", "deadlock"}, kMidRun),
      Row(37, "arrived-at-run-end", "arrived grows only at a run's end", {"R9", "deadlock"},
          kMidRun),
      Row(62, "past-the-area", "a transfer lands beyond the area", {"R11"}, kDelivery, Sizes(1, 1)),
      Row(65, "ready-one-at-a-time", "ready advances by one, however far it is to go", {"R14"},
          "rail/jumping_ready", {{"n", 1}}),
      Row(66, "sent-one-late", "sent tells of a transfer when the next moves", {"R9"}, kDelivery,
          Sizes(1, 1)),
  };
}

}  // namespace

std::vector<Mutant> RailMutants() {
  std::vector<Mutant> all;
  for (const std::vector<Mutant>& some : {Orders(), Failures(), Callers(), Moves()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace scenarios
