#include "sim/states/machine.h"

#include <algorithm>
#include <cstring>

#include "sim/fiber/heap_watch.h"

namespace sim {

Machine::Machine(const std::function<void()>& body, const Limits& limits, Undo undo, Exact* exact)
    : MachineState(body, limits, undo, exact) {}

Machine::~Machine() { Leave(); }

// Whoever stands at a place ends there.
void Machine::Leave() {
  stale_ = true;
  if (!engine_->stepped()) return;
  LeavePlaces();
  engine_->EndStepping();
}

void Machine::Begin() {
  Leave();
  path_.clear();
  Restart();
  if (undo_ == Undo::kReplay) return;
  // Again, now that all memory of our own is there: what is left on the heap is the program's.
  Restart();
  if (held_ != 0 || !HeapIsWatched() || !engine_->scheduler().CanSave() ||
      engine_->monitors().size() > 64 || engine_->monitors().remembers()) {
    undo_ = Undo::kReplay;
    return;
  }
  TakeFirstPlaces();
}

// The fibers stand before their first steps.
void Machine::Restart() {
  Leave();
  begun_ = stale_ = taken_only_ = false;
  stepping_ = -1;
  saving_ = nullptr;
  cells_.clear();
  areas_.clear();
  queues_.clear();
  died_.clear();
  fibers_ = 0;
  creators_ = unordered_ = 0;
  faults_ = 0;
  digest_ = told_ = {};
  remembered_.Clear();
  asked_ = 0;
  writing_bytes_ = false;
  finding_ = {};
  held_ = 0;
  engine_->BeginStepping(*this, body_);
  NewFiber(0);
  new_fibers_.clear();
  Run(0);
  LetJoinersGoOn();
  TellOfMonitors();
  begun_ = true;
}

void Machine::ComeTo(const std::vector<Step>& way) {
  if (undo_ == Undo::kReplay || stale_) {
    Leave();
    path_ = way;
    return ComeAgain();
  }
  const auto apart = std::mismatch(path_.begin(), path_.end(), way.begin(), way.end()).second;
  auto common = static_cast<std::size_t>(apart - way.begin());
  while (path_.size() > common) Back();
  for (; common < way.size(); ++common) {
    Take(way[common]);
    GoOn();
  }
  if (stale_) ComeAgain();
}

void Machine::Take(Step step) {
  if (stale_) ComeAgain();
  path_.push_back(step);
  if (saved_.size() < path_.size()) saved_.resize(2 * path_.size());
  Fiber& fiber = *fiber_[step.fiber];
  action_ = fiber.next;
  taken_ = {};
  taken_only_ = true;
  stepping_ = step.fiber;
  SavedStep& saved = saved_[path_.size() - 1];
  saved.digest = digest_;
  saved.told = told_;
  saved.own = fiber.own;
  saved.turn = fiber.turn;
  saved.whole_turn.clear();
  if (action_.kind == Action::Kind::kYield) saved.whole_turn.push_back(fiber.turn);
  saved.faults = faults_;
  saved.wrote = false;
  LookForRace(step.fiber);
  if (!over()) Perform(step.fiber, action_, step.option);
  if (engine_->monitors().remembers() || remembered_.has_moments()) {
    told_ = MemoryOfMonitors::Between(told_, step.fiber);
  }
}

void Machine::Do() {
  const Action action = action_;
  const bool writes = action.kind == Action::Kind::kPlainWrite;
  taken_only_ = false;
  asked_ = 0;
  if (remembered_.has_moments()) remembered_.moments().Step(path_.back().fiber);
  if (writes) MixWords(action);
  writing_bytes_ = writes;
  const int fiber = path_.back().fiber;
  const std::uint32_t started = engine_->scheduler().started();
  Run(fiber);
  writing_bytes_ = false;
  if (writes && !areas_[action.object].dead) MixWords(action);
  const bool joins = fiber_[fiber]->next.kind == Action::Kind::kJoin;
  if (joins || engine_->scheduler().started() != started) LetJoinersGoOn();
}

// From the beginning to the end of the path.
void Machine::ComeAgain() {
  Leave();
  const std::vector<Step> path = std::move(path_);
  path_.clear();
  Restart();
  if (undo_ == Undo::kSaved) TakeFirstPlaces();
  for (const Step& step : path) {
    Take(step);
    undo_ == Undo::kSaved ? GoOn() : Do();
  }
  TellOfMonitors();
}

// Until it stands before its next step, or has ended; fibers that it started come to their first
// steps as well.
void Machine::Run(int fiber) {
  if (saving_ != nullptr && Jump(fiber)) return;
  if (saving_ != nullptr) SaveFibers(fiber);
  const Departure departure{place_[fiber], fiber_[fiber]->own, world_};
  does_more_ = JoinsMore(fiber);
  ComeToLife(fiber);
  Fiber& f = *fiber_[fiber];
  if (f.next.kind == Action::Kind::kJoin) {
    f.joined |= std::uint32_t{1} << f.next.object | fiber_[f.next.object]->joined;
  }
  SetNext(fiber, {});
  const std::uint64_t monitors = engine_->monitors().active();
  const std::int64_t before = HeapBalance();
  engine_->scheduler().Resume(fiber);
  held_ += HeapBalance() - before;
  NoteMonitors(fiber, monitors);
  if (engine_->halted()) {
    finding_ = engine_->finding();
    return;
  }
  if (saving_ != nullptr) Remember(fiber, departure);
  while (!new_fibers_.empty() && !over()) {
    const auto first = static_cast<int>(new_fibers_.front());
    new_fibers_.erase(new_fibers_.begin());
    Run(first);
  }
}

void Machine::LetJoinersGoOn() {
  for (int f = 0; f < fibers_ && !over();) {
    const Action& next = fiber_[f]->next;
    if (next.kind == Action::Kind::kJoin &&
        engine_->scheduler().ended(static_cast<int>(next.object))) {
      if (remembered_.has_moments()) {
        remembered_.moments().Join(f, static_cast<int>(next.object));
      }
      taken_ = {};  // a join writes nothing
      Run(f);
      f = 0;
    } else {
      ++f;
    }
  }
}

}  // namespace sim
