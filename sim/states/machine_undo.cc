// What is saved as a fiber goes on, and how that is taken back.
#include <cstring>

#include "sim/states/machine.h"

namespace sim {

// Performed by the program itself, as it goes on: the bytes that a plain access writes.
void Machine::GoOn() {
  if (undo_ == Undo::kSaved && held_ != 0) undo_ = Undo::kReplay;
  if (undo_ == Undo::kSaved) BeginSaving();
  Do();
  TellOfMonitors();
  saving_ = nullptr;
}

void Machine::BeginSaving() {
  saving_ = &saved_[path_.size() - 1];
  SavedStep& saved = *saving_;
  saved.world = world_;
  saved.lives = engine_->scheduler().lives();
  saved.monitors = engine_->monitors().active();
  saved.died = died_.size();
  saved.places.clear();
  saved.fibers.clear();
  saved.pieces.clear();
  saved.size = 0;
  if (action_.kind == Action::Kind::kPlainWrite) {
    SavePiece(areas_[action_.object].memory + action_.first, action_.count);
  }
}

// What may change while the fiber runs: itself, and the locals of those who started others.
void Machine::SaveFibers(int fiber) {
  died_.reserve(cells_.size() + areas_.size());
  for (std::uint32_t left = creators_ & engine_->scheduler().started(); left != 0;
       left &= left - 1) {
    const int f = __builtin_ctz(left);
    SaveFiber(f);
    if (place_[f] != nullptr) PutOnStack(f, *place_[f]);
  }
  SaveFiber(fiber);
}

void Machine::SaveFiber(int fiber) {
  SavedStep& saved = *saving_;
  if (SavePlace(fiber)) return;
  for (const states::SavedFiber& f : saved.fibers) {
    if (f.fiber == fiber) return;
  }
  const FiberPool::Suspended stack = engine_->scheduler().StackOf(fiber);
  saved.fibers.push_back({fiber, saved.pieces.size(), loose_[fiber], stack.context});
  SavePiece(stack.low, stack.bytes);
  const std::span<std::byte> body = engine_->scheduler().BodyOf(fiber);
  SavePiece(body.data(), body.size());
}

// Whether all that there is to save of the fiber is where it stands, or stood.
bool Machine::SavePlace(int fiber) {
  for (const states::LeftPlace& left : saving_->places) {
    if (left.fiber == fiber) return true;
  }
  if (place_[fiber] == nullptr) return false;
  saving_->places.push_back({fiber, place_[fiber]});
  return true;
}

void Machine::SavePiece(std::byte* at, std::size_t count) {
  SavedStep& s = *saving_;
  if (s.bytes.size() < s.size + count) s.bytes.resize(2 * (s.size + count));
  std::memcpy(s.bytes.data() + s.size, at, count);
  s.pieces.push_back({at, s.size, count});
  s.size += count;
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
    UndoRun(saved);
  }
  if (taken_only_ || place_[fiber] == nullptr) UndoStep(*fiber_[fiber], saved);
  taken_only_ = false;
  stepping_ = -1;
  if (saved.wrote) cells_[saved.cell].value = saved.value;
  faults_ = saved.faults;
  digest_ = saved.digest;
  told_ = saved.told;
}

void Machine::UndoRun(const SavedStep& saved) {
  for (const states::Piece& piece : saved.pieces) {
    std::memcpy(piece.at, saved.bytes.data() + piece.first, piece.count);
  }
  Scheduler& scheduler = engine_->scheduler();
  for (const states::SavedFiber& f : saved.fibers) {
    scheduler.Resuspend(f.fiber, f.context);
    loose_[f.fiber] = f.state;
    StandAt(f.fiber, nullptr);
  }
  for (const states::LeftPlace& left : saved.places) StandAt(left.fiber, left.place);
  world_ = saved.world;
  scheduler.SetLives(saved.lives);
  engine_->monitors().SetActive(saved.monitors);
  for (; died_.size() > saved.died; died_.pop_back()) *died_.back() = false;
}

// What the step itself did to its fiber.
void Machine::UndoStep(Fiber& fiber, const SavedStep& saved) {
  fiber.own = saved.own;
  static_cast<states::TurnHead&>(fiber.turn) = saved.turn;
  if (!saved.whole_turn.empty()) fiber.turn = saved.whole_turn.front();
}

}  // namespace sim
