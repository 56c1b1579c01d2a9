#include "sim/engine/scheduler.h"

namespace sim {

Scheduler::Scheduler(Owner* owner, std::size_t stack_bytes)
    : owner_(owner),
      stack_bytes_(stack_bytes),
      pool_(kMaxFibers, 2 * stack_bytes, &FiberMain, this) {}

void Scheduler::RunAll(Explorer& explorer) {
  explorer_ = &explorer;
  taped_ = tape_.data();
  ended_ = 0;
  runnable_ = 1;
  runnable_count_ = 1;
  started_ = 1;
  begun_ = 0;
  slot_[0] = 0;
  running_ = 0;
  halted_ = unwinding_ = refused_ = false;
  pool_.Switch(0);
  // Those that are left were stopped in the middle; the main fiber's locals, which others may
  // refer to, go last.
  halted_ = unwinding_ = true;
  while (started() != 0) {
    running_ = 31 - __builtin_clz(started());
    pool_.Switch(slot_[running_]);
  }
}

int Scheduler::FiberMain(void* self, int fiber) {
  auto* s = static_cast<Scheduler*>(self);
  std::exception_ptr error;
  if (!s->unwinding_) {
    s->begun_ |= std::uint32_t{1} << fiber;
    s->just_begun_ = true;
    error = Call(s->bodies_[fiber]);
  }
  s->bodies_[fiber].Reset();
  s->ended_ |= std::uint32_t{1} << fiber;
  if (s->halted_) return FiberPool::kRoot;
  s->just_begun_ = false;
  s->SetRunnable(fiber, false);
  return s->NextAfterEnd(s->owner_->OnEnd(fiber, error));
}

std::exception_ptr Scheduler::RunHere(int fiber) {
  const int below = BeginHere(fiber);
  std::exception_ptr error = Call(bodies_[fiber]);
  bodies_[fiber].Reset();
  SetRunnable(fiber, false);
  EndHere(fiber, below);
  return error;
}

int Scheduler::NextAfterEnd(int waited) {
  if (halted_) return FiberPool::kRoot;
  if (waited >= 0 && !guided()) return running_ = waited;
  return Next();
}

// Who goes on, or the root.
int Scheduler::Next() {
  int next = repeating() ? owner_->OnRepeat(running_, started()) : -1;
  if (next < 0 && runnable_ != 0 && !halted_) next = PickFiber();
  if (next < 0 && started() != 0 && !halted_) next = owner_->OnStuck();
  return next < 0 || halted_ ? FiberPool::kRoot : running_ = next;
}

std::uint32_t Scheduler::Refuse() {
  refused_ = halted_ = true;
  return 0;
}

void Scheduler::GrowTape() {
  const auto size = taped_ - tape_.data();
  tape_.resize(2 * tape_.size());
  taped_ = tape_.data() + size;
  tape_end_ = tape_.data() + tape_.size();
}

void Scheduler::Stop(bool may_throw) {
  halted_ = true;
  Halt(may_throw);
}

void Scheduler::Halt(bool may_throw) {
  // First straight to the root, which comes back to unwind everybody, this fiber included.
  const int me = running_;
  if (!unwinding_) pool_.Switch(FiberPool::kRoot);
  running_ = me;  // the root named the fiber whose stack this is, or another one on it
  if (may_throw && std::uncaught_exceptions() == 0) throw Unwind();
}

}  // namespace sim
