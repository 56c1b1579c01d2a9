// Bazel's test sharding: several processes of one test, of which each takes a part.
#ifndef SCENARIOS_PROGRAM_BAZEL_SHARD_H_
#define SCENARIOS_PROGRAM_BAZEL_SHARD_H_

#include <optional>

#include "absl/status/statusor.h"
#include "scenarios/program/environment.h"
#include "sim/explore/partition.h"

namespace scenarios {

// From TEST_TOTAL_SHARDS and TEST_SHARD_INDEX; none if there is one process only. An error names
// the variable.
absl::StatusOr<std::optional<sim::Shard>> BazelShard(const Environment& environment);

// Tells Bazel that its shards are known here: makes TEST_SHARD_STATUS_FILE, if it is set.
void AnswerBazel(const Environment& environment);

}  // namespace scenarios

#endif  // SCENARIOS_PROGRAM_BAZEL_SHARD_H_
