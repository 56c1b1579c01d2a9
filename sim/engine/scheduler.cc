#include "sim/engine/scheduler.h"

#include <cstring>
#include <span>

namespace sim {

Scheduler::Scheduler(Owner* owner, std::size_t stack_bytes)
    : owner_(owner),
      stack_bytes_(stack_bytes),
      pool_(kMaxFibers, 2 * stack_bytes, &FiberMain, this) {}

void Scheduler::RunAll(Explorer& explorer) {
  explorer_ = &explorer;
  taped_ = tape_.data();
  OnlyMain();
  pool_.Switch(0);
  RunToTheEnd();
}

void Scheduler::RunToTheEnd() {
  while (at_checkpoint_) {
    at_checkpoint_ = came_back_ = false;
    owner_->OnCheckpoint();
    pool_.Switch(slot_[running_]);
  }
  // Those that are left were stopped in the middle; the main fiber's locals, which others may
  // refer to, go last.
  halted_ = unwinding_ = true;
  while (started() != 0) {
    running_ = 31 - __builtin_clz(started());
    pool_.Switch(slot_[running_]);
  }
}

void Scheduler::OnlyMain() {
  SetLives({.started = 1, .begun = 0, .ended = 0});
  runnable_ = 1;
  runnable_count_ = 1;
  slot_[0] = 0;
  running_ = 0;
  halted_ = unwinding_ = refused_ = false;
}

void Scheduler::UnwindAll() {
  RunToTheEnd();
  stepped_ = false;
}

bool Scheduler::Checkpoint() {
  at_checkpoint_ = true;
  pool_.Switch(FiberPool::kRoot);
  return came_back_;
}

void Scheduler::SaveTo(Saved& saved) {
  saved.runnable = runnable_;
  saved.lives = lives();
  saved.running = running_;
  saved.parts.clear();
  std::uint32_t size = 0;
  auto add = [&saved, &size](std::byte* at, std::size_t count) {
    saved.parts.push_back({at, size, static_cast<std::uint32_t>(count)});
    size += static_cast<std::uint32_t>(count);
  };
  for (std::uint32_t left = started(); left != 0; left &= left - 1) {
    const int fiber = __builtin_ctz(left);
    const std::span<std::byte> body = bodies_[fiber].bytes();
    add(body.data(), body.size());
    if (!begun(fiber)) continue;
    const FiberPool::Suspended stack = pool_.suspended(fiber);
    saved.context[fiber] = stack.context;
    add(stack.low, stack.bytes);
  }
  if (saved.bytes.size() < size) saved.bytes.resize(2 * size);
  for (const Saved::Part& part : saved.parts) {
    std::memcpy(saved.bytes.data() + part.first, part.at, part.count);
  }
}

void Scheduler::Restore(const Saved& saved, Explorer& explorer) {
  explorer_ = &explorer;
  taped_ = tape_.data();
  runnable_ = saved.runnable;
  runnable_count_ = __builtin_popcount(runnable_);
  SetLives(saved.lives);
  running_ = saved.running;
  halted_ = unwinding_ = refused_ = false;
  for (const Saved::Part& part : saved.parts) {
    std::memcpy(part.at, saved.bytes.data() + part.first, part.count);
  }
  for (std::uint32_t left = started(); left != 0; left &= left - 1) {
    const int fiber = __builtin_ctz(left);
    slot_[fiber] = static_cast<std::int8_t>(fiber);
    if (begun(fiber)) pool_.Resuspend(fiber, saved.context[fiber]);
  }
}

void Scheduler::GoOn() {
  came_back_ = true;
  pool_.Switch(running_);
  RunToTheEnd();
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
  s->NoPoint();
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
  if (halted_ || stepped_) return FiberPool::kRoot;
  if (waited >= 0 && !guided()) {
    just_woken_ = true;
    return running_ = waited;
  }
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
