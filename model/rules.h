// The rules of a rail, as monitors name them.
#ifndef MODEL_RULES_H_
#define MODEL_RULES_H_

#include <cstdint>
#include <span>
#include <string>

#include "sim/sim.h"

namespace model {

// A rule of the rail's contract. `who` can break it.
struct Rule {
  const char* id;        // "R7", "C2"
  const char* sentence;  // "a count at max stays at max"
  const char* who;       // "the rail", "the caller", "the rail or the caller"
};

// Those that the monitors in model/rules/ watch, in the contract's order.
std::span<const Rule> Rules();

enum class Breaker { kRail, kCaller };

// Ends the execution with a finding: `who` broke the rule `id` in the way that `how` says, a clause
// with the numbers in words.
void Broken(const char* id, Breaker who, const std::string& how, sim::Site site = sim::Site());

// What the count c names in a direction of n transfers, in words: "2 (transfer 1 of run 0, copy
// 0)", "0" or "max".
std::string InWords(std::uint64_t c, std::uint64_t n);

// The same as a thing: "transfer 1 of run 0, copy 0 (count 2)".
std::string TransferInWords(std::uint64_t c, std::uint64_t n);

}  // namespace model

#endif  // MODEL_RULES_H_
