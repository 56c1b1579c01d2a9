#include "sim/engine/scheduler.h"

#include <exception>

namespace sim {

Scheduler::Scheduler(Owner* owner, std::size_t stack_bytes)
    : owner_(owner), pool_(kMaxFibers, stack_bytes, &FiberMain, this) {}

void Scheduler::RunAll(Explorer& explorer) {
  explorer_ = &explorer;
  taped_ = tape_.data();
  ended_ = 0;
  runnable_ = 1;
  runnable_count_ = 1;
  started_ = 1;
  running_ = 0;
  halted_ = unwinding_ = refused_ = false;
  pool_.Switch(0);
  // Those that are left were stopped in the middle; the main fiber's locals, which others may
  // refer to, go last.
  halted_ = unwinding_ = true;
  for (int f = kMaxFibers; f-- > 0;) {
    if ((started() >> f & 1) == 0) continue;
    running_ = f;
    pool_.Switch(f);
  }
}

int Scheduler::FiberMain(void* self, int fiber) {
  auto* s = static_cast<Scheduler*>(self);
  std::exception_ptr error;
  if (!s->unwinding_) {
    s->just_begun_ = true;
    try {
      s->bodies_[fiber]();
    } catch (const Unwind&) {
    } catch (...) {
      error = std::current_exception();
    }
  }
  s->bodies_[fiber].Reset();
  s->ended_ |= std::uint32_t{1} << fiber;
  if (s->halted_) return FiberPool::kRoot;
  s->just_begun_ = false;
  s->SetRunnable(fiber, false);
  return s->NextAfterEnd(s->owner_->OnEnd(fiber, error));
}

int Scheduler::NextAfterEnd(int waited) {
  if (halted_) return FiberPool::kRoot;
  if (waited >= 0 && !guided()) return running_ = waited;
  if (runnable_ == 0 && !repeating()) {
    const int next = started() != 0 ? owner_->OnStuck() : -1;
    return next < 0 ? FiberPool::kRoot : running_ = next;
  }
  const int next = PickFiber();
  if (halted_) return FiberPool::kRoot;
  return running_ = next;
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

int Scheduler::NextForBlocked() {
  just_begun_ = false;
  if (runnable_count_ == 0 && !repeating()) {
    const int next = owner_->OnStuck();
    return next < 0 ? FiberPool::kRoot : running_ = next;
  }
  const int next = PickFiber();
  if (halted_) return FiberPool::kRoot;
  return running_ = next;
}

void Scheduler::Stop(bool may_throw) {
  halted_ = true;
  Halt(may_throw);
}

void Scheduler::Halt(bool may_throw) {
  // First straight to the root, which comes back to unwind everybody, this fiber included.
  if (!unwinding_) pool_.Switch(FiberPool::kRoot);
  if (may_throw && std::uncaught_exceptions() == 0) throw Unwind();
}

}  // namespace sim
