// The page's work_cluster.py on the model: the replay, the paths, the comparison, one JSON line.

#ifndef GRID_MODEL_WORK_CLUSTER_H_
#define GRID_MODEL_WORK_CLUSTER_H_

#include <string>
#include <vector>

#include "grid_model/replay.h"
#include "grid_model/work_cluster_options.h"

namespace grid_model {

struct WorkClusterReport {
  // One line without its line end. The page's names (S): replay_<cluster>, then per path and
  // cluster same_as_numpy, same_commands, state_wrong, and ok. What they hold besides is ours (O):
  // each replay's cores, base, code, rounds, commands, sum, trail and distinct_groups, and, only
  // where a loop differs, `why` in a sentence.
  //   {"replay_1":{"cores":119,...,"sum":1004917,...},
  //    "cpu":{"1":{"same_as_numpy":true,"same_commands":true,"state_wrong":0}},"ok":true}
  std::string json;
  // S: every path asked for ran and matched on every cluster. Without it the program must exit
  // non-zero.
  bool ok = false;
};

// REQUIRES: `options` as ParseWorkCluster returns them. Deterministic; prints nothing.
WorkClusterReport RunWorkCluster(const WorkClusterOptions& options);

// The loop of each cluster, in the order of options.clusters: partition i belongs to the i-th.
std::vector<ReplayLoop> LoopsOf(const WorkClusterOptions& options);

}  // namespace grid_model

#endif  // GRID_MODEL_WORK_CLUSTER_H_
