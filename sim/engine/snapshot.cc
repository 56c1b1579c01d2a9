// Executions that are saved in the middle, and gone on with.
#include "sim/engine/snapshot.h"

#include "sim/engine/execution.h"
#include "sim/fiber/heap_watch.h"

namespace sim {

// Saves the execution if that is wanted, and if all there is to it is in the engine and on stacks.
bool Execution::SaveHere() {
  if (HeapBalance() != heap_before_ || !monitors_.empty() || !scheduler_.CanSave()) return false;
  saving_to_ = graph_explorer_->SaveHere();
  return saving_to_ != nullptr && scheduler_.Checkpoint();
}

void Execution::OnCheckpoint() {
  Snapshot& s = *saving_to_;
  s.at = graph_->size();
  scheduler_.SaveTo(s.fibers);
  repetition_.SaveTo(s.order);
  locations_.SaveTo(s.locations);
  races_.SaveTo(s.races);
  s.area_labels = area_labels_;
  marks_.ReachedNow(s.marks);
  s.names.assign(names_, names_ + graph_->fibers());
  s.waiting.clear();
  for (int f = 0; f < graph_->fibers(); ++f) {
    if (waiting_[f].kind != WaitFor::kNothing) s.waiting.emplace_back(f, waiting_[f]);
  }
  joins_.SaveTo(s.joins, graph_->fibers());
  s.faults = faults_;
  s.watched = watched_;
}

// A fiber that waited for a value looks again: events that were not there then may let it go on.
void Execution::BeginFrom(const Snapshot& s, Explorer& explorer) {
  scheduler_.Restore(s.fibers, explorer);
  graph_ = &graph_explorer_->graph();
  repetition_.BeginFrom(*graph_, s.order);
  locations_.BeginFrom(&graph_explorer_->locations(), s.locations);
  scheduler_.Guide(repetition_.open());
  races_.BeginFrom(s.races);
  area_labels_ = s.area_labels;
  for (const char* mark : s.marks) marks_.Reached(mark);
  std::fill_n(polls_since_, s.names.size(), 0);
  std::copy(s.names.begin(), s.names.end(), names_);
  for (std::size_t f = 0; f < s.names.size(); ++f) waiting_[f].kind = WaitFor::kNothing;
  for (const auto& [fiber, waiting] : s.waiting) {
    waiting_[fiber] = waiting;
    if (waiting.kind == WaitFor::kFiber) continue;
    const bool goes_on = graph_->position(fiber) > s.order.positions[fiber];
    scheduler_.SetRunnable(fiber, goes_on || HasCandidate(waiting, fiber));
  }
  joins_.BeginFrom(s.joins);
  faults_ = s.faults;
  watched_ = s.watched || locations_.any_plain();
}

}  // namespace sim
