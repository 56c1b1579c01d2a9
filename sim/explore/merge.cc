#include "sim/explore/merge.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "sim/explore/position.h"

namespace sim {
namespace {

// `before` executions came before those that `next` counts.
void AppendMarks(std::vector<Marks::Mark>& marks, const std::vector<Marks::Mark>& next,
                 std::uint64_t before) {
  for (const Marks::Mark& mark : next) {
    auto known = std::find_if(marks.begin(), marks.end(), [&mark](const Marks::Mark& m) {
      return std::strcmp(m.name, mark.name) == 0;
    });
    if (known == marks.end()) known = marks.insert(known, {.name = mark.name});
    if (mark.executions == 0) continue;
    known->executions += mark.executions;
    known->last = before + mark.last;
  }
}

void AppendPart(std::vector<Part>& parts, Part next) {
  if (parts.empty() || parts.back().number != next.number) {
    parts.push_back(std::move(next));
    return;
  }
  Part& part = parts.back();
  AppendMarks(part.marks, next.marks, part.executions);
  if (part.findings == 0 && next.found_after > 0) {
    part.found_after = part.executions + next.found_after;
  }
  part.executions += next.executions;
  part.events += next.events;
  part.findings += next.findings;
}

// One part of a shard's result, as a result. The finding is that of the first part that has one.
Result ResultOf(const Part& part, Result& shard) {
  Result result;
  if (part.findings > 0 && shard.found_after > 0) {
    result.finding = std::move(shard.finding);
    result.tape = std::move(shard.tape);
    result.trace = std::move(shard.trace);
    result.confirmed = shard.confirmed;
    result.stopped = shard.stopped;
    shard.found_after = 0;
  }
  result.found_after = part.found_after;
  result.points = shard.points;
  result.executions = part.executions;
  result.events = part.events;
  result.findings = part.findings;
  result.marks = part.marks;
  result.explorer = shard.explorer;
  result.remark = shard.remark;
  return result;
}

// Where a search had to start again, what earlier results of it say does not count.
void DropVoid(std::vector<Result>& shards) {
  for (std::size_t i = shards.size(); i-- > 0;) {
    if (!shards[i].started_again) continue;
    const std::uint32_t shard = shards[i].shard;
    const auto end = shards.begin() + static_cast<std::ptrdiff_t>(i);
    const auto kept =
        std::remove_if(shards.begin(), end, [&](const Result& r) { return r.shard == shard; });
    i = static_cast<std::size_t>(kept - shards.begin());
    shards.erase(kept, end);
  }
}

// A position at the root that knows what all learned, if that makes the tree another one than some
// visited.
std::string CommonStart(const std::vector<Result>& shards) {
  std::vector<SearchState> roots;
  SearchState all;
  for (const Result& shard : shards) {
    const auto state = ParsePosition(shard.learned);
    if (!std::holds_alternative<SearchState>(state)) return "";
    const SearchState& root = roots.emplace_back(std::get<SearchState>(state));
    all.learned.Add(root.learned);
  }
  for (const SearchState& root : roots) {
    if (root.learned.SameTree(all.learned)) continue;
    SearchState start = roots.back();
    start.learned = all.learned;
    return ToText(start);
  }
  return "";
}

// Why the results do not make one; else what all learned is in `learned`.
std::string WhyNot(const std::vector<Result>& shards, Learned& learned) {
  std::vector<std::uint64_t> visited(shards[0].shards, 0);
  std::vector<bool> seen(shards[0].shards, false);
  for (const Result& shard : shards) {
    const std::string name = std::to_string(shard.shard) + " of " + std::to_string(shard.shards);
    if (shard.finding.verdict == Verdict::kDiverged) return shard.finding.message;
    if (shard.shards != shards[0].shards) {
      return "a shard is " + name + ", another one of " + std::to_string(shards[0].shards);
    }
    if (seen[shard.shard] && shard.before == 0 && visited[shard.shard] > 0)
      return "shard " + name + " is there twice";
    if (shard.before != visited[shard.shard]) {
      return "a result of shard " + name + " goes on from " + std::to_string(shard.before) +
             " executions, but there are " + std::to_string(visited[shard.shard]) + " before it";
    }
    seen[shard.shard] = true;
    visited[shard.shard] += shard.executions;
    if (shard.shards == 1) continue;
    const auto state = ParsePosition(shard.learned);
    if (!std::holds_alternative<SearchState>(state)) return std::get<std::string>(state);
    learned.Add(std::get<SearchState>(state).learned);
  }
  const auto missing = std::find(seen.begin(), seen.end(), false);
  if (missing != seen.end()) {
    return "shard " + std::to_string(missing - seen.begin()) + " of " +
           std::to_string(shards[0].shards) + " is missing";
  }
  const std::string start = shards[0].shards > 1 ? CommonStart(shards) : "";
  if (start.empty()) return "";
  return "the shards learned different things of the program, so that their parts are not those of "
         "one tree: run all of them again, going on from the position " +
         start;
}

}  // namespace

std::variant<Result, std::string> Merge(std::vector<Result> shards) {
  if (shards.empty()) return "there are no results";
  DropVoid(shards);
  Learned learned;
  if (std::string why = WhyNot(shards, learned); !why.empty()) return why;
  struct Visited {
    Part part;
    Result* shard;
  };
  std::vector<Visited> parts;
  std::vector<bool> exhausted(shards[0].shards);
  for (Result& shard : shards) {
    exhausted[shard.shard] = shard.exhausted;
    for (const Part& part : shard.parts) parts.push_back({part, &shard});
    if (shard.shards > 1) continue;
    parts.push_back({{.number = 1,
                      .executions = shard.executions,
                      .events = shard.events,
                      .findings = shard.findings,
                      .found_after = shard.found_after,
                      .marks = shard.marks},
                     &shard});
  }
  std::stable_sort(parts.begin(), parts.end(), [](const Visited& a, const Visited& b) {
    return a.part.number < b.part.number;
  });
  Result total;
  total.exhausted = true;
  for (const Visited& visited : parts) {
    Append(total, ResultOf(visited.part, *visited.shard));
    if (total.stopped) break;
  }
  total.explorer = shards[0].explorer;
  total.exhausted = !total.stopped && !learned.incomplete &&
                    std::ranges::all_of(exhausted, [](bool e) { return e; });
  return total;
}

std::string StartForAll(std::vector<Result> shards) {
  DropVoid(shards);
  return CommonStart(shards);
}

void Append(Result& total, Result next) {
  if (total.findings == 0) {
    total.points = next.points;
    if (next.findings > 0) {
      total.finding = std::move(next.finding);
      if (next.found_after > 0) total.found_after = total.executions + next.found_after;
      total.tape = std::move(next.tape);
      total.trace = std::move(next.trace);
      total.confirmed = next.confirmed;
    }
  }
  AppendMarks(total.marks, next.marks, total.executions);
  for (Part& part : next.parts) AppendPart(total.parts, std::move(part));
  if (total.executions == 0 && total.before == 0) {
    total.before = next.before;
    total.started_again = next.started_again;
  }
  total.executions += next.executions;
  total.events += next.events;
  total.findings += next.findings;
  total.exhausted = total.exhausted && next.exhausted;
  total.stopped = total.stopped || next.stopped;
  if (total.explorer.empty()) total.explorer = std::move(next.explorer);
  if (total.remark.empty()) total.remark = std::move(next.remark);
}

}  // namespace sim
