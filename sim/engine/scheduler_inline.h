// The part of the scheduler that every step runs through; included by scheduler.h alone.
#ifndef SIM_ENGINE_SCHEDULER_INLINE_H_
#define SIM_ENGINE_SCHEDULER_INLINE_H_

#include <exception>
#include <type_traits>
#include <utility>

#include "sim/engine/scheduler.h"

namespace sim {

inline void Scheduler::Resume(int fiber) {
  running_ = fiber;
  pool_.Switch(fiber);
}

inline void Scheduler::SetLives(const Lives& lives) {
  started_ = lives.started;
  begun_ = lives.begun;
  ended_ = lives.ended;
}

inline void Scheduler::SetEnded(int fiber, bool ended) {
  ended_ = (ended_ & ~(std::uint32_t{1} << fiber)) | std::uint32_t{ended} << fiber;
}

template <class F>
void Scheduler::Spawn(int fiber, F&& body) {
  bodies_[fiber].Emplace(std::forward<F>(body));
  started_ |= std::uint32_t{1} << fiber;
  slot_[fiber] = static_cast<std::int8_t>(fiber);
  just_begun_ = false;  // it was not asked whether the new one should go first
  SetRunnable(fiber, true);
}

template <class F>
std::exception_ptr Scheduler::SpawnHere(int fiber, F&& body) {
  started_ |= std::uint32_t{1} << fiber;
  const int below = BeginHere(fiber);
  std::exception_ptr error;
  {
    std::decay_t<F> own(std::forward<F>(body));
    error = Call(own);
  }
  EndHere(fiber, below);
  return error;
}

template <class Body>
std::exception_ptr Scheduler::Call(Body& body) {
  try {
    body();
  } catch (const Unwind&) {
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}

inline int Scheduler::BeginHere(int fiber) {
  begun_ |= std::uint32_t{1} << fiber;
  slot_[fiber] = static_cast<std::int8_t>(pool_.running());
  return std::exchange(running_, fiber);
}

inline void Scheduler::EndHere(int fiber, int below) {
  ended_ |= std::uint32_t{1} << fiber;
  // The fiber below is unwound when its turn comes.
  if (unwinding_ && !ended(below)) [[unlikely]]
    pool_.Switch(FiberPool::kRoot);
  running_ = below;
}

[[gnu::always_inline]] inline void Scheduler::SwitchTo(int fiber, bool may_throw) {
  running_ = fiber;
  ++switches_;
  pool_.Switch(fiber);
  if (halted_) [[unlikely]]
    Halt(may_throw);
}

[[gnu::always_inline]] inline int Scheduler::PickFiber() {
  if (runnable_count_ == 1 || guided()) return __builtin_ctz(runnable_);
  const Question q{.kind = ChoiceKind::kFiber,
                   .arity = static_cast<std::uint16_t>(runnable_count_),
                   .runnable = runnable_,
                   .running = running_,
                   .woken = just_woken_};
  return FiberOf(q, Ask(q));
}

[[gnu::always_inline]] inline void Scheduler::Point(bool may_throw) {
  if (halted_) [[unlikely]]
    return Halt(may_throw);
  if (guided()) return GuidedPoint(may_throw);
  // A fiber that has just begun was picked to do its first step: asking again adds nothing.
  if (just_begun_) {
    just_begun_ = false;
  } else if (runnable_count_ > 1) {
    const int fiber = PickFiber();
    just_woken_ = false;
    if (fiber != running_) SwitchTo(fiber, may_throw);
  }
  just_woken_ = false;
}

[[gnu::always_inline]] inline void Scheduler::GuidedPoint(bool may_throw) {
  int next = repeating() ? owner_->OnRepeat(running_, started()) : -1;
  if (halted_) [[unlikely]]
    return Halt(may_throw);
  if (next < 0) next = PickFiber();
  if (next != running_) SwitchTo(next, may_throw);
}

[[gnu::always_inline]] inline void Scheduler::Wait(bool may_throw) {
  NoPoint();
  const int to = halted_ ? pool_.running() : Next();
  if (to != pool_.running()) pool_.Switch(to);
  if (halted_) [[unlikely]]
    Halt(may_throw);
}

inline std::uint32_t Scheduler::Ask(const Question& question) {
  if (guided()) return 0;
  const std::uint32_t pick = explorer_->Choose(question);
  if (pick >= question.arity) [[unlikely]]
    return Refuse();
  if (taped_ == tape_end_) [[unlikely]]
    GrowTape();
  *taped_++ = {question.kind, question.arity, static_cast<std::uint16_t>(pick)};
  return pick;
}

inline std::uint32_t Scheduler::Ask(ChoiceKind kind, std::uint32_t arity, const char* fault) {
  if (arity < 2) return 0;
  return Ask(Question{.kind = kind,
                      .arity = static_cast<std::uint16_t>(arity),
                      .running = running_,
                      .fault = fault});
}

}  // namespace sim

#endif  // SIM_ENGINE_SCHEDULER_INLINE_H_
