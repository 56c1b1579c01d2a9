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
#include "sim/states/memory_of_monitors.h"
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
class Machine final : private Stepper {
 public:
  // How a step is taken back.
  enum class Undo : std::uint8_t {
    kReplay,  // by running the program again up to there: always right
    // By what was saved of stacks and memory: for programs that keep the promise of
    // ExhaustiveConfig::snapshots, and make what they share before any fiber takes a step. Where
    // they are seen not to, or monitors remember, the machine goes over to kReplay.
    kSaved,
  };
  struct Step {
    std::int8_t fiber = 0;
    std::uint16_t option = 0;
    friend bool operator==(const Step&, const Step&) = default;
  };

  // With `exact`, which must outlive it, its digests are numbers of full keys.
  Machine(const std::function<void()>& body, const Limits& limits, Undo undo,
          Exact* exact = nullptr);
  ~Machine() override;

  // At the initial state.
  void Begin();
  // In how many ways the fiber can go on from here; 0: not at all.
  std::uint32_t Options(int fiber);
  // The digest of the state that the fiber's step leads to; false if only taking it shows that, or
  // it is a finding. Requires: Options(fiber) == 1.
  bool Foresee(int fiber, Digest128& digest);
  int fibers() const { return fibers_; }
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
  void Leave() {
    stale_ = true;
    if (engine_->stepped()) engine_->EndStepping();
  }

  bool over() const { return finding_.verdict != Verdict::kPass; }
  const Finding& finding() const { return finding_; }
  bool all_ended() const { return engine_->scheduler().started() == 0; }
  Digest128 digest() const {
    if (exact_ != nullptr) return Key();
    Digest128 all = digest_;
    return all ^= told_;
  }
  // Whether the step that was taken shows only when its fiber goes on.
  bool shows_later() const { return action_.shows_later(); }
  const std::vector<Step>& path() const { return path_; }
  const char* NameOf(int fiber) const { return engine_->fiber_name(fiber); }
  int maker(int fiber) const { return maker_[fiber]; }
  const states::Fiber& fiber(int fiber) const { return fiber_[fiber]; }
  // Right as long as no step was taken back.
  const states::Forgot& forgot(int fiber) const { return forgot_[fiber]; }
  // What the fiber is about to do, in words.
  std::string Describe(int fiber) const;
  // What is known of who touches what; it grows while states are visited.
  Accesses& accesses() { return accesses_; }
  // Whether the next steps of the two, both possible, lead to the same state in both orders.
  bool Commute(int f, int g) {
    if (stale_) ComeAgain();
    return accesses_.Commute(f, fiber_[f].next, g, fiber_[g].next);
  }
  // Whether a fault could not strike because there were as many as may.
  bool left_out_faults() const { return left_out_faults_; }
  bool has_moments() const { return remembered_.has_moments(); }
  Undo undo() const { return undo_; }
  Execution& engine() { return *engine_; }

 private:
  using Fiber = states::Fiber;
  using Turn = states::Turn;
  using SavedStep = states::SavedStep;

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
  void SetNext(int fiber, const Action& action);
  void NoteUnordered(int fiber);
  const states::Ahead* LookAhead(int fiber);
  states::Effect EffectOf(int fiber, std::uint32_t option) const;
  Digest128 AfterBytes(Digest128 own, const Action& action) const;
  void Write(LocationId location, Bits value);
  void Learn(Fiber& fiber, std::uint64_t value);
  void Yield(Fiber& fiber, Site site);
  void Strike();
  bool LimitsFaults() const { return limits_.max_faults < Limits{}.max_faults; }
  void Run(int fiber);
  void LetJoinersGoOn();
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

  const std::function<void()>& body_;
  const Limits limits_;
  Undo undo_;
  Exact* const exact_;
  const std::unique_ptr<Execution> engine_;
  Accesses accesses_;
  int fibers_ = 0;
  Fiber fiber_[kMaxFibers];
  states::Forgot forgot_[kMaxFibers];
  std::int8_t maker_[kMaxFibers] = {};
  std::uint32_t creators_ = 0;   // fibers that started others, which may refer to their locals
  std::uint32_t unordered_ = 0;  // fibers that could race with any other
  std::vector<states::Cell> cells_;
  std::vector<states::Area> areas_;
  std::vector<states::Queue> queues_;  // of channels, by their locations
  Taken taken_;
  Digest128 digest_;  // of all but the monitors
  Digest128 told_;    // of what monitors remember
  MemoryOfMonitors remembered_;
  std::uint32_t asked_ = 0;  // of moments, since the last step
  Finding finding_;
  std::uint32_t faults_ = 0;
  bool writing_bytes_ = false;  // what `action_` writes is not in the digest
  bool left_out_faults_ = false;
  std::vector<std::uint32_t> new_fibers_;
  std::vector<bool*> died_;
  std::int64_t held_ = 0;  // of the heap, by the program
  std::vector<Step> path_;
  std::vector<SavedStep> saved_;  // the first path_.size() are in use
  SavedStep* saving_ = nullptr;   // while what goes on is saved
  Action action_;                 // of the step that was taken, if its fiber did not go on
  bool taken_only_ = false;       // it did not
  bool begun_ = false;            // fibers stand before their first steps
  bool stale_ = false;            // steps were taken back, but the program stands behind them
};

}  // namespace sim

#endif  // SIM_STATES_MACHINE_H_
