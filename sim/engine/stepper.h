// Somebody who carries out every shared access himself, one at a time: fibers stop before each.
#ifndef SIM_ENGINE_STEPPER_H_
#define SIM_ENGINE_STEPPER_H_

#include <cstddef>
#include <cstdint>

#include "sim/engine/op.h"
#include "sim/memory/event.h"
#include "sim/memory/race.h"

namespace sim {

// What a fiber is about to do to what others can see, or to choose. Predicates and the like lie on
// the fiber's stack.
struct Action {
  enum class Kind : std::uint8_t {
    kNone,  // not begun, or ended
    kLoad,
    kStore,
    kUpdate,
    kUpdateIf,
    kAwait,
    kYield,
    kChoose,
    kFault,
    kJoin,
    kPlainRead,
    kPlainWrite,
  };
  Kind kind = Kind::kNone;
  bool timed = false;
  bool not_atomic = false;   // a load or store
  std::uint32_t object = 0;  // a location; of plain steps the area; of a join the fiber
  Bits operand = 0;          // of a choice: the number of options
  Bits desired = 0;
  const Modify* modify = nullptr;  // an await that also writes has one
  const Conditional* conditional = nullptr;
  Predicate until{};
  std::size_t first = 0;  // of the bytes of an area
  std::size_t count = 0;
  Site site{};

  // Whether what it does shows only when its fiber goes on.
  bool shows_later() const {
    return kind == Kind::kPlainWrite || (modify != nullptr && modify->more);
  }
  // Whether it can be in a data race with any other.
  bool unordered() const { return plain() || not_atomic; }
  bool plain() const { return kind == Kind::kPlainRead || kind == Kind::kPlainWrite; }
  // Whether `object` is a location.
  bool on_location() const { return kind >= Kind::kLoad && kind <= Kind::kAwait; }
  // Whether it is an access to a location that goes on in one way, as its value says.
  bool one_way() const {
    return on_location() && !timed && (conditional == nullptr || !conditional->weak);
  }
  // Whether it may write to `object`.
  bool writes() const {
    const bool reads = kind == Kind::kLoad || kind == Kind::kPlainRead;
    if (kind == Kind::kAwait) return modify != nullptr;
    return !reads && (on_location() || plain());
  }
};

// What came of it.
struct Taken {
  Bits value = 0;      // what was read or chosen
  bool wrote = false;  // an atomic has a new value
  Bits before = 0;     // its old one
  bool over = false;   // an await whose time is over
};

class Stepper {
 public:
  virtual ~Stepper() = default;
  // Called on fibers, which go on at once.
  virtual void NewLocation(LocationId location, Bits initial) = 0;
  virtual void NewArea(AreaId area, const void* memory, std::size_t bytes) = 0;
  virtual void NewFiber(int fiber) = 0;
  // The object is destroyed. False: it was already, or another fiber is about to use it.
  virtual bool EndLocation(LocationId location) = 0;
  virtual bool EndArea(AreaId area) = 0;
  // The running fiber puts a value into the channel of this location (null: no word), or takes the
  // oldest out.
  virtual void Sent(LocationId channel, const Bits* value) = 0;
  virtual void Received(LocationId channel) = 0;
  virtual bool Alive(const Action& action) const = 0;
  virtual Bits Newest(LocationId location) = 0;  // as no step
  // The running fiber's past is no more than these values (sim::local_state).
  virtual void LocalState(const Bits* values, std::size_t count, Site site) = 0;
  // A monitor came to be.
  virtual void NewMonitor() = 0;
  // A watcher whose memory nobody tells is about to be called: the location had `before`.
  virtual void Heard(LocationId location, Bits before) = 0;
  // The place of the running fiber, for moments; `told`: somebody tells that it is remembered.
  virtual int Now(bool told) = 0;
  // Whether such a place is over, for the running fiber; and all that there is to tell of it.
  virtual bool IsOver(int fiber, int place) = 0;
  virtual Bits WordOf(int fiber, int place) const = 0;
  // The running fiber is about to pause before the action; when it goes on, `taken` says what came.
  virtual void Arrived(const Action& action) = 0;
  virtual const Taken& taken() const = 0;
};

}  // namespace sim

#endif  // SIM_ENGINE_STEPPER_H_
