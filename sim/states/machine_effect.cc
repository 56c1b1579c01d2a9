// What a fiber's next step would do, without taking it; and whether it can.
#include <algorithm>
#include <cstring>

#include "sim/states/machine.h"
#include "sim/states/tags.h"

namespace sim {

using Kind = Action::Kind;

// Where the fiber stands now.
void Machine::SetNext(int fiber, const Action& action) {
  Fiber& f = *fiber_[fiber];
  f.next = action;
  f.ahead.one_way = action.one_way();
  f.ahead.looked = false;
  NoteUnordered(fiber);
}

void Machine::NoteUnordered(int fiber) {
  const std::uint32_t bit = std::uint32_t{1} << fiber;
  unordered_ = fiber_[fiber]->next.unordered() ? unordered_ | bit : unordered_ & ~bit;
}

// Null if it is no access to a location in one way.
const states::Ahead* Machine::LookAhead(int fiber) {
  Fiber& f = *fiber_[fiber];
  states::Ahead& ahead = f.ahead;
  if (!ahead.one_way) return nullptr;
  const Bits value = cells_[f.next.object].value;
  if (ahead.looked && ahead.value == value) return &ahead;
  ahead.looked = true;
  ahead.value = value;
  ahead.can = f.next.kind != Kind::kAwait || Satisfied(f.next);
  if (ahead.can) ahead.effect = EffectOf(fiber, 0);
  return &ahead;
}

bool Machine::Foresee(int fiber, Digest128& digest) {
  if (stale_) ComeAgain();
  if (exact_ != nullptr || remembered_.has_moments() || engine_->monitors().remembers()) {
    return false;
  }
  const states::Ahead* const ahead = LookAhead(fiber);
  if (ahead == nullptr || !ahead->can || fiber_[fiber]->next.shows_later()) return false;
  if (unordered_ != 0 && RacesWith(fiber) >= 0) return false;
  digest = digest_;
  digest ^= told_;
  digest ^= ahead->effect.change;
  return true;
}

// Of a step that can be taken and is no yield.
states::Effect Machine::EffectOf(int f, std::uint32_t option) const {
  const Fiber& fiber = *fiber_[f];
  const Action& action = fiber.next;
  states::Effect effect{.taken = {}, .own = fiber.own, .change = {}};
  Taken& taken = effect.taken;
  Bits old = 0;
  if (action.on_location()) taken.value = taken.before = old = cells_[action.object].value;
  auto learn = [this, &effect](std::uint64_t value) { effect.own = After(effect.own, value); };
  auto write = [&effect](Bits value) { effect.taken.wrote = true, effect.written = value; };
  switch (action.kind) {
    case Kind::kLoad:
      learn(old);
      break;
    case Kind::kStore:
      write(action.operand);
      learn(0);
      break;
    case Kind::kUpdate:
      write(action.modify->result(old, action.operand));
      learn(old);
      break;
    case Kind::kUpdateIf:
      if (option == 0 && action.conditional->when(old, action.operand)) write(action.desired);
      learn(old);
      learn(taken.wrote);
      break;
    case Kind::kAwait: {
      taken.over = !Satisfied(action);
      if (action.timed) learn(taken.over);
      if (taken.over) break;
      if (action.modify != nullptr) write(action.modify->result(old, action.operand));
      const int c = action.until.classify(action.until.context, old);
      learn(action.until.by_class ? static_cast<std::uint64_t>(c) : old);
      break;
    }
    case Kind::kChoose:
    case Kind::kFault:
      taken.value = option;
      learn(option);
      break;
    case Kind::kPlainRead:
      effect.own = AfterBytes(effect.own, action);
      break;
    case Kind::kPlainWrite:
      learn(0);
      break;
    case Kind::kYield:
    case Kind::kNone:
    case Kind::kJoin:
      break;
  }
  effect.change = fiber.own;
  effect.change ^= effect.own;
  if (taken.wrote) {
    effect.change ^= DigestOf(CellTag(action.object), old);
    effect.change ^= DigestOf(CellTag(action.object), effect.written);
  }
  return effect;
}

Digest128 Machine::AfterBytes(Digest128 own, const Action& action) const {
  const std::byte* const at = areas_[action.object].memory + action.first;
  for (std::size_t i = 0; i < action.count; i += kWord) {
    std::uint64_t value = 0;
    std::memcpy(&value, at + i, std::min(kWord, action.count - i));
    own = After(own, value);
  }
  return own;
}

bool Machine::Satisfied(const Action& action) const {
  return action.until(cells_[action.object].value);
}

// Whether the fiber has a step now, but for a time that is over.
bool Machine::CanGoOn(int fiber) {
  const Fiber& f = *fiber_[fiber];
  switch (f.next.kind) {
    case Kind::kNone:
    case Kind::kJoin:
      return false;
    case Kind::kAwait:
      return f.next.timed ? Satisfied(f.next) : LookAhead(fiber)->can;
    case Kind::kYield: {
      const states::Turn& turn = f.turn;
      if (!turn.waits || turn.count == 0) return true;
      return std::any_of(turn.seen, turn.seen + turn.count, [this](const states::Turn::Seen& seen) {
        return cells_[seen.location].value != seen.value;
      });
    }
    default:
      return true;
  }
}

bool Machine::OthersCan(int fiber) {
  for (int f = 0; f < fibers_; ++f) {
    if (f != fiber && CanGoOn(f)) return true;
  }
  return false;
}

Accesses::Fibers Machine::CanStep() {
  Accesses::Fibers can = 0;
  for (int f = 0; f < fibers_; ++f) {
    const states::Ahead* const ahead = LookAhead(f);
    const bool one = ahead != nullptr ? ahead->can : Options(f) > 0;
    can |= Accesses::Fibers{one} << f;
  }
  return can;
}

std::uint32_t Machine::Options(int fiber) {
  const Action& next = fiber_[fiber]->next;
  if (!CanGoOn(fiber)) return next.timed && !OthersCan(fiber) ? 1 : 0;
  switch (next.kind) {
    case Kind::kChoose:
      return static_cast<std::uint32_t>(next.operand);
    case Kind::kFault:
      left_out_faults_ = left_out_faults_ || faults_ >= limits_.max_faults;
      return faults_ < limits_.max_faults ? 2 : 1;
    case Kind::kUpdateIf:
      return next.conditional->weak &&
                     next.conditional->when(cells_[next.object].value, next.operand)
                 ? 2
                 : 1;
    default:
      return 1;
  }
}

bool Machine::Conflict(const Action& a, const Action& b) const {
  if (a.object != b.object || !(a.writes() || b.writes())) return false;
  if (a.plain() && b.plain()) return a.first < b.first + b.count && b.first < a.first + a.count;
  return a.on_location() && b.on_location() && (a.not_atomic || b.not_atomic);
}

// A fiber that could come next with an access that conflicts; -1 if there is none.
int Machine::RacesWith(int fiber) {
  const Action& mine = fiber_[fiber]->next;
  const std::uint32_t all = mine.unordered() ? ~std::uint32_t{0} : unordered_;
  if (all == 0) return -1;
  for (int f = 0; f < fibers_; ++f) {
    const bool may = f != fiber && (all >> f & 1) != 0;
    if (may && Conflict(mine, fiber_[f]->next) && CanGoOn(f)) return f;
  }
  return -1;
}

// Two accesses that conflict could both come next.
void Machine::LookForRace(int fiber) {
  const int other = RacesWith(fiber);
  if (other < 0) return;
  finding_ = {Verdict::kDataRace,
              "plain accesses are ordered",
              std::string(engine_->fiber_name(fiber)) + " and " + engine_->fiber_name(other) +
                  " come to conflicting accesses at the same time, one of them plain",
              fiber_[fiber]->next.site.Text(),
              fiber,
              other};
}

}  // namespace sim
