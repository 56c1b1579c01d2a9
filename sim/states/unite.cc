#include "sim/states/unite.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace sim {
namespace {

std::string WhyNot(const std::vector<StatesResult>& shards) {
  const std::size_t count = shards.size();
  for (std::size_t i = 0; i < count; ++i) {
    const StatesResult& shard = shards[i];
    if (shard.result.shard != i || shard.result.shards != count) {
      return "shard " + std::to_string(i + 1) + " of " + std::to_string(count) + " is missing";
    }
    if (shard.position == nullptr || !(shard.position->root == shards[0].position->root)) {
      return "shard " + std::to_string(i + 1) + " is of another version of the program";
    }
  }
  if (count == 0) return "there are no results";
  if (!WhatAllKnow(shards).matters) return "";
  return "the shards learned different things of the program";
}

void AddMarks(std::vector<Marks::Mark>& marks, const std::vector<Marks::Mark>& more) {
  for (const Marks::Mark& mark : more) {
    auto known = std::ranges::find_if(
        marks, [&mark](const Marks::Mark& m) { return std::strcmp(m.name, mark.name) == 0; });
    if (known == marks.end()) known = marks.insert(known, {.name = mark.name});
    known->executions = std::max(known->executions, mark.executions);
  }
}

}  // namespace

CommonKnowledge WhatAllKnow(const std::vector<StatesResult>& shards) {
  CommonKnowledge all;
  const bool found = std::ranges::any_of(
      shards, [](const StatesResult& shard) { return shard.result.findings > 0; });
  if (shards.empty() || found) return all;
  const StatesPosition& first = *shards[0].position;
  Accesses known = first.learned;
  for (const StatesResult& shard : shards) known.Merge(shard.position->learned);
  known.Settle();
  for (const StatesResult& shard : shards) {
    Accesses own = shard.position->learned;
    own.Settle();
    own.Merge(known);
    all.matters = all.matters || shard.position->expand != first.expand ||
                  Surprises(shard.position->expand, own);
  }
  all.beginning = BeginningOf(first, known);
  all.beginning.again = 0;
  all.beginning.shard = {.index = 0, .count = 0};
  return all;
}

std::variant<StatesResult, std::string> Unite(std::vector<StatesResult> shards) {
  if (std::string why = WhyNot(shards); !why.empty()) return why;
  StatesResult all = shards[0];
  all.tested = 0;
  all.position = nullptr;
  std::vector<Counted> counted;
  for (StatesResult& shard : shards) {
    std::vector<Counted>& more = shard.position->counted;
    counted.insert(counted.end(), more.begin(), more.end());
    more = {};
    AddMarks(all.result.marks, shard.result.marks);
    all.left_out_faults = all.left_out_faults || shard.left_out_faults;
    if (all.why_not_reduced == nullptr) all.why_not_reduced = shard.why_not_reduced;
    all.result.exhausted = all.result.exhausted && shard.result.exhausted;
    if (shard.result.findings == 0) continue;
    std::vector<Marks::Mark> marks = std::move(all.result.marks);
    all.result = std::move(shard.result);
    all.result.marks = std::move(marks);
    all.way = shard.way;
    break;
  }
  std::ranges::sort(counted, {}, &Counted::state);
  const auto same = std::ranges::unique(counted, {}, &Counted::state);
  counted.erase(same.begin(), same.end());
  all.states = counted.size();
  all.steps = 0;
  std::uint64_t ends = 0;
  for (const Counted& c : counted) {
    all.steps += c.steps;
    ends += c.end;
  }
  all.collision = ChanceOfCollision(all.states);
  Result& result = all.result;
  result.executions = std::max<std::uint64_t>(ends, 1);
  result.events = all.steps;
  result.shard = 0;
  result.shards = 1;
  if (result.findings > 0) result.found_after = all.states;
  return all;
}

}  // namespace sim
