// What steps do to a state, and what its parts are.
#include <algorithm>
#include <cstring>
#include <utility>

#include "sim/fiber/heap_watch.h"
#include "sim/states/machine.h"
#include "sim/states/tags.h"

namespace sim {
namespace {

// While it lives, what is taken from the heap is the machine's, though a fiber runs.
class OwnMemory {
 public:
  explicit OwnMemory(std::int64_t& held) : held_(held), before_(HeapBalance()) {}
  ~OwnMemory() { held_ -= HeapBalance() - before_; }
  OwnMemory(const OwnMemory&) = delete;
  OwnMemory& operator=(const OwnMemory&) = delete;

 private:
  std::int64_t& held_;
  const std::int64_t before_;
};

}  // namespace

// Something came to be that cannot be taken back.
void Machine::CannotSave() {
  if (!begun_) return;
  accesses_.CannotTell("objects or fibers are made while others run");
  undo_ = Undo::kReplay;
  saving_ = nullptr;
}

void Machine::NewLocation(LocationId location, Bits initial) {
  CannotSave();
  if (cells_.size() <= location) cells_.resize(location + 1);
  const auto maker = static_cast<std::int8_t>(engine_->running());
  cells_[location] = {.value = initial, .maker = maker};
  digest_ ^= DigestOf(CellTag(location), initial);
  digest_ ^= DigestOf(MakerTag(CellTag(location)), static_cast<unsigned>(maker));
}

void Machine::NewArea(AreaId area, const void* memory, std::size_t bytes) {
  CannotSave();
  if (areas_.size() <= area) areas_.resize(area + 1);
  const auto maker = static_cast<std::int8_t>(engine_->running());
  areas_[area] = {
      .memory = static_cast<std::byte*>(const_cast<void*>(memory)), .bytes = bytes, .maker = maker};
  MixWords({.object = area, .first = 0, .count = bytes});
  digest_ ^= DigestOf(MakerTag(WordTag(area, 0)), static_cast<unsigned>(maker));
}

// A fiber that has no past: the number 0, or a place in the source where it was given up.
Digest128 Machine::Begun(int fiber, std::uint64_t value) const {
  const std::uint64_t tag = FiberTag(fiber);
  return exact_ == nullptr ? DigestOf(tag, value) : exact_->Then(exact_->Then({}, tag), value);
}

void Machine::NewFiber(int fiber) {
  CannotSave();
  StandAt(fiber, nullptr);
  fibers_ = std::max(fibers_, fiber + 1);
  if (fiber > 0) {
    creators_ |= std::uint32_t{1} << engine_->running();
    if (remembered_.has_moments()) remembered_.moments().Start(engine_->running(), fiber);
    maker_[fiber] = static_cast<std::int8_t>(engine_->running());
    digest_ ^= DigestOf(MakerTag(FiberTag(fiber)), static_cast<unsigned>(engine_->running()));
  }
  Fiber& f = *fiber_[fiber];
  SetNext(fiber, {});
  f.own = Begun(fiber, 0);
  f.turn = Turn();
  forgot_[fiber] = {};
  digest_ ^= f.own;
  new_fibers_.push_back(static_cast<std::uint32_t>(fiber));
}

bool Machine::EndLocation(LocationId location) {
  const OwnMemory own(held_);
  does_more_ = true;
  states::Cell& cell = cells_[location];
  if (cell.dead) return false;
  for (int f = 0; f < fibers_; ++f) {
    const Action& next = fiber_[f]->next;
    if (next.on_location() && next.object == location) return false;
  }
  NoteEnd(location, /*area=*/false);
  cell.dead = true;
  digest_ ^= DigestOf(CellTag(location), cell.value);
  if (location < queues_.size()) {
    MixQueue(location);
    queues_[location].clear();
  }
  died_.push_back(&cell.dead);
  return true;
}

bool Machine::EndArea(AreaId area) {
  const OwnMemory own(held_);
  does_more_ = true;
  states::Area& ended = areas_[area];
  if (ended.dead) return false;
  for (int f = 0; f < fibers_; ++f) {
    if (fiber_[f]->next.plain() && fiber_[f]->next.object == area) return false;
  }
  NoteEnd(area, /*area=*/true);
  ended.dead = true;
  MixWords({.object = area, .first = 0, .count = ended.bytes});
  if (writing_bytes_ && action_.object == area) MixWords(action_);
  died_.push_back(&ended.dead);
  return true;
}

void Machine::Sent(LocationId channel, const Bits* value) {
  does_more_ = true;
  if (queues_.size() <= channel) queues_.resize(channel + 1);
  MixQueue(channel);
  // A value that is no word follows from what its sender was.
  queues_[channel].push_back(value != nullptr ? Digest128{*value, 0}
                                              : fiber_[engine_->running()]->own);
  MixQueue(channel);
}

void Machine::Received(LocationId channel) {
  does_more_ = true;
  MixQueue(channel);
  queues_[channel].erase(queues_[channel].begin());
  MixQueue(channel);
}

void Machine::Arrived(const Action& action) {
  const int fiber = engine_->running();
  SetNext(fiber, action);
  const OwnMemory own(held_);
  accesses_.Arrive(fiber, action);
}

Bits Machine::Newest(LocationId location) {
  const OwnMemory own(held_);
  does_more_ = true;
  // What unwinds may look too, when no step is left.
  if (begun_ && !engine_->halted()) {
    accesses_.Hidden(path_.back().fiber, location, /*area=*/false, /*writes=*/false);
  }
  return cells_[location].value;
}

// Whether the fiber's join waited for each of the others, so that none runs beside it in any order.
bool Machine::AllOthersJoined(int fiber) const {
  const std::uint32_t all = (std::uint32_t{2} << (fibers_ - 1)) - 1;
  return (all & ~fiber_[fiber]->joined) == std::uint32_t{1} << fiber;
}

void Machine::NoteEnd(std::uint32_t object, bool area) {
  if (!begun_ || AllOthersJoined(engine_->running())) return;
  accesses_.Hidden(path_.back().fiber, object, area, /*writes=*/true);
}

void Machine::NoteMonitors(int fiber, std::uint64_t before) {
  const Monitors& monitors = engine_->monitors();
  if (monitors.remembers() || remembered_.has_moments()) {
    accesses_.CannotTell("which steps monitors tell apart is not known");
  }
  if (begun_ && monitors.active() != before && !AllOthersJoined(fiber)) {
    accesses_.CannotTell("invariants come and go while others run");
  }
}

bool Machine::Alive(const Action& action) const {
  if (action.plain()) return !areas_[action.object].dead;
  return !action.on_location() || !cells_[action.object].dead;
}

void Machine::LocalState(const Bits* values, std::size_t count, Site site) {
  const OwnMemory own(held_);
  Fiber& fiber = *fiber_[engine_->running()];
  if (begun_) accesses_.ComeBack(action_.site);
  digest_ ^= fiber.own;
  forgot_[engine_->running()] = {states::Forgot::By::kLocalState, site};
  fiber.own = Begun(engine_->running(), site.line());
  for (const char* c = site.file_name(); *c != 0; ++c) {
    fiber.own = After(fiber.own, static_cast<unsigned char>(*c));
  }
  fiber.own = After(fiber.own, 0);
  for (std::size_t i = 0; i < count; ++i) fiber.own = After(fiber.own, values[i]);
  fiber.turn = Turn();
  digest_ ^= fiber.own;
}

void Machine::Heard(LocationId location, Bits before) {
  remembered_.Heard(digest_, location, before);
}

// Called once the step and what goes on from it are over.
void Machine::TellOfMonitors() {
  if (!over()) told_ = remembered_.Digest(engine_->monitors());
}

int Machine::Now(bool told) {
  undo_ = Undo::kReplay;
  saving_ = nullptr;
  return remembered_.Now(digest_, engine_->running(), told);
}

// What a fiber learns of moments becomes a part of its past where it is not what it usually is.
bool Machine::IsOver(int fiber, int place) {
  const int me = engine_->running();
  const bool over = remembered_.moments().IsOver(me, fiber, place);
  ++asked_;
  does_more_ = true;
  // Unlike whatever it may read: only where it asked has a fiber an answer.
  constexpr std::uint64_t kNotOver = 0x9fb21c651e98df25u;
  if (!over) Learn(*fiber_[me], kNotOver + asked_);
  return over;
}

Bits Machine::WordOf(int fiber, int place) const {
  return remembered_.moments().Word(fiber, place);
}

void Machine::Perform(int f, const Action& action, std::uint32_t option) {
  Fiber& fiber = *fiber_[f];
  if (action.kind == Action::Kind::kYield) return Yield(f, action.site);
  if (action.kind == Action::Kind::kFault && option == 1) Strike();
  const states::Ahead* const ahead = LookAhead(f);
  const states::Effect effect = ahead != nullptr ? ahead->effect : EffectOf(f, option);
  taken_ = effect.taken;
  digest_ ^= effect.change;
  fiber.own = effect.own;
  if (taken_.wrote) Write(action.object, effect.written);
  // Of a class the fiber learns less than it read; and who fails for no reason, not that it must.
  const bool by_class = action.kind == Action::Kind::kAwait && action.until.by_class;
  if (!action.plain() && action.kind != Action::Kind::kJoin) CountEvent(f);
  const bool looks =
      action.on_location() && !taken_.wrote && !taken_.over && option == 0 && !by_class;
  if (looks) return Look(fiber.turn, action);
  fiber.turn.only_polls = false;
  fiber.turn.waits = fiber.turn.waits && action.plain();
}

// The fiber read in its turn what is in `taken_`.
void Machine::Look(states::Turn& turn, const Action& action) {
  turn.reads = Fold(turn.reads ^ CellTag(action.object), taken_.value ^ 0xa0761d6478bd642fu) +
               action.site.line();
  if (turn.count < states::Turn::kMost) {
    turn.seen[turn.count++] = {action.object, taken_.value};
  } else {
    turn.only_polls = turn.waits = false;
  }
}

// An execution ends there as well, and says more of it. A fiber that comes back to what it was does
// not get there.
void Machine::CountEvent(int fiber) {
  const auto most = std::min<std::uint32_t>(limits_.max_events, kMaxEventsPerFiber);
  if (++fiber_[fiber]->turn.past <= most) return;
  finding_ = {Verdict::kLimit,     "max_events", "a fiber goes on and on",
              action_.site.Text(), fiber,        -1};
}

// A fiber may forget that it did (local_state), but how many more can is a part of the state.
void Machine::Strike() {
  if (LimitsFaults()) digest_ ^= DigestOf(kFaultsTag, faults_);
  ++faults_;
  if (LimitsFaults()) digest_ ^= DigestOf(kFaultsTag, faults_);
}

void Machine::Write(LocationId location, Bits value) {
  Bits& cell = cells_[location].value;
  SavedStep& saved = saved_[path_.size() - 1];
  saved.wrote = true;
  saved.cell = location;
  saved.value = cell;
  cell = value;
}

void Machine::Learn(Fiber& fiber, std::uint64_t value) {
  digest_ ^= fiber.own;
  fiber.own = After(fiber.own, value);
  digest_ ^= fiber.own;
}

// A turn that did nothing but look, from a yield to the same one, leaves no trace.
void Machine::Yield(int f, Site site) {
  Fiber& fiber = *fiber_[f];
  Turn& turn = fiber.turn;
  if (!turn.only_polls || turn.count == 0) turn.yields = 0;
  turn.only_polls = turn.waits = true;
  turn.count = 0;
  const std::uint64_t reads = std::exchange(turn.reads, 0);
  auto same = [site, reads](const Turn::Yield& y) { return y.reads == reads && y.site == site; };
  Turn::Yield* end = turn.yield + turn.yields;
  const Turn::Yield* before = std::find_if(turn.yield, end, same);
  if (before != end) {
    accesses_.ComeBack(site);
    forgot_[f] = {states::Forgot::By::kPoll, site};
    digest_ ^= fiber.own;
    fiber.own = before->own;
    digest_ ^= fiber.own;
    turn.past = before->past;
    return;
  }
  Learn(fiber, 0);
  if (turn.yields == Turn::kYields) {
    std::move(turn.yield + 1, end, turn.yield);
    --end;
    --turn.yields;
  }
  *end = {site, fiber.own, reads, turn.past};
  ++turn.yields;
}

// Puts the words that hold these bytes into the digest, or takes them out.
void Machine::MixWords(const Action& action) {
  const states::Area& area = areas_[action.object];
  for (std::size_t word = action.first / kWord; word * kWord < action.first + action.count;
       ++word) {
    std::uint64_t value = 0;
    std::memcpy(&value, area.memory + word * kWord, std::min(kWord, area.bytes - word * kWord));
    digest_ ^= DigestOf(WordTag(action.object, word), value);
  }
}

// What is in the channel's queue; nothing if it is empty.
void Machine::MixQueue(LocationId channel) {
  if (queues_[channel].empty()) return;
  Digest128 all = DigestOf(QueueTag(channel), 0);
  for (const Digest128& value : queues_[channel]) all = Then(Then(all, value.a), value.b);
  digest_ ^= all;
}

std::string Machine::Describe(int fiber) const {
  const Action& action = fiber_[fiber]->next;
  std::string what;
  switch (action.kind) {
    case Action::Kind::kLoad:
      what = "reads ";
      break;
    case Action::Kind::kStore:
      what = "writes ";
      break;
    case Action::Kind::kUpdate:
      what = std::string(action.modify->name) + " ";
      break;
    case Action::Kind::kUpdateIf:
      what = std::string(action.conditional->name) + " ";
      break;
    case Action::Kind::kAwait:
      what = "waits for ";
      break;
    case Action::Kind::kYield:
      what = "yields";
      break;
    case Action::Kind::kChoose:
    case Action::Kind::kFault:
      what = "chooses";
      break;
    case Action::Kind::kPlainRead:
    case Action::Kind::kPlainWrite:
      what = "accesses plain memory";
      break;
    case Action::Kind::kNone:
    case Action::Kind::kJoin:
      break;
  }
  if (action.on_location()) what += engine_->Name(action.object);
  return std::string(engine_->fiber_name(fiber)) + " " + what + " (" + action.site.Text() + ")";
}

}  // namespace sim
