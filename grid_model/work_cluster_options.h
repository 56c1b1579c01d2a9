// The page's command line of `work_cluster`:
//   [--paths cpu hostfed thread] [--cores 119] [--count 30] [--limit 1000000] [--max-rounds 1000]
//   [--clusters 1 2 3]

#ifndef GRID_MODEL_WORK_CLUSTER_OPTIONS_H_
#define GRID_MODEL_WORK_CLUSTER_OPTIONS_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace grid_model {

struct WorkClusterOptions {
  std::vector<std::string> paths = {"cpu"};
  uint64_t cores = 119;
  uint64_t count = 30;
  uint64_t limit = 1'000'000;
  uint64_t max_rounds = 1000;
  // One loop per cluster (S). D: the page's defaults run one loop on all the cores, and the same on
  // cluster 2 or 3 alone.
  std::vector<uint64_t> clusters = {1};
};

// S: the cores are split into equal partitions, one per cluster; what is left over stays unused.
inline uint64_t CoresPerLoop(const WorkClusterOptions& options) {
  return options.cores / options.clusters.size();
}

// Reads the arguments after `work_cluster`. Both `--cores 119` and `--cores=119` will do; --paths
// and
// --clusters take one value or more. --limit is an unsigned 64-bit word; -5 stands for 2^64 - 5.
// Anything else is an InvalidArgumentError: one sentence that names what was given and what is
// allowed. What it accepts gives good words (kmx.h) for every loop.
absl::StatusOr<WorkClusterOptions> ParseWorkCluster(std::span<const std::string> args);

}  // namespace grid_model

#endif  // GRID_MODEL_WORK_CLUSTER_OPTIONS_H_
