// One execution at a time: fibers over the graph memory, every open question put to an explorer.
#ifndef SIM_ENGINE_EXECUTION_H_
#define SIM_ENGINE_EXECUTION_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/engine/execution_state.h"

namespace sim {

// The engine that sim's types call; it keeps its memory from run to run. Each operation below is a
// scheduling point, then the effect, with no other fiber in between.
// Once an execution is over, every operation does nothing but unwind its fiber (or nothing at all,
// while the fiber already unwinds). Thread safety: one thread; a call from another is a misuse.
class Execution final : public ExecutionState {
 public:
  // `points` says where other fibers may go first.
  explicit Execution(Memory memory, Limits limits = {}, Points points = Points::kWhereItMatters);
  ~Execution();

  // The execution that runs on this thread, or null. Require ends the program if there is none.
  static Execution* Current() { return current_; }
  static Execution& Require(const char* what) {
    if (current_ == nullptr) [[unlikely]]
      Outside(what);
    return *current_;
  }
  // Runs `body` once as fiber "main". The finding is kPass if there is none.
  const Finding& Run(Explorer& explorer, const std::function<void()>& body, bool trace);
  // The same step by step, under the stepper's control: after this, fibers go on by scheduler(),
  // and EndStepping must follow. Findings are those of the operations themselves.
  void BeginStepping(Stepper& stepper, const std::function<void()>& body);
  void EndStepping();
  Scheduler& scheduler() { return scheduler_; }
  Monitors& monitors() { return monitors_; }
  std::string Name(LocationId location) const { return locations_.Name(location); }
  // The fibers of its events, in the order of this run (guided runs only).
  std::vector<std::uint8_t> sequence() const;

  // --- atomics (memory_ops.cc) ---
  LocationId NewLocation(Bits initial, Label label);
  void EndLocation(LocationId location);
  void Show(LocationId location);  // a column of its own in tables
  Bits Load(LocationId location, Order order, Site site);
  void Store(LocationId location, Bits value, Order order, Site site, bool may_throw = true);
  Bits Update(LocationId location, const Modify& modify, Bits operand, Order order,
              const Site& site);
  // A read; if `when(value read, operand)` holds, also the write of `desired`. `old` gets what was
  // read. True if it wrote.
  bool UpdateIf(LocationId location, const Conditional& conditional, Bits operand, Bits desired,
                Order success, Order failure, Bits& old, const Site& site);
  void Fence(Order order, Site site);
  // Waits until a coherent write satisfies `until`, and reads one that does: gives its value, to be
  // looked at before the fiber's next operation. Null: the execution is over, or (timed) nobody
  // could go on otherwise.
  const Bits* Await(LocationId location, const Predicate& until, Order order, Site site,
                    bool timed = false);
  // The same, and replaces the value it read in the same step.
  const Bits* AwaitUpdate(LocationId location, Predicate until, const Modify& modify, Bits operand,
                          Order order, Site site, bool timed = false);
  // The end of a turn of a loop that polls: waits until one of the locations that the fiber has
  // read since its last yield has a new write.
  void Yield(Site site);
  // The co-last value, for monitors: no step.
  Bits Newest(LocationId location) const;
  // --- plain memory (plain_ops.cc) ---
  AreaId NewArea(const void* memory, std::size_t bytes, Label label);
  void EndArea(AreaId area);
  // To be called just before the bytes are read or written. `value` is for tables.
  void PlainRead(AreaId area, std::size_t first, std::size_t count, Site site,
                 const Bits* value = nullptr);
  void PlainWrite(AreaId area, std::size_t first, std::size_t count, Site site,
                  const Bits* value = nullptr);
  // --- fibers, choices and rules (rule_ops.cc) ---
  template <class F>
  int Spawn(const char* name, F&& body, Site site);
  void Join(int fiber, const Site& site);
  std::uint32_t Choose(std::uint32_t options, Site site);
  bool Fault(const char* name, Site site);
  void Note(std::string text, Site site);  // a line of its own in tables
  // Ends the execution. Returns only while unwinding, and (may_throw false) in a destructor.
  void Fail(Verdict verdict, std::string rule, std::string message, Site site,
            bool may_throw = true, int other_fiber = -1);
  // Looked at after every write; loads in it see the newest value and are no steps.
  int AddInvariant(const char* rule, std::function<bool()> holds, Site site);
  void RemoveInvariant(int id);
  // `told`: by a teller of what monitors remember.
  void Watch(LocationId location, Monitors::Watcher watcher, bool told);
  int AddTeller(Monitors::Teller teller);

 private:
  [[noreturn]] static void Outside(const char* what);
  int OnEnd(int fiber, const std::exception_ptr& error) override;
  void Threw(int fiber, const std::exception_ptr& error);
  int OnStuck() override;
  int OnRepeat(int running, std::uint32_t started) final;
  int OnRepeatBegin(int running, int next);
  void OnCheckpoint() override;
  void Begin(Explorer& explorer);
  void BeginFrom(const Snapshot& snapshot, Explorer& explorer);
  void BeginAny();
  void EndAny();
  // As steps (step_ops.cc).
  bool Take(const Action& action, bool may_throw);
  const Bits* TakeAwait(const Action& action);
  Bits TakeValue(const Action& action, bool may_throw = true);
  void StepEndLocation(LocationId location);
  void StepEndArea(AreaId area);
  bool CameBack(bool save = true);
  bool HasOnePlace(LocationId location) const;
  bool SaveHere();
  bool RepeatsNow() const { return repetition_.active() && !scheduler_.halted(); }
  // The beginning of every operation: limits, and a scheduling point. False: do nothing.
  bool Enter(Site site, bool may_throw = true);
  bool Enter(LocationId location, Site site, bool may_throw = true);
  bool EnterStore(LocationId location, Order order, Site site, bool may_throw);
  void TooLong(Site site, bool may_throw, const std::string& location = "");
  void UseAfterEnd(LocationId location, Site site, bool may_throw);
  std::uint32_t Pick(ChoiceKind kind, LocationId location);  // one of the candidates
  std::uint32_t PlaceForWrite(LocationId location, Order order);
  std::uint32_t PlaceAmongSeveral(LocationId location, Order order);
  bool WaitForValue(const Waiting& wait);
  std::uint32_t PickAwaited(const Waiting& wait);
  std::uint32_t WaitForPlace(const Waiting& wait);
  const Event* ComeToAwait(const Waiting& wait, std::uint32_t& place);
  bool IsNever(const Waiting& wait);
  std::vector<LocationId> Polled(int since) const;
  bool TurnIsOver(int since);
  void LeaveTurn();
  const Event* ReadAgain(LocationId location) const;
  Bits PassAgain(const Event& read);
  bool SawAChange() const;
  bool FenceAgain();
  bool StandsAlone(const Predicate& until, Site site);
  std::uint32_t FirstOfFirstClass(LocationId location, const Predicate& until) const;
  bool Block(const Waiting& wait);
  bool HasCandidate(const Waiting& wait, int fiber) const;
  std::uint32_t PlaceToRead(LocationId location, Order order);
  std::uint32_t PlaceToUpdate(LocationId location, Order order);
  // Coming to a kept graph again (repeat_ops.cc): the event that is passed; null if it is new.
  template <EventKind kKind>
  const Event* Again(LocationId location = 0, bool may_throw = true);
  // The same where that needs no more than looking it up; null if it may.
  template <EventKind kKind>
  const Event* Lookup(LocationId location = 0);
  // The same of a read whose source is still to come, which others are let go for.
  const Event* LookupLater(LocationId location);
  int WhoGoesFirst(EventKind kind, LocationId location);
  void LookAtRepeated(const Event& event, Site site, bool may_throw);
  bool BeginsHere(int fiber);
  void EndsHere(int fiber);
  void WentOn();
  int NextToRepeat(int running, std::uint32_t started) const;
  void DidNotRepeat(const std::string& what);
  void WroteAnother(const Event& before, Bits value, bool may_throw);
  void Written(LocationId location, EventId write, Bits before, bool may_throw = true);
  void WakeWaiters(LocationId location, EventId write);
  void RunMonitors(LocationId location, Bits before, bool may_throw);
  Bits BeforeWrite(LocationId location) const { return monitors_.empty() ? 0 : Newest(location); }
  int BeginSpawn(const char* name, Site site);
  std::uint32_t ChooseValue(ChoiceKind kind, std::uint32_t options, const char* fault, Site site);
  void CarefulPlainRead(AreaId area, std::size_t first, std::size_t count, Site site,
                        const Bits* value);
  void CarefulPlainWrite(AreaId area, std::size_t first, std::size_t count, Site site,
                         const Bits* value);
  void Race(AreaId area, const PlainAccess& access, bool write, Site site);
  EventId RacesWith(EventId access) const;
  void LookForRace(EventId access, Site site);
  // More than the race check.
  bool Special() const { return tracing_ | monitors_.running() | stepped(); }
  // What an operation does if it is not looked up, or unusual.
  Bits CarefulLoad(LocationId location, Order order, Site site);
  void CarefulStore(LocationId location, Bits value, Order order, Site site, bool may_throw);
  Bits CarefulUpdate(LocationId location, const Modify& modify, Bits operand, Order order,
                     const Site& site);
  bool CarefulUpdateIf(LocationId location, const Conditional& conditional, Bits operand,
                       Bits desired, Order success, Order failure, Bits& old, const Site& site);
  const Bits* CarefulAwait(LocationId location, const Predicate& until, Order order, Site site,
                           bool timed);
  bool WaitForEnd(int fiber, const Site& site);
  void AddJoins(int fiber);
  void NewFiber(int fiber, const char* name);
  int CarefulBeginSpawn(const char* name, Site site);
  void CarefulEndLocation(LocationId location);
  void CarefulEndArea(AreaId area);
  std::string NameOfArea(AreaId area) const;
  void Record(EventId event, std::string text, Site site);
  std::string WhatWaits(int fiber) const;
  static thread_local constinit Execution* current_;
};

}  // namespace sim

#include "sim/engine/execution_inline.h"  // IWYU pragma: export

#endif  // SIM_ENGINE_EXECUTION_H_
