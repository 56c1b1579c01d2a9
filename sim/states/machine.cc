#include "sim/states/machine.h"

#include <algorithm>
#include <cstring>

#include "sim/fiber/heap_watch.h"

namespace sim {

Machine::Machine(const std::function<void()>& body, const Limits& limits, Undo undo, Exact* exact)
    : body_(body),
      limits_(limits),
      undo_(undo),
      exact_(exact),
      engine_(std::make_unique<Execution>(Memory::kSc, limits, Points::kEverywhere)),
      accesses_(LimitsFaults()) {}

Machine::~Machine() { Leave(); }

void Machine::Begin() {
  path_.clear();
  Restart();
  if (undo_ == Undo::kReplay) return;
  // Again, now that all memory of our own is there: what is left on the heap is the program's.
  Restart();
  if (held_ != 0 || !HeapIsWatched() || !engine_->scheduler().CanSave() ||
      engine_->monitors().size() > 64 || engine_->monitors().remembers()) {
    undo_ = Undo::kReplay;
  }
}

// The fibers stand before their first steps.
void Machine::Restart() {
  Leave();
  begun_ = stale_ = taken_only_ = false;
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
  path_ = way;
  ComeAgain();
}

void Machine::Take(Step step) {
  if (stale_) ComeAgain();
  path_.push_back(step);
  if (saved_.size() < path_.size()) saved_.resize(2 * path_.size());
  Fiber& fiber = fiber_[step.fiber];
  action_ = fiber.next;
  taken_ = {};
  taken_only_ = true;
  SavedStep& saved = saved_[path_.size() - 1];
  saved.digest = digest_;
  saved.told = told_;
  saved.own = fiber.own;
  saved.turn = fiber.turn;
  saved.yielded = action_.kind == Action::Kind::kYield;
  if (saved.yielded) saved.whole_turn = fiber.turn;
  saved.faults = faults_;
  saved.wrote = false;
  LookForRace(step.fiber);
  if (!over()) Perform(step.fiber, action_, step.option);
  if (engine_->monitors().remembers() || remembered_.has_moments()) {
    told_ = MemoryOfMonitors::Between(told_, step.fiber);
  }
}

// Performed by the program itself, as it goes on: the bytes that a plain access writes.
void Machine::GoOn() {
  if (undo_ == Undo::kSaved && held_ != 0) undo_ = Undo::kReplay;
  saving_ = undo_ == Undo::kSaved ? &saved_[path_.size() - 1] : nullptr;
  if (saving_ != nullptr) SaveFibers(path_.back().fiber);
  Do();
  TellOfMonitors();
  saving_ = nullptr;
}

void Machine::Do() {
  const Action action = action_;
  const bool writes = action.kind == Action::Kind::kPlainWrite;
  taken_only_ = false;
  asked_ = 0;
  if (remembered_.has_moments()) remembered_.moments().Step(path_.back().fiber);
  if (writes) MixWords(action);
  writing_bytes_ = writes;
  Run(path_.back().fiber);
  writing_bytes_ = false;
  if (writes && !areas_[action.object].dead) MixWords(action);
  LetJoinersGoOn();
}

// From the beginning to the end of the path.
void Machine::ComeAgain() {
  const std::vector<Step> path = std::move(path_);
  path_.clear();
  Restart();
  for (const Step& step : path) {
    Take(step);
    Do();
  }
  TellOfMonitors();
}

void Machine::Back() {
  const bool engine_over = engine_->halted();
  const SavedStep& saved = saved_[path_.size() - 1];
  const int fiber = path_.back().fiber;
  path_.pop_back();
  finding_ = {};
  if (!taken_only_) {
    if (undo_ == Undo::kReplay || stale_ || engine_over) {
      stale_ = true;
      return;
    }
    for (const states::Piece& piece : saved.pieces) {
      std::memcpy(piece.at, saved.bytes.data() + piece.first, piece.count);
    }
    Scheduler& scheduler = engine_->scheduler();
    for (const states::SavedFiber& f : saved.fibers) {
      scheduler.Resuspend(f.fiber, f.context);
      fiber_[f.fiber] = f.state;
      NoteUnordered(f.fiber);
    }
    scheduler.SetLives(saved.lives);
    engine_->monitors().SetActive(saved.monitors);
    for (; died_.size() > saved.died; died_.pop_back()) *died_.back() = false;
  }
  taken_only_ = false;
  if (saved.wrote) cells_[saved.cell].value = saved.value;
  fiber_[fiber].own = saved.own;
  static_cast<states::TurnHead&>(fiber_[fiber].turn) = saved.turn;
  if (saved.yielded) fiber_[fiber].turn = saved.whole_turn;
  faults_ = saved.faults;
  digest_ = saved.digest;
  told_ = saved.told;
}

// Until it stands before its next step, or has ended; fibers that it started come to their first
// steps as well.
void Machine::Run(int fiber) {
  if (saving_ != nullptr) SaveFiber(fiber);
  Fiber& f = fiber_[fiber];
  if (f.next.kind == Action::Kind::kJoin) {
    f.joined |= std::uint32_t{1} << f.next.object | fiber_[f.next.object].joined;
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
  while (!new_fibers_.empty() && !over()) {
    const auto first = static_cast<int>(new_fibers_.front());
    new_fibers_.erase(new_fibers_.begin());
    Run(first);
  }
}

void Machine::LetJoinersGoOn() {
  for (int f = 0; f < fibers_ && !over();) {
    const Action& next = fiber_[f].next;
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

// The one that goes on, and those whose locals others may change. Who goes on besides is saved
// then.
void Machine::SaveFibers(int fiber) {
  saving_->lives = engine_->scheduler().lives();
  saving_->monitors = engine_->monitors().active();
  saving_->died = died_.size();
  saving_->fibers.clear();
  saving_->pieces.clear();
  saving_->size = 0;
  died_.reserve(cells_.size() + areas_.size());
  const std::uint32_t those = creators_ | std::uint32_t{1} << fiber;
  for (std::uint32_t left = those & engine_->scheduler().started(); left != 0; left &= left - 1) {
    SaveFiber(__builtin_ctz(left));
  }
  if (action_.kind == Action::Kind::kPlainWrite) {
    SavePiece(areas_[action_.object].memory + action_.first, action_.count);
  }
}

void Machine::SaveFiber(int fiber) {
  for (const states::SavedFiber& saved : saving_->fibers) {
    if (saved.fiber == fiber) return;
  }
  const FiberPool::Suspended stack = engine_->scheduler().StackOf(fiber);
  saving_->fibers.push_back({fiber, fiber_[fiber], stack.context});
  SavePiece(stack.low, stack.bytes);
  const std::span<std::byte> body = engine_->scheduler().BodyOf(fiber);
  SavePiece(body.data(), body.size());
}

void Machine::SavePiece(std::byte* at, std::size_t count) {
  SavedStep& s = *saving_;
  if (s.bytes.size() < s.size + count) s.bytes.resize(2 * (s.size + count));
  std::memcpy(s.bytes.data() + s.size, at, count);
  s.pieces.push_back({at, s.size, count});
  s.size += count;
}

}  // namespace sim
