// Fibers that come to where they were before, and need not run.
#include <algorithm>
#include <cstring>

#include "sim/states/machine.h"
#include "sim/states/tags.h"

namespace sim {

// Null: nowhere that is remembered. Then its stack is its own, and fiber_ is to be set.
void Machine::StandAt(int fiber, Place* place) {
  place_[fiber] = place;
  fiber_[fiber] = place != nullptr ? &place->fiber : &loose_[fiber];
  if (place == nullptr) on_stack_[fiber] = nullptr;
  NoteUnordered(fiber);
}

void Machine::PutOnStack(int fiber, const Place& place) {
  if (on_stack_[fiber] == &place) return;
  place.PutBack();
  engine_->scheduler().Resuspend(fiber, place.context);
  on_stack_[fiber] = &place;
}

// The place is left, as it was before the step.
void Machine::LeavePlace(int fiber) {
  if (stepping_ != fiber) return;
  UndoStep(place_[fiber]->fiber, saved_[path_.size() - 1]);
  stepping_ = -1;
}

// A fiber that runs stands nowhere.
void Machine::ComeToLife(int fiber) {
  Place* const place = place_[fiber];
  if (place == nullptr) return;
  PutOnStack(fiber, *place);
  loose_[fiber] = place->fiber;
  LeavePlace(fiber);
  StandAt(fiber, nullptr);
}

// Before fibers are unwound. One that is said to have ended, but did not, ends now.
void Machine::LeavePlaces() {
  for (int f = 0; f < fibers_; ++f) {
    Place* const place = place_[f];
    if (place == nullptr || place->last == nullptr) {
      ComeToLife(f);
      continue;
    }
    if (on_stack_[f] != place) {
      PutOnStack(f, *place->last);
      engine_->scheduler().SetEnded(f, false);
    }
    loose_[f] = place->fiber;
    StandAt(f, nullptr);
  }
}

// All fibers stand before their first steps. Where plain memory lies on a stack, it is no part of
// its fiber's place.
void Machine::TakeFirstPlaces() {
  places_.Clear();
  remembers_ = false;
  if (engine_->monitors().size() > 0) return;
  Scheduler& scheduler = engine_->scheduler();
  world_ = World();
  for (std::uint32_t left = scheduler.started(); left != 0; left &= left - 1) {
    const int f = __builtin_ctz(left);
    const FiberPool::Suspended stack = scheduler.StackOf(f);
    const bool plain = std::any_of(areas_.begin(), areas_.end(), [f, stack](const auto& area) {
      return area.maker == f ||
             (area.memory < stack.low + stack.bytes && area.memory + area.bytes > stack.low);
    });
    if (plain) continue;
    Place* const first = places_.Add(loose_[f], stack, scheduler.BodyOf(f));
    if (first == nullptr) continue;
    remembers_ = true;
    StandAt(f, first);
    on_stack_[f] = first;
  }
}

// Whether it is known where the fiber comes to, so that it need not run.
bool Machine::Jump(int fiber) {
  Place* const from = place_[fiber];
  if (from == nullptr || JoinsMore(fiber)) return false;
  const states::KnownWay* const way = from->Find(from->fiber.own, world_);
  if (way == nullptr || way->runs || !Alive(way->to->fiber.next)) return false;
  SavePlace(fiber);
  digest_ ^= from->fiber.own;
  digest_ ^= way->to->fiber.own;
  LeavePlace(fiber);
  StandAt(fiber, way->to);
  world_ = way->world_behind;
  if (way->to->last != nullptr) engine_->scheduler().SetEnded(fiber, true);
  return true;
}

// Whether it joins a fiber that joined others: whom it knows then is not said by where it stands.
bool Machine::JoinsMore(int fiber) const {
  const Action& next = fiber_[fiber]->next;
  return next.kind == Action::Kind::kJoin && fiber_[next.object]->joined != 0;
}

// Where the fiber came to, if it did no more than go there.
void Machine::Remember(int fiber, const Departure& departure) {
  if (!remembers_ || over()) return;
  Scheduler& scheduler = engine_->scheduler();
  const bool changed = OthersChanged(fiber);
  if (changed || (creators_ >> fiber & 1) != 0) world_ = World();
  Place* const from = departure.from;
  if (from == nullptr || does_more_ || held_ != 0 || !scheduler.CanSave()) return;
  const states::KnownWay* const known = from->Find(departure.got, departure.world);
  Place* to = known != nullptr ? known->to : nullptr;
  if (to == nullptr) {
    to = scheduler.ended(fiber)
             ? places_.AddEnd(loose_[fiber], *from)
             : places_.Add(loose_[fiber], scheduler.StackOf(fiber), scheduler.BodyOf(fiber));
    if (to == nullptr) return;
    states::Places::Connect(
        *from, {.got = departure.got,
                .world = departure.world,
                .to = to,
                .world_behind = world_,
                .runs = changed || from->fiber.next.kind == Action::Kind::kPlainWrite});
  }
  StandAt(fiber, to);
  on_stack_[fiber] = to;
}

// Whether the fiber that ran changed what others may see and no step tells of. Who has other locals
// stands nowhere any more.
bool Machine::OthersChanged(int fiber) {
  bool changed = false;
  const std::uint32_t those = creators_ & engine_->scheduler().started();
  for (std::uint32_t left = those & ~(std::uint32_t{1} << fiber); left != 0; left &= left - 1) {
    const int f = __builtin_ctz(left);
    if (place_[f] == nullptr) {
      changed = changed || LooseChanged(f);
    } else if (!place_[f]->IsOnStack()) {
      changed = true;
      ComeToLife(f);
    }
  }
  return changed;
}

// Of a fiber that was saved in this step; but for the plain memory that is written in it.
bool Machine::LooseChanged(int fiber) const {
  const SavedStep& saved = *saving_;
  const auto at = std::find_if(saved.fibers.begin(), saved.fibers.end(),
                               [fiber](const auto& f) { return f.fiber == fiber; });
  if (at == saved.fibers.end()) return true;
  const std::byte* skip = nullptr;
  std::size_t skipped = 0;
  if (action_.kind == Action::Kind::kPlainWrite) {
    skip = areas_[action_.object].memory + action_.first;
    skipped = action_.count;
  }
  return std::any_of(
      &saved.pieces[at->first_piece], &saved.pieces[at->first_piece] + 2, [&](const auto& piece) {
        const std::byte* const before = saved.bytes.data() + piece.first;
        if (skip < piece.at || skip >= piece.at + piece.count) {
          return std::memcmp(piece.at, before, piece.count) != 0;
        }
        const auto first = static_cast<std::size_t>(skip - piece.at);
        const std::size_t behind = std::min(first + skipped, piece.count);
        return std::memcmp(piece.at, before, first) != 0 ||
               std::memcmp(piece.at + behind, before + behind, piece.count - behind) != 0;
      });
}

// What fibers can see without a step: the stacks of those that started others, but for plain
// memory, which is read in steps.
Digest128 Machine::World() {
  Digest128 all;
  auto add = [this, &all](const std::byte* begin, std::size_t count) {
    scratch_.assign(begin, begin + count);
    scratch_.resize((count + kWord - 1) / kWord * kWord);
    for (const states::Area& area : areas_) {
      const std::byte* const first = std::max<const std::byte*>(area.memory, begin);
      const std::byte* const last =
          std::min<const std::byte*>(area.memory + area.bytes, begin + count);
      if (!area.dead && first < last) {
        std::memset(scratch_.data() + (first - begin), 0, static_cast<std::size_t>(last - first));
      }
    }
    for (std::size_t at = 0; at < scratch_.size(); at += kWord) {
      std::uint64_t word;
      std::memcpy(&word, scratch_.data() + at, kWord);
      all = Then(all, word);
    }
    all = Then(all, count);
  };
  const std::uint32_t those = creators_ & engine_->scheduler().started();
  for (std::uint32_t left = those; left != 0; left &= left - 1) {
    const int f = __builtin_ctz(left);
    const FiberPool::Suspended stack = engine_->scheduler().StackOf(f);
    const std::span<std::byte> body = engine_->scheduler().BodyOf(f);
    add(stack.low, stack.bytes);
    add(body.data(), body.size());
  }
  return Then(all, those);
}

}  // namespace sim
