// One result of several: of searches that visited parts of one tree.
#ifndef SIM_EXPLORE_MERGE_H_
#define SIM_EXPLORE_MERGE_H_

#include <string>
#include <variant>
#include <vector>

#include "sim/explore/explore.h"

namespace sim {

// The result of the search that was not divided, of the results of all shards of it; or one
// sentence that says why they do not make one. A search or shard that was stopped and went on has
// several, in the order of time. It is equal to that of the search in one go, field by field, if
// every shard is over, but for `position` and what goes with shards: its first finding is the one
// that comes first in that order, with the same `found_after`; what lies behind it does not count
// (Options::keep_going being false), whoever visited it. Config::executions is each shard's own, so
// it is not.
//
// Where the search learns on its way that it must start again (exhaustive.h), shards may come to
// know different things; then the sentence gives a position to start all of them from.
std::variant<Result, std::string> Merge(std::vector<Result> shards);

// That position, where shards that are all there learned different things; else "".
std::string StartForAll(std::vector<Result> shards);

// Adds what came of the executions that come right after those of `total`. `exhausted` stays only
// if both are, `explorer`, `remark` and `before` are those of the first that has one, the position
// is left to the caller.
void Append(Result& total, Result next);

}  // namespace sim

#endif  // SIM_EXPLORE_MERGE_H_
