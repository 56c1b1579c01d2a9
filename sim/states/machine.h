// A program as a machine with states: what each of its fibers could do next, done and undone.
#ifndef SIM_STATES_MACHINE_H_
#define SIM_STATES_MACHINE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/engine/execution.h"
#include "sim/states/accesses.h"
#include "sim/states/digest.h"
#include "sim/states/exact.h"
#include "sim/states/machine_state.h"
#include "sim/states/parts.h"

namespace sim {

// Under sequential consistency. A *step* is one access to what fibers share, an await's read
// included, or one choice; what a fiber does between two of them nobody else can see, so it belongs
// to the first. Joins, fences and starting a fiber are no steps. Plain accesses are steps: two that
// conflict and could both come next are a data race.
//
// A fiber's own state is the digest of all that it read and chose, in order. That tells states
// apart as long as what fibers share is made of sim's objects. What monitors remember is a part of
// the state too (memory_of_monitors.h).
class Machine final : public MachineState {
 public:
  // With `exact`, which must outlive it, its digests are numbers of full keys.
  Machine(const std::function<void()>& body, const Limits& limits, Undo undo,
          Exact* exact = nullptr);
  ~Machine() override;

  // At the initial state.
  void Begin();
  // In how many ways the fiber can go on from here; 0: not at all.
  std::uint32_t Options(int fiber);
  // The fibers that can.
  Accesses::Fibers CanStep();
  // Whether the fiber has one step, and it can be told without taking it what state that leads to:
  // `digest` is that of the state. A step that is a finding cannot.
  bool Foresee(int fiber, Digest128& digest);
  // Takes a step that is possible, as far as others can see it: the state is the one after it. GoOn
  // or Back must follow. It is over if there is a finding then.
  void Take(Step step);
  // The fiber runs on to its next step. It may be over then.
  void GoOn();
  // Takes back the last step that was not.
  void Back();
  // From wherever it is, to the end of these steps from the initial state. Back leads no further
  // than here.
  void ComeTo(const std::vector<Step>& way);

  // Nothing runs any more; other executions may. The next step, or Begin, comes back to the state.
  void Leave();

  bool all_ended() const { return engine_->scheduler().started() == 0; }
  Digest128 digest() const {
    if (exact_ != nullptr) return Key();
    Digest128 all = digest_;
    return all ^= told_;
  }
  // Whether the step that was taken shows only when its fiber goes on.
  bool shows_later() const { return action_.shows_later(); }
  const char* NameOf(int fiber) const { return engine_->fiber_name(fiber); }
  // What the fiber is about to do, in words.
  std::string Describe(int fiber) const;
  // Whether the next steps of the two, both possible, lead to the same state in both orders.
  bool Commute(int f, int g) {
    if (stale_) ComeAgain();
    return accesses_.Commute(f, fiber_[f]->next, g, fiber_[g]->next);
  }
  bool has_moments() const { return remembered_.has_moments(); }

 private:
  // Stepper
  void NewLocation(LocationId location, Bits initial) override;
  void NewArea(AreaId area, const void* memory, std::size_t bytes) override;
  void NewFiber(int fiber) override;
  bool EndLocation(LocationId location) override;
  bool EndArea(AreaId area) override;
  void Sent(LocationId channel, const Bits* value) override;
  void Received(LocationId channel) override;
  bool Alive(const Action& action) const override;
  Bits Newest(LocationId location) override;
  void LocalState(const Bits* values, std::size_t count, Site site) override;
  void NewMonitor() override { CannotSave(); }
  void Heard(LocationId location, Bits before) override;
  int Now(bool told) override;
  bool IsOver(int fiber, int place) override;
  Bits WordOf(int fiber, int place) const override;
  void Arrived(const Action& action) override;
  const Taken& taken() const override { return taken_; }

  void Restart();
  void ComeAgain();
  void Do();
  void Perform(int fiber, const Action& action, std::uint32_t option);
  void Look(states::Turn& turn, const Action& action);
  void CountEvent(int fiber);
  void SetNext(int fiber, const Action& action);
  void NoteUnordered(int fiber);
  const states::Ahead* LookAhead(int fiber);
  states::Effect EffectOf(int fiber, std::uint32_t option) const;
  Digest128 AfterBytes(Digest128 own, const Action& action) const;
  void Write(LocationId location, Bits value);
  void Learn(Fiber& fiber, std::uint64_t value);
  void Yield(int fiber, Site site);
  void Strike();
  void Run(int fiber);
  void LetJoinersGoOn();
  // Where a fiber stood before it ran, what it had got, and what else it could see.
  struct Departure {
    Place* from;
    Digest128 got;
    Digest128 world;
  };
  void StandAt(int fiber, Place* place);
  void PutOnStack(int fiber, const Place& place);
  void LeavePlace(int fiber);
  void ComeToLife(int fiber);
  void LeavePlaces();
  void TakeFirstPlaces();
  bool Jump(int fiber);
  bool JoinsMore(int fiber) const;
  void Remember(int fiber, const Departure& departure);
  bool OthersChanged(int fiber);
  bool LooseChanged(int fiber) const;
  Digest128 World();
  void BeginSaving();
  bool SavePlace(int fiber);
  void UndoRun(const SavedStep& saved);
  void UndoStep(Fiber& fiber, const SavedStep& saved);
  void SaveFibers(int fiber);
  void SaveFiber(int fiber);
  void SavePiece(std::byte* at, std::size_t count);
  Digest128 Key() const;
  Digest128 Begun(int fiber, std::uint64_t value) const;
  Digest128 After(const Digest128& before, std::uint64_t value) const {
    return exact_ == nullptr ? Then(before, value) : exact_->Then(before, value);
  }
  void MixWords(const Action& action);
  void MixQueue(LocationId channel);
  int RacesWith(int fiber);
  void LookForRace(int fiber);
  bool Conflict(const Action& a, const Action& b) const;
  bool Satisfied(const Action& action) const;
  bool CanGoOn(int fiber);
  bool OthersCan(int fiber);
  void CannotSave();
  bool AllOthersJoined(int fiber) const;
  void NoteEnd(std::uint32_t object, bool area);
  void NoteMonitors(int fiber, std::uint64_t before);
  void TellOfMonitors();
};

}  // namespace sim

#endif  // SIM_STATES_MACHINE_H_
