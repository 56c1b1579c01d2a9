#include "grid_model/admission.h"

#include <algorithm>

namespace grid_model {
namespace {

bool Conflict(const kmx_command& a, const kmx_command& b) {
  return ((a.flags | b.flags) & KMX_EXCLUSIVE) != 0 && Overlap(GroupOf(a), GroupOf(b));
}

}  // namespace

kmx_reason CheckCommand(const kmx_command& command, const Grid& grid, const Group& partition) {
  const Group group = GroupOf(command);
  if (command.handler != KMX_STEP && command.handler != KMX_SUM) return KMX_REASON_UNKNOWN_HANDLER;
  if ((command.flags & ~uint32_t{KMX_ALL_FLAGS}) != 0) return KMX_REASON_BAD_FLAGS;
  if (group.count == 0) return KMX_REASON_EMPTY_GROUP;
  if (!Contains({0, grid.cores()}, group)) return KMX_REASON_OUTSIDE_GRID;
  if (!Contains(partition, group)) return KMX_REASON_OUTSIDE_PARTITION;
  if (command.a0 != grid.state_address()) return KMX_REASON_BAD_ADDRESS;
  if (grid.HasDownCore(group)) return KMX_REASON_CORE_DOWN;
  return KMX_REASON_NONE;
}

const char* ReasonText(uint32_t reason) {
  switch (reason) {
    case KMX_REASON_NONE:
      return "none";
    case KMX_REASON_UNKNOWN_HANDLER:
      return "unknown handler";
    case KMX_REASON_BAD_FLAGS:
      return "bad flags";
    case KMX_REASON_EMPTY_GROUP:
      return "empty group";
    case KMX_REASON_OUTSIDE_GRID:
      return "group outside the grid";
    case KMX_REASON_OUTSIDE_PARTITION:
      return "group outside the run's partition";
    case KMX_REASON_BAD_ADDRESS:
      return "bad address";
    case KMX_REASON_CORE_DOWN:
      return "core down";
    case KMX_REASON_NOT_LOADED:
      return "program not loaded";
    case KMX_REASON_DISPATCHER_FULL:
      return "dispatcher full";
    case KMX_REASON_EXCLUSIVE:
      return "exclusive conflict";
    case KMX_REASON_STOPPED:
      return "run stopped";
    case KMX_REASON_NO_RESULT:
      return "result command without a result";
    case KMX_REASON_TWO_RESULTS:
      return "result command with more than one result";
    case KMX_REASON_UNEXPECTED_RESULT:
      return "result from a command that asked for none";
    case KMX_REASON_CORE_FAULT:
      return "core fault";
    case KMX_REASON_HUNG:
      return "hung";
  }
  return "unknown reason";
}

InFlight::Taken InFlight::Take(const kmx_command& command) {
  if (commands_.size() >= kMaxEntries) return {.reason = KMX_REASON_DISPATCHER_FULL};
  const bool conflict = std::any_of(commands_.begin(), commands_.end(), [&](const auto& entry) {
    return Conflict(entry.second, command);
  });
  if (conflict) return {.reason = KMX_REASON_EXCLUSIVE};
  commands_.emplace(next_, command);
  return {.entry = next_++};
}

}  // namespace grid_model
