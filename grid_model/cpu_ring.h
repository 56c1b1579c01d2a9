// The ring of the page's `cpu` path: the calls of kmx_ring.h against a fake kernel that runs STEP
// and SUM on a model of the grid, one after another, on the caller's thread.
//
// A command is taken (and its admission decided) when it is submitted; it is in flight until a wait
// comes to it. So a SUM submitted before STEP was waited for is rejected, reason 11, here as on the
// card. Several rings may share one grid and its table of commands in flight.
//
// Time is the grid's own: each command takes as many ticks as its group has cores (O), the ring's
// commands run one after another, and only a wait lets time pass. One execution, one thread.

#ifndef GRID_MODEL_CPU_RING_H_
#define GRID_MODEL_CPU_RING_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "grid_model/admission.h"
#include "grid_model/backend.h"
#include "grid_model/grid.h"
#include "grid_model/group.h"

namespace grid_model {

struct CpuRingOptions {
  // The most commands accepted and not yet reaped, so an event always has a slot (O).
  std::size_t depth = 16;
  // The cores this ring's run may use; without it, the whole grid.
  std::optional<Group> partition = std::nullopt;
  // Ticks from a call to its deadline; the default never comes.
  uint64_t patience = UINT64_MAX;
};

// A command the fake kernel ran, in the order of running. Rejected commands are not run.
struct CommandRun {
  kmx_command command;
  std::optional<uint64_t> result;  // the leader's result word, for a SUM
};

class CpuRing final : public Ring {
 public:
  // `grid` and `in_flight` are shared by the rings of one grid and must outlive them.
  CpuRing(Grid* grid, InFlight* in_flight, const CpuRingOptions& options = {});
  ~CpuRing() override;

  kmx_ring_status Submit(const kmx_command& command, uint64_t* ticket, uint64_t deadline) override;
  kmx_ring_status Wait(uint64_t ticket, kmx_event* event, uint64_t deadline) override;
  uint64_t Deadline() override;

  // The host stops the run: later calls return KMX_STOPPED, but for events that are already there.
  void Stop() { stopped_ = true; }

  const std::vector<CommandRun>& log() const { return log_; }
  uint64_t now() const { return now_; }

 private:
  struct Pending {
    uint64_t ticket;
    kmx_command command;
    InFlight::Entry entry;
    uint64_t finish;  // the moment it will be done
  };

  void RunFront();
  kmx_event Run(const Pending& pending);

  Grid* grid_;
  InFlight* in_flight_;
  CpuRingOptions options_;
  std::deque<Pending> pending_;
  std::map<uint64_t, kmx_event> events_;  // by ticket, not yet reaped
  std::vector<CommandRun> log_;
  uint64_t next_ticket_ = 1;
  uint64_t now_ = 0;
  bool stopped_ = false;
};

}  // namespace grid_model

#endif  // GRID_MODEL_CPU_RING_H_
