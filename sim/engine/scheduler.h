// Which fiber runs: fibers that start, wait, go on and end, and the questions put to the explorer.
#ifndef SIM_ENGINE_SCHEDULER_H_
#define SIM_ENGINE_SCHEDULER_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/choice/choice.h"
#include "sim/choice/tape.h"
#include "sim/engine/saved_fibers.h"
#include "sim/fiber/callable.h"
#include "sim/fiber/fiber_pool.h"
#include "sim/memory/event.h"
#include "sim/memory/view.h"

namespace sim {

// Thrown into a fiber that must end early; caught at the fiber's entry. User code that catches
// everything must let it pass.
struct Unwind {};

// Runs the fibers of one execution after the other on kept stacks. It knows nothing of memory: the
// execution tells it who waits and who may go on.
//
// Fibers hand over to each other directly; the explorer's side ("the root") runs only between
// executions. Thread safety: none.
class Scheduler {
 public:
  // What the scheduler tells the execution.
  class Owner {
   public:
    virtual ~Owner() = default;
    // `fiber`'s body returned, or threw `error` (null if it returned). Gives the fiber that waited
    // for this end, which goes on without a question (what it does up to its next step is its own
    // business), or -1.
    virtual int OnEnd(int fiber, const std::exception_ptr& error) = 0;
    // No fiber can run, and not all have ended. Gives one that goes on all the same, or -1.
    virtual int OnStuck() = 0;
    // While repeating: the fiber that goes next, of `started`. It may run fibers here; -1 if there
    // is nothing left to repeat then.
    virtual int OnRepeat(int running, std::uint32_t started) = 0;
    // The execution stands at a checkpoint; no fiber runs.
    virtual void OnCheckpoint() = 0;
  };

  Scheduler(Owner* owner, std::size_t stack_bytes);

  // Runs one execution: fiber 0 calls `main`. Returns when all fibers ended or Stop was called;
  // fibers that are left have then been unwound.
  template <class F>
  void Run(Explorer& explorer, F&& main) {
    bodies_[0].Emplace(std::forward<F>(main));
    RunAll(explorer);
  }

  using Saved = SavedFibers;
  // Whether all that there is to save is memory.
  bool CanSave() const { return FiberPool::kCanRestore && !pool_.exceptions_were_in_flight(); }
  // The running fiber stops here, and the owner may save. False; true whenever it is come back to.
  bool Checkpoint();
  // Called by the owner in OnCheckpoint.
  void SaveTo(Saved& saved);
  // Begins an execution that stands where another was saved. Nothing runs now; GoOn must follow.
  void Restore(const Saved& saved, Explorer& explorer);
  void GoOn();

  // --- step by step: the root says who runs, and each fiber comes back to it (stepper.h) ---
  template <class F>
  void BeginStepping(F&& main) {
    bodies_[0].Emplace(std::forward<F>(main));
    stepped_ = true;
    OnlyMain();
  }
  // The fiber runs until it pauses, ends, or stops the execution.
  void Resume(int fiber);
  void Pause() { pool_.Switch(FiberPool::kRoot); }
  // Ends what is left.
  void UnwindAll();
  // A fiber that pauses is its memory, and where it goes on.
  FiberPool::Suspended StackOf(int fiber) const { return pool_.suspended(fiber); }
  std::span<std::byte> BodyOf(int fiber) { return bodies_[fiber].bytes(); }
  void Resuspend(int fiber, void* context) { pool_.Resuspend(fiber, context); }
  Lives lives() const { return {started_, begun_, ended_}; }
  void SetLives(const Lives& lives);
  void SetEnded(int fiber, bool ended);

  // Called on a fiber.
  template <class F>
  void Spawn(int fiber, F&& body);
  // The same for a fiber that comes to its end without waiting for anybody: runs it now, on the
  // stack of the running one. That saves two switches, and often the call. Gives what it threw.
  // Requires: CanRunHere().
  template <class F>
  std::exception_ptr SpawnHere(int fiber, F&& body);
  // Runs such a fiber that was spawned, and has not begun.
  std::exception_ptr RunHere(int fiber);
  // Whether the stack has room for another fiber's. Exceptions are kept apart by stack.
  bool CanRunHere() const { return pool_.Room() >= stack_bytes_ && !pool_.ExceptionsInFlight(); }
  // The fibers that were spawned and have not ended, one bit each.
  std::uint32_t started() const { return started_ & ~ended_; }
  bool begun(int fiber) const { return (begun_ >> fiber & 1) != 0; }
  // A point where any runnable fiber may go next. With `may_throw` false (the call stands in a
  // destructor) it returns from a halted execution, and the caller must do nothing.
  void Point(bool may_throw = true);
  // Not null: from now on no question is put. The lowest fiber goes that can; while it is not 0,
  // something is left to repeat, and the owner says who.
  void Guide(const std::uint32_t* repeats_left) { repeats_left_ = repeats_left; }
  bool guided() const { return repeats_left_ != nullptr; }
  bool repeating() const { return guided() && *repeats_left_ != 0; }
  // The running fiber waits, and another one goes. Returns when somebody switches back.
  void SwitchTo(int fiber, bool may_throw);
  void NoPoint() { just_begun_ = just_woken_ = false; }  // a step that needs none
  // The running fiber cannot go on: another does. Returns when it may again, and was picked.
  void Wait(bool may_throw = true);
  void SetRunnable(int fiber, bool can_run) {
    if (runnable(fiber) == can_run) return;
    runnable_ ^= std::uint32_t{1} << fiber;
    runnable_count_ += can_run ? 1 : -1;
  }

  // Puts a question, and records the answer. The answer is 0 where there is nothing to choose.
  std::uint32_t Ask(const Question& question);
  std::uint32_t Ask(ChoiceKind kind, std::uint32_t arity, const char* fault = nullptr);

  // Ends the execution from within: the running fiber is unwound, and so are the others.
  // With `may_throw` false it returns, and the caller must return to its fiber at once.
  void Stop(bool may_throw = true);
  // What an engine call does once the execution is over: the fiber is unwound, unless it is
  // already throwing; then the call does nothing.
  void Halt(bool may_throw = true);
  // Ends the execution from the owner's callbacks, where no fiber needs to be left.
  void StopHere() { halted_ = true; }

  // The execution is not worth going on with: it ends at the next step, and does not count.
  std::uint32_t Refuse();

  // The execution is over: engine calls do nothing but unwind.
  bool halted() const { return halted_; }
  int running() const { return running_; }
  // Grows when, at a point, another fiber went first.
  std::uint64_t switches() const { return switches_; }
  bool ended(int fiber) const { return (ended_ >> fiber & 1) != 0; }
  bool runnable(int fiber) const { return (runnable_ >> fiber & 1) != 0; }
  // The explorer refused to answer: the tape that it reads does not fit.
  bool refused() const { return refused_; }
  Tape tape() const { return Tape(tape_.data(), static_cast<const Choice*>(taped_)); }
  // Whether the number is an address on some fiber's stack.
  bool OnAStack(std::uint64_t word) const { return pool_.OnAStack(word); }

 private:
  static int FiberMain(void* self, int fiber);
  // Calls a fiber's body. Gives what it threw, if it was not unwound.
  template <class Body>
  static std::exception_ptr Call(Body& body);
  // `fiber` runs on the stack of another, which is given.
  int BeginHere(int fiber);
  void EndHere(int fiber, int below);
  void RunAll(Explorer& explorer);
  void OnlyMain();  // has not begun; there is no other fiber
  void RunToTheEnd();
  void GuidedPoint(bool may_throw);
  int PickFiber();
  int NextAfterEnd(int waited);
  int Next();
  void GrowTape();

  Owner* const owner_;
  Explorer* explorer_ = nullptr;
  std::uint32_t runnable_ = 0;  // one bit a fiber
  std::uint32_t ended_ = 0;
  int runnable_count_ = 0;
  std::uint32_t started_ = 0;  // one bit a fiber; the ended ones too
  std::uint32_t begun_ = 0;
  std::int8_t slot_[kMaxFibers];  // on whose stack each runs
  const std::uint32_t* repeats_left_ = nullptr;
  int running_ = 0;
  std::uint64_t switches_ = 0;
  bool halted_ = false;     // stopped, or being unwound
  bool unwinding_ = false;  // the root resumes what is left, to be unwound
  bool refused_ = false;
  bool just_begun_ = false;
  bool just_woken_ = false;
  bool at_checkpoint_ = false;
  bool came_back_ = false;
  bool stepped_ = false;
  Tape tape_ = Tape(256);  // those up to taped_ are this execution's
  Choice* taped_ = tape_.data();
  Choice* tape_end_ = taped_ + tape_.size();
  const std::size_t stack_bytes_;  // what each fiber has at least
  Callable bodies_[kMaxFibers];
  FiberPool pool_;
};

}  // namespace sim

#include "sim/engine/scheduler_inline.h"  // IWYU pragma: export

#endif  // SIM_ENGINE_SCHEDULER_H_
