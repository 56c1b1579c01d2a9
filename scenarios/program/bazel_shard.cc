#include "scenarios/program/bazel_shard.h"

#include <cstdint>
#include <fstream>
#include <string>

#include "scenarios/catalog.h"

namespace scenarios {

absl::StatusOr<std::optional<sim::Shard>> BazelShard(const Environment& environment) {
  const std::string total = environment.variable("TEST_TOTAL_SHARDS");
  if (total.empty()) return std::nullopt;
  const std::optional<std::uint64_t> count = ReadNumber(total);
  if (!count || *count > sim::Partition::kParts) {
    return absl::InvalidArgumentError("TEST_TOTAL_SHARDS can't be '" + total + "'; allowed: 0 to " +
                                      std::to_string(sim::Partition::kParts));
  }
  if (*count <= 1) return std::nullopt;
  const std::string own = environment.variable("TEST_SHARD_INDEX");
  const std::optional<std::uint64_t> index = ReadNumber(own);
  if (!index || *index >= *count) {
    return absl::InvalidArgumentError("TEST_SHARD_INDEX can't be '" + own + "'; allowed: 0 to " +
                                      std::to_string(*count - 1));
  }
  return sim::Shard{static_cast<std::uint32_t>(*index), static_cast<std::uint32_t>(*count)};
}

void AnswerBazel(const Environment& environment) {
  const std::string file = environment.variable("TEST_SHARD_STATUS_FILE");
  if (!file.empty()) std::ofstream(file, std::ios::app).flush();
}

}  // namespace scenarios
